#include "grading/harness/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <optional>

namespace course::harness {
namespace {

template <class T>
T load(std::span<const std::byte> bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

// Calls f with an element of the array's type.
template <class F>
auto with_element(Element element, std::span<const std::byte> bytes, std::size_t index, F f) {
  switch (element) {
    case Element::f32:
      return f(load<float>(bytes, index));
    case Element::f64:
      return f(load<double>(bytes, index));
    case Element::i8:
      return f(load<std::int8_t>(bytes, index));
    case Element::i16:
      return f(load<std::int16_t>(bytes, index));
    case Element::u16:
      return f(load<std::uint16_t>(bytes, index));
    case Element::i32:
      return f(load<std::int32_t>(bytes, index));
    case Element::u32:
      return f(load<std::uint32_t>(bytes, index));
    case Element::i64:
      return f(load<std::int64_t>(bytes, index));
    case Element::u64:
      return f(load<std::uint64_t>(bytes, index));
    case Element::u8:
    case Element::bytes:
      break;  // a structure is never compared as a number
  }
  return f(load<std::uint8_t>(bytes, index));
}

std::string text(Element element, std::span<const std::byte> bytes, std::size_t index) {
  return with_element(element, bytes, index, [](auto value) {
    if constexpr (std::is_floating_point_v<decltype(value)>) {
      return std::isnan(value) ? std::string("NaN") : fmt::format("{}", value);
    } else {
      return fmt::format(
          "{}", static_cast<std::conditional_t<std::is_signed_v<decltype(value)>, std::int64_t, std::uint64_t>>(value));
    }
  });
}

bool has_real_reference(const Array& array) { return !array.expected_real.empty(); }

// Whether the element at `got` is what is expected at `wanted`. Written as "right", so that a NaN is not.
bool equals(const Array& array, std::span<const std::byte> rows, std::size_t got, std::size_t wanted) {
  if (has_real_reference(array)) {
    const double value = with_element(array.element, rows, got, [](auto x) { return static_cast<double>(x); });
    const double allowed = array.tolerance.exact() ? 0 : array.tolerance.allowed[wanted];
    return std::fabs(value - array.expected_real[wanted]) <= allowed;
  }
  const std::size_t size = array.element_bytes;
  if (std::memcmp(rows.data() + got * size, array.expected.data() + wanted * size, size) == 0) return true;
  // Zero and minus zero are the same number.
  return with_element(array.element, rows, got,
                      [&](auto value) { return value == load<decltype(value)>(array.expected, wanted); });
}

// How many of the wrong elements are what is expected with the digits of a float only.
std::size_t rounded_to_float(const Array& array, std::span<const std::byte> rows, const std::vector<std::size_t>& wrong) {
  if (array.element != Element::f64 || has_real_reference(array)) return 0;
  return static_cast<std::size_t>(std::count_if(wrong.begin(), wrong.end(), [&](std::size_t i) {
    return load<double>(rows, i) == static_cast<double>(static_cast<float>(load<double>(array.expected, i)));
  }));
}

using Move = std::function<std::optional<std::size_t>(std::size_t row, std::size_t column)>;

}  // namespace

bool element_right(const Array& array, std::span<const std::byte> rows, std::size_t index) {
  return equals(array, rows, index, index);
}

std::string got_text(const Array& array, std::span<const std::byte> rows, std::size_t index) {
  return text(array.element, rows, index);
}

std::string expected_text(const Array& array, std::size_t index) {
  if (!has_real_reference(array)) return text(array.element, array.expected, index);
  return array.element == Element::f32 ? fmt::format("{:.9g}", array.expected_real[index])
                                       : fmt::format("{:.17g}", array.expected_real[index]);
}

std::string place_of(const Array& array, std::size_t index) {
  if (const std::size_t channels = array.shape.channels; channels > 1) {
    const std::size_t row = index / array.shape.columns, column = index % array.shape.columns;
    return fmt::format("row {}, column {}, channel {}", row, column / channels, column % channels);
  }
  if (array.shape.rows == 1) return fmt::format("index {}", index);
  return fmt::format("(row {}, column {})", index / array.shape.columns, index % array.shape.columns);
}

std::string pattern_hint(const Array& array, std::span<const std::byte> rows, const std::vector<std::size_t>& wrong,
                         std::size_t first) {
  const std::size_t columns = array.shape.columns, count = array.count(), channels = array.shape.channels;
  if (const std::size_t rounded = rounded_to_float(array, rows, wrong); rounded >= 4 && rounded * 10 >= wrong.size() * 9)
    return " These are the expected values rounded to a float: somewhere a double goes through a float.";
  // Where, under each suspicion, the value found at (row, column) would belong.
  const auto shifted = [&](std::int64_t by) {
    return [=](std::size_t row, std::size_t column) -> std::optional<std::size_t> {
      const std::int64_t at = static_cast<std::int64_t>(row * columns + column) + by;
      if (at < 0 || at >= static_cast<std::int64_t>(count)) return std::nullopt;
      return static_cast<std::size_t>(at);
    };
  };
  const Move transposed = [&](std::size_t row, std::size_t column) -> std::optional<std::size_t> {
    const std::size_t pixel = column / channels;
    if (pixel >= array.shape.rows || row >= columns / channels) return std::nullopt;
    return pixel * columns + row * channels + column % channels;
  };
  const auto width = static_cast<std::int64_t>(columns), one = static_cast<std::int64_t>(channels);
  struct Suspicion {
    const char* name;
    Move move;
    bool two_dimensional;
  };
  const std::vector<Suspicion> suspicions = {{"off by one row", shifted(width), true},
                                             {"off by one row", shifted(-width), true},
                                             {channels > 1 ? "off by one pixel" : "off by one element", shifted(one), false},
                                             {channels > 1 ? "off by one pixel" : "off by one element", shifted(-one), false},
                                             {"rows and columns exchanged", transposed, true}};
  for (const Suspicion& suspicion : suspicions) {
    if (suspicion.two_dimensional && array.shape.rows == 1) continue;
    std::size_t fits = 0, asked = 0;
    for (const std::size_t i : wrong) {
      const auto belongs = suspicion.move(i / columns, i % columns);
      if (!belongs) continue;
      ++asked;
      fits += equals(array, rows, i, *belongs) ? 1 : 0;
    }
    // Several elements, nearly all of them, and the values must differ, or everything would fit everything.
    if (asked < 4 || fits * 10 < asked * 9) continue;
    const auto belongs = suspicion.move(first / columns, first % columns);
    std::string hint = fmt::format(" This looks {}", suspicion.name);
    if (belongs)
      hint +=
          fmt::format(": the value at {} is the one expected at {}", place_of(array, first), place_of(array, *belongs));
    return hint + ".";
  }
  return "";
}

std::string resemblance_of(const Array& array, std::span<const std::byte> rows) {
  for (const Array::Resemblance& slip : array.resemblances) {
    bool same = true;
    for (std::size_t i = 0; same && i < array.count(); ++i) {
      const double got = with_element(array.element, rows, i, [](auto value) { return static_cast<double>(value); });
      const double allowed = array.tolerance.exact() ? 0 : array.tolerance.allowed[i];
      same = std::fabs(got - slip.values[i]) <= allowed;  // a NaN resembles nothing
    }
    if (same) return " " + slip.sentence + ".";
  }
  return "";
}

}  // namespace course::harness
