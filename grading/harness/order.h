#pragma once
/// @file
/// @brief What the grader asks a runner to do: cases, each one call of the student's function on arrays and numbers.
///
/// An order is data: nothing in it (and nothing else a runner can reach) tells an expected result. Those stay in the
/// Case object, in the grader's process.
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "grading/harness/tolerance.h"

namespace course::harness {

/// How an array lies in memory.
struct Shape {
  std::size_t columns = 0;  ///< elements in a row
  std::size_t rows = 1;
  std::size_t pitch = 0;   ///< bytes from one row's start to the next one's; 0: rows follow each other directly
  std::size_t offset = 0;  ///< bytes by which the first element lies past a 256-byte boundary: 0, 4, 8, 12 ...
  std::size_t channels = 1;  ///< elements of a pixel, for messages: 4 with `columns` = 4 * width is a picture of RGBA
};

enum class Role { input, output, in_out, scratch };
/// `array`: a two-dimensional CUDA array that surfaces may use, rows * columns / channels elements of 1, 2 or 4 channels.
/// The runner makes and fills it before the call and reads it after; it has no pitch, no offset and no red zone.
enum class Space { device, host, array };
enum class Element { f32, f64, i8, u8, i16, u16, i32, u32, i64, u64, bytes };

template <class T>
constexpr Element element_of() {
  if constexpr (std::is_floating_point_v<T>) {
    return sizeof(T) == 4 ? Element::f32 : Element::f64;
  } else if constexpr (std::is_integral_v<T>) {
    constexpr bool is_signed = std::is_signed_v<T>;
    switch (sizeof(T)) {
      case 1:
        return is_signed ? Element::i8 : Element::u8;
      case 2:
        return is_signed ? Element::i16 : Element::u16;
      case 4:
        return is_signed ? Element::i32 : Element::u32;
      default:
        return is_signed ? Element::i64 : Element::u64;
    }
  } else {
    return Element::bytes;  // a structure: an input only
  }
}

/// How far a result of a timed call may lie from what the plain version gives: absolute + relative * |that|.
struct Near {
  double absolute = 0, relative = 0;
};

/// How the runner makes the values of a large array.
struct Drawn {
  double low = 0, high = 0;
  bool whole = false;
};
/// Whole numbers in [low, high], both included: for results that have to be equal whatever the order of operations.
inline Drawn whole_numbers(std::int64_t low, std::int64_t high) {
  return {static_cast<double>(low), static_cast<double>(high), true};
}
/// Real numbers in [low, high).
inline Drawn real_numbers(double low, double high) { return {low, high, false}; }

struct Array {
  std::string name;
  Role role = Role::input;
  Space space = Space::device;
  Element element = Element::f32;
  std::size_t element_bytes = 4;
  Shape shape;
  std::vector<std::byte> initial;     ///< rows * columns elements without padding; empty for outputs
  std::vector<std::byte> expected;    ///< the same for results, in the grader only; elements of `element` or, see below
  std::vector<double> expected_real;  ///< set instead of `expected` when a tolerance needs a double reference
  Tolerance tolerance;
  std::optional<Drawn> drawn;  ///< timed calls only: the runner makes the values, from a seed
  bool unreferenced = false;   ///< timed calls only: compared with what the plain version gives
  std::optional<Near> near;    ///< timed calls only: so near to it, at places drawn after the call
  struct Resemblance {
    std::string sentence;
    std::vector<double> values;
  };
  std::vector<Resemblance> resemblances;  ///< what known slips leave behind (Case::resembles)

  std::size_t count() const { return shape.rows * shape.columns; }
  std::size_t pitch() const { return shape.pitch != 0 ? shape.pitch : shape.columns * element_bytes; }
  bool is_result() const { return role == Role::output || role == Role::in_out; }
  bool has_initial() const { return role == Role::input || role == Role::in_out; }
};

/// One call of the student's function, and what it should yield.
///
/// Setters return the case, so that they chain. Names are what the lab's grader/runner.cpp asks for.
class Case {
 public:
  explicit Case(std::string name) : name_(std::move(name)) {}

