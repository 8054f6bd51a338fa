#pragma once
/// @file
/// @brief The runner's side of a grading: hands one case's buffers to the student's function.
///
/// The runner is the only process that contains student code. It knows inputs and shapes, never expected results:
/// comparison, limits and verdicts are the grader's (grading/harness). How a lab uses this header is below; the
/// whole of a lab's `grader/runner.cpp` looks like
///
/// @code
/// #include "grading/runner/runner.h"
/// #include "tasks.h"
///
/// void course::runner::run_case(Case& c) {
///   if constexpr (task == "scale_image") {
///     c.returned("status", scale_image(c.in<float>("in"), c.out<float>("out"), c.number<int>("width"),
///                                      c.number<int>("height"), c.pitch("in"), c.number<float>("k")));
///   } else if constexpr (task == "move_particles") {
///     move_particles(c.in_out<float>("x"), c.in<float>("v"), c.number<int>("n"));
///   }
/// }
/// @endcode
///
/// The file is compiled once per task, with the task's name in `COURSE_TASK`; the other branches are discarded, so
/// that a runner needs only its own task's function and a missing one is an error of the linker.
///
/// What happens around run_case: fresh buffers between red zones of poison, inputs copied in, outputs poisoned,
/// evidence reset; afterwards cudaGetLastError, cudaDeviceSynchronize, evidence, everything copied back and written.
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>
#include <utility>

struct cudaArray;

namespace course::runner {

#ifdef COURSE_TASK
/// The task that this runner is built for.
inline constexpr std::string_view task = COURSE_TASK;
#endif

/// One call of the student's function. Names are those that the grader's order uses; asking for one that the order
/// does not hold, or with another role or element size, ends the runner as a fault of the lab, not of the student.
class Case {
 public:
  struct State;  // buffers and order, in case.h
  explicit Case(State& state) : state_(state) {}

  /// Device pointer to an input array (row 0, column 0; the base may be off by 4, 8 or 12 bytes, as the order says).
  template <class T>
  const T* in(std::string_view name) {
    return static_cast<const T*>(array(name, "input", "device", sizeof(T)));
  }
  /// Device pointer to an output array; every byte of it is poison (0xFF: NaN as a float).
  template <class T>
  T* out(std::string_view name) {
    return static_cast<T*>(array(name, "output", "device", sizeof(T)));
  }
  /// Device pointer to an array that is filled before the call and whose new contents are a result.
  template <class T>
  T* in_out(std::string_view name) {
    return static_cast<T*>(array(name, "in_out", "device", sizeof(T)));
  }
  /// Device pointer to memory that is neither input nor result: poison before the call, ignored after it.
  template <class T>
  T* scratch(std::string_view name) {
    return static_cast<T*>(array(name, "scratch", "device", sizeof(T)));
  }

  /// Device memory that the order does not name, for what a lab's runner needs besides: poison, `bytes` to the byte, gone
  /// after the case. Not part of what is compared. `name`: what tasks.h calls it, for messages.
  void* memory(std::size_t bytes, std::string_view name);

  /// The same for arrays in host memory.
  template <class T>
  const T* host_in(std::string_view name) {
    return static_cast<const T*>(array(name, "input", "host", sizeof(T)));
  }
  template <class T>
  T* host_out(std::string_view name) {
    return static_cast<T*>(array(name, "output", "host", sizeof(T)));
  }

  /// A CUDA array that surfaces may use (Space::array of the order), filled like the buffers above, and a surface object
  /// over it. Both are made before evidence is reset, so nothing of it counts. Null and 0 when it has no elements.
  struct Surface {
    cudaArray* array;            ///< cudaArray_t
    unsigned long long surface;  ///< cudaSurfaceObject_t
  };
  Surface in_surface(std::string_view name) { return surface(name, "input"); }
  Surface out_surface(std::string_view name) { return surface(name, "output"); }

  /// Bytes from the start of a row of an array to the next one's.
  std::size_t pitch(std::string_view name) const;

  /// A number of the order (a width, a factor). Whole numbers keep 64 bits.
  template <class T>
  requires std::is_arithmetic_v<T> T number(std::string_view name)
  const {
    if constexpr (std::is_floating_point_v<T>) {
      return static_cast<T>(real(name));
    } else {
      return static_cast<T>(integer(name));
    }
  }

  /// Calls the student's function, inside the part of the case that speed checks time: what a lab's runner prepares
  /// before it (stores, textures) is not the student's. A lab with speed checks calls this once in each of their tasks.
  ///
  /// @code
  /// c.returned("status", c.timed([&] { return saxpy(c.in<float>("x"), c.in_out<float>("y"), c.number<int>("n")); }));
  /// @endcode
  template <class Call>
  std::invoke_result_t<Call> timed(Call&& call) {
    const TimedPart part(*this);
    return std::forward<Call>(call)();
  }

  /// Reports a value that the function returned (a count, which of two buffers holds the result). An enumeration is a
  /// cudaError_t, whose name goes into messages.
  template <class T>
  requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void returned(std::string_view name, T value) {
    if constexpr (std::is_enum_v<T>) {
      return_status(name, static_cast<int>(value));
    } else if constexpr (std::is_floating_point_v<T>) {
      return_real(name, static_cast<double>(value));
    } else {
      return_integer(name, static_cast<std::int64_t>(value));
    }
  }

 private:
  class TimedPart {
   public:
    explicit TimedPart(Case& c) : case_(c) { case_.begin_timed(); }
    ~TimedPart() noexcept(false) { case_.end_timed(); }
    TimedPart(const TimedPart&) = delete;
    TimedPart& operator=(const TimedPart&) = delete;

   private:
    Case& case_;
  };

  void begin_timed();
  void end_timed();
  void* array(std::string_view name, std::string_view role, std::string_view space, std::size_t element_bytes);
  Surface surface(std::string_view name, std::string_view role);
  std::int64_t integer(std::string_view name) const;
  double real(std::string_view name) const;
  void return_integer(std::string_view name, std::int64_t value);
  void return_real(std::string_view name, double value);
  void return_status(std::string_view name, int value);

  State& state_;
};

/// Defined by the lab's grader/runner.cpp: calls the student's function with the case's buffers and numbers.
void run_case(Case& c);

/// Everything else a runner does; grading/runner/main.cpp calls it.
/// @return 0 when every case ran and `complete` is written, else one of protocol::ExitStatus (grading/runner/protocol.h).
int run(int argc, char** argv);

}  // namespace course::runner
