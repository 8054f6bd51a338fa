#include "grading/harness/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "grading/harness/values.h"
#include "grading/runner/protocol.h"

namespace course::harness {
namespace {

std::byte poison_of(const Array& array) {
  return std::byte{array.role == Role::input || array.role == Role::in_out ? protocol::given_poison : protocol::poison};
}

bool is_poison(std::span<const std::byte> bytes, const Array& array) {
  return std::all_of(bytes.begin(), bytes.end(), [poison = poison_of(array)](std::byte b) { return b == poison; });
}

// The run of changed elements at one side of an array: how many elements, counted from the array outwards.
std::size_t changed_elements(std::span<const std::byte> zone, const Array& array, bool from_end) {
  const auto changed = [poison = poison_of(array)](std::byte b) { return b != poison; };
  const std::size_t reach =
      from_end ? static_cast<std::size_t>(zone.end() - std::find_if(zone.begin(), zone.end(), changed))
               : static_cast<std::size_t>(std::find_if(zone.rbegin(), zone.rend(), changed).base() - zone.begin());
  return (reach + array.element_bytes - 1) / array.element_bytes;
}

std::string elements(std::size_t count) { return fmt::format("{} element{}", count, count == 1 ? "" : "s"); }

Finding outside(std::string message) {
  return {"out-of-bounds-write",
          message + " Memory there belongs to somebody else: check the bound against which you compare the index.",
          "",
          {},
          {},
          "",
          ""};
}

// Whether an element still is as it was before the call: poison, or its initial value.
bool unwritten(const Array& array, std::span<const std::byte> rows, std::size_t index) {
  const std::size_t at = index * array.element_bytes;
  const auto element = rows.subspan(at, array.element_bytes);
  if (array.role == Role::output) return is_poison(element, array);
  return array.has_initial() &&
         std::ranges::equal(element, std::span(array.initial).subspan(at, array.element_bytes));
}

// How many elements the function has to write.
std::size_t to_be_written(const Array& array) {
  if (array.role == Role::output) return array.count();
  std::size_t changing = 0;
  for (std::size_t i = 0; i < array.count(); ++i) changing += element_right(array, array.initial, i) ? 0u : 1u;
  return changing;
}

// The message for elements that still are as before the call: as ranges, since a missing tail or a missing row is the
// usual case.
Finding not_written(const Array& array, const std::vector<std::size_t>& missing) {
  const char* const written = array.role == Role::output ? "written" : "updated";
  const std::size_t first = missing.front();
  std::size_t last = first;
  for (const std::size_t i : missing) {
    if (i > last + 1) break;
    last = i;
  }
  const std::size_t in_first_run = last - first + 1;
  std::string message;
  const bool all = missing.size() == to_be_written(array);
  if (missing.size() == array.count()) {
    message = fmt::format("No element of `{}` was ever {}.", array.name, written);
  } else if (all) {
    message = fmt::format("No element of `{}` that has to change was {}.", array.name, written);
  } else if (array.shape.rows == 1) {
    message = in_first_run == 1
                  ? fmt::format("Index {} of `{}` was never {}", first, array.name, written)
                  : fmt::format("Indices {}..{} of `{}` were never {}", first, last, array.name, written);
    message +=
        missing.size() == in_first_run ? "." : fmt::format(", and {} more.", elements(missing.size() - in_first_run));
  } else {
    message = fmt::format("{} of `{}` {} never {}, the first at {}.", elements(missing.size()), array.name,
                          missing.size() == 1 ? "was" : "were", written, place_of(array, first));
  }
  message += all ? " Look for the store: does the kernel store what it computes, into this array, and does any thread get there?"
                 : " Every element needs a thread: count the blocks, and look at what the bound leaves out.";
  // Poison is a NaN there, and arithmetic hands it on.
  if (array.role == Role::output && (array.element == Element::f32 || array.element == Element::f64))
    message += " Adding to an element that nobody has set looks the same: it is NaN before the call.";
  return {"not-written", message, "", {}, {}, "", ""};
}

}  // namespace

std::size_t Placement::total(const Array& array) const {
  const std::size_t all = first(array) + array.shape.rows * array.pitch() + red_zone_of(array);
  return all == 0 ? 1 : all;
}

std::vector<std::byte> rows_of(const Array& array, Placement placement, std::span<const std::byte> raw) {
  const std::size_t row_bytes = array.shape.columns * array.element_bytes;
  std::vector<std::byte> rows;
  rows.reserve(row_bytes * array.shape.rows);
  for (std::size_t row = 0; row < array.shape.rows; ++row) {
    const auto bytes = raw.subspan(placement.first(array) + row * array.pitch(), row_bytes);
    rows.insert(rows.end(), bytes.begin(), bytes.end());
  }
  return rows;
}

std::optional<Finding> judge_surroundings(const Array& array, Placement placement, std::span<const std::byte> raw) {
  const std::size_t first = placement.first(array), row_bytes = array.shape.columns * array.element_bytes;
  const std::size_t end = first + (array.shape.rows == 0 ? 0 : (array.shape.rows - 1) * array.pitch() + row_bytes);
  const auto before = raw.first(first), after = raw.subspan(end);
  // Behind the last row comes its padding before the zone: one region for whoever runs past the end.
  if (!is_poison(after, array))
    return outside(fmt::format("Your function wrote {} past the end of `{}`.",
                               elements(changed_elements(after, array, false)), array.name));
  if (!is_poison(before, array))
    return outside(fmt::format("Your function wrote {} before the start of `{}`.",
                               elements(changed_elements(before, array, true)), array.name));
  for (std::size_t row = 0; row + 1 < array.shape.rows; ++row) {
    const auto padding = raw.subspan(first + row * array.pitch() + row_bytes, array.pitch() - row_bytes);
    if (!is_poison(padding, array))
      return outside(
          fmt::format("Your function wrote {} past the end of row {} of `{}`, into the padding up to the next row.",
                      elements(changed_elements(padding, array, false)), row, array.name));
  }
  return std::nullopt;
}

std::optional<Finding> judge_input(const Array& array, std::span<const std::byte> rows) {
  const auto [was, is] = std::mismatch(array.initial.begin(), array.initial.end(), rows.begin());
  if (was == array.initial.end()) return std::nullopt;
  const std::size_t index = static_cast<std::size_t>(was - array.initial.begin()) / array.element_bytes;
  return Finding{"input-changed",
                 fmt::format("The input `{}` was changed, first at {}: who called the function still needs it.",
                             array.name, place_of(array, index)),
                 "",
                 {},
                 {},
                 "",
                 ""};
}

bool untouched(const Array& array, std::span<const std::byte> rows) {
  return array.role == Role::output ? is_poison(rows, array) : std::ranges::equal(rows, array.initial);
}

std::optional<Finding> judge_result(const Array& array, std::span<const std::byte> rows) {
  std::vector<std::size_t> wrong, missing;
  for (std::size_t i = 0; i < array.count(); ++i) {
    if (element_right(array, rows, i)) continue;
    wrong.push_back(i);
    if (unwritten(array, rows, i)) missing.push_back(i);
  }
  if (wrong.empty()) return std::nullopt;
  const std::string resemblance = resemblance_of(array, rows);
  const bool output = array.role == Role::output;
  // An array that was given and is as it was as a whole may be right after fewer steps, or the wrong one of two.
  if (missing.size() == wrong.size() && (output || (missing.size() < array.count() && resemblance.empty())))
    return not_written(array, missing);
  if (!output) missing.clear();

  // The first wrong element that was written says more than one that was not.
  const auto first = *std::find_if(wrong.begin(), wrong.end(), [&](std::size_t i) {
    return !std::binary_search(missing.begin(), missing.end(), i);
  });
  // Poison is NaN for floats. For whole numbers it is a value that a function may have computed as well.
  const bool sure = array.element == Element::f32 || array.element == Element::f64;
  const std::string which =
      missing.empty() ? ", the first"
      : sure          ? fmt::format("; {} of them {} never written, and of the others the first is", missing.size(),
                                    missing.size() == 1 ? "was" : "were")
                      : fmt::format("; {} of them {} {} as before the call, and of the others the first is",
                                    missing.size(), missing.size() == 1 ? "is" : "are",
                                    got_text(array, rows, missing.front()));
  std::string message = fmt::format("{} of {} of `{}` {} wrong{} at {}: expected {}, got {}", wrong.size(),
                                    elements(array.count()), array.name, wrong.size() == 1 ? "is" : "are", which,
                                    place_of(array, first), expected_text(array, first), got_text(array, rows, first));
  if (!array.tolerance.exact()) message += fmt::format(" (allowed difference {:.3g})", array.tolerance.allowed[first]);
  message += ".";
  message += resemblance.empty() ? pattern_hint(array, rows, wrong, first) : resemblance;
  return Finding{"wrong-result", message, "", {}, {}, "", ""};
}

}  // namespace course::harness