  /// An array that the function reads and must leave as it is. `values`: shape.rows * shape.columns elements.
  template <class T>
  Case& input(std::string_view name, const std::vector<T>& values, Shape shape, Space space = Space::device) {
    return add(make<T>(name, Role::input, space, shape, &values));
  }
  /// An array that the function must fill, given as poison, compared with `expected` element for element.
  template <class T>
  Case& output(std::string_view name, const std::vector<T>& expected, Shape shape, Space space = Space::device) {
    return add(expecting(make<T>(name, Role::output, space, shape, nullptr), expected));
  }
  /// The same with a reference in double precision and a bound for each element (grading/harness/tolerance.h); for
  /// whole numbers too, such as channels of a picture that may be off by a step.
  template <class T>
  requires std::is_arithmetic_v<T> Case& output(std::string_view name, const std::vector<double>& expected,
                                                Tolerance tolerance, Shape shape, Space space = Space::device) {
    return add(expecting(make<T>(name, Role::output, space, shape, nullptr), expected, std::move(tolerance)));
  }
  /// An array that is filled before the call and whose new contents are compared.
  template <class T>
  Case& in_out(std::string_view name, const std::vector<T>& values, const std::vector<T>& expected, Shape shape) {
    return add(expecting(make<T>(name, Role::in_out, Space::device, shape, &values), expected));
  }
  template <class T>
  requires std::is_floating_point_v<T> Case& in_out(std::string_view name, const std::vector<T>& values,
                                                    const std::vector<double>& expected, Tolerance tolerance,
                                                    Shape shape) {
    return add(expecting(make<T>(name, Role::in_out, Space::device, shape, &values), expected, std::move(tolerance)));
  }

  /// Device memory that the function may use as it likes within its bounds: poison before the call, not compared after
  /// it.
  template <class T>
  Case& scratch(std::string_view name, Shape shape) {
    return add(make<T>(name, Role::scratch, Space::device, shape, nullptr));
  }

  /// For timed calls (Check::judge_speed), whose arrays are too large to be made here: an input, or an array to change,
  /// whose values the runner draws where the array stays, new ones for each call.
  template <class T>
  Case& drawn_input(std::string_view name, Drawn drawn, Shape shape, Space space = Space::device) {
    return add(drawing(make<T>(name, Role::input, space, shape, nullptr), drawn));
  }
  template <class T>
  Case& drawn_in_out(std::string_view name, Drawn drawn, Shape shape) {
    return add(drawing(make<T>(name, Role::in_out, Space::device, shape, nullptr), drawn));
  }
  /// For timed calls: an output of which every byte has to equal what the plain version gives for the same inputs.
  template <class T>
  Case& timed_output(std::string_view name, Shape shape, Space space = Space::device) {
    Array array = make<T>(name, Role::output, space, shape, nullptr);
    array.unreferenced = true;
    return add(std::move(array));
  }
  /// The same for results that rounding makes differ: thousands of elements, at places drawn after each call, have to be
  /// near to what the plain version gives. The others are not looked at.
  template <class T>
  Case& timed_output(std::string_view name, Shape shape, Near near, Space space = Space::device) {
    Array array = make<T>(name, Role::output, space, shape, nullptr);
    array.unreferenced = true;
    array.near = near;
    return add(std::move(array));
  }
  /// An array of drawn_in_out or timed_output whose result is compared like that.
  Case& near(std::string_view name, Near near);
  /// For timed calls: device memory that the lab's runner takes beside the arrays (a store, say).
  Case& runner_takes(std::size_t bytes) {
    extra_memory_ = bytes;
    return *this;
  }

  /// A whole or real (finite) number for the runner.
  Case& number(std::string_view name, std::variant<std::int64_t, double> value);
  template <std::integral T>
  Case& number(std::string_view name, T value) {
    return number(name, std::variant<std::int64_t, double>(static_cast<std::int64_t>(value)));
  }
  template <std::floating_point T>
  Case& number(std::string_view name, T value) {
    return number(name, std::variant<std::int64_t, double>(static_cast<double>(value)));
  }

  /// What Case::returned of the runner must report under this name (0 for cudaSuccess). `otherwise`: what to tell the
  /// student instead of the two numbers, where they mean nothing to them.
  Case& returns(std::string_view name, std::int64_t expected, std::string otherwise = {});

  /// The launch that this case asks for is one that every runtime refuses: the function has to report a status other
  /// than 0 under `name` (Case::returned of the runner) and to leave all results as they were. Which status is up to
  /// the runtime: cudaErrorInvalidConfiguration up to CUDA 12, cudaErrorInvalidValue on an H200 with CUDA 13.
  Case& refused(std::string_view name);

  /// Only one of these results counts, and the function says which: the runner reports its place in `arrays` (0: the
  /// first) under `returned`. What the others hold is not compared. `arrays` are there before this call.
  Case& result_is_one_of(std::string_view returned, std::vector<std::string> arrays);

  /// A known slip would leave these values in the result `array`. Where it holds just them, and not what is expected,
  /// the message ends with `sentence` (no full stop). The same tolerance holds.
  template <class T>
  Case& resembles(std::string_view array, std::string sentence, const std::vector<T>& values) {
    return resembles(array, {std::move(sentence), std::vector<double>(values.begin(), values.end())});
  }

  /// Bytes that a perfect kernel has to load and store (0: unknown). Measures per useful byte divide by their sum.
  Case& useful_bytes(std::uint64_t loaded, std::uint64_t stored);

  /// The function has nothing to do (no elements): a call without a launch is right, and none is demanded.
  Case& nothing_to_do();

  const std::string& name() const { return name_; }
  const std::vector<Array>& arrays() const { return arrays_; }
  const Array& array(std::string_view name) const;

  struct Number {
    std::string name;
    std::variant<std::int64_t, double> value;
  };
  struct Returned {
    std::string name;
    std::int64_t expected;
    std::string otherwise;
  };
  const std::vector<Number>& numbers() const { return numbers_; }
  const std::vector<Returned>& returned() const { return returned_; }
  std::uint64_t useful_loaded() const { return useful_loaded_; }
  std::uint64_t useful_stored() const { return useful_stored_; }
  std::size_t extra_memory() const { return extra_memory_; }
  bool launch_expected() const { return launch_expected_; }
  const std::optional<std::string>& refusal() const { return refusal_; }
  struct Choice {
    std::string returned;
    std::vector<std::string> arrays;
  };
  const std::optional<Choice>& choice() const { return choice_; }

 private:
  template <class T>
  static std::vector<std::byte> bytes_of(const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span<const T>(values));
    return {bytes.begin(), bytes.end()};
  }
  template <class T>
  static Array make(std::string_view name, Role role, Space space, Shape shape, const std::vector<T>* values) {
    static_assert(std::is_trivially_copyable_v<T>);
    Array array;
    array.name = name;
    array.role = role;
    array.space = space;
    array.element = element_of<T>();
    array.element_bytes = sizeof(T);
    array.shape = shape;
    if (values != nullptr) array.initial = bytes_of(*values);
    return array;
  }
  template <class T>
  static Array expecting(Array array, const std::vector<T>& expected) {
    static_assert(std::is_arithmetic_v<T>, "results are compared as numbers: describe a structure as columns of them");
    array.expected = bytes_of(expected);
    return array;
  }
  static Array expecting(Array array, const std::vector<double>& expected, Tolerance tolerance) {
    array.expected_real = expected;
    array.tolerance = std::move(tolerance);
    return array;
  }
  static Array drawing(Array array, Drawn drawn) {
    array.drawn = drawn;
    array.unreferenced = array.is_result();
    return array;
  }
  Case& add(Array array);
  Case& resembles(std::string_view array, Array::Resemblance resemblance);

  std::string name_;
  std::vector<Array> arrays_;
  std::vector<Number> numbers_;
  std::vector<Returned> returned_;
  std::uint64_t useful_loaded_ = 0, useful_stored_ = 0;
  std::size_t extra_memory_ = 0;
  bool launch_expected_ = true;
  std::optional<std::string> refusal_;
  std::optional<Choice> choice_;
};

}  // namespace course::harness
