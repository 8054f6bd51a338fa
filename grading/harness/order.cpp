#include "grading/harness/order.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "grading/harness/harness.h"

namespace course::harness {
namespace {

// A mistake of the lab's author must not look like one of the student's.
[[noreturn]] void refuse(const Case& of, const std::string& array, const std::string& what) {
  throw InfrastructureFault("the grader's case '" + of.name() + "' is wrong: array '" + array + "' " + what);
}

}  // namespace

Case& Case::add(Array array) {
  const std::size_t count = array.count();
  if (array.has_initial() && !array.drawn && array.initial.size() != count * array.element_bytes)
    refuse(*this, array.name,
           "is given " + std::to_string(array.initial.size()) + " bytes for " + std::to_string(count) +
               " elements of " + std::to_string(array.element_bytes));
  if (array.is_result() && !array.unreferenced) {
    const std::size_t expected = array.tolerance.exact() && array.expected_real.empty()
                                     ? array.expected.size() / array.element_bytes
                                     : array.expected_real.size();
    if (expected != count || (!array.tolerance.exact() && array.tolerance.allowed.size() != count))
      refuse(*this, array.name,
             "expects " + std::to_string(expected) + " values with " + std::to_string(array.tolerance.allowed.size()) +
                 " tolerances for " + std::to_string(count) + " elements");
    if (!std::all_of(array.expected_real.begin(), array.expected_real.end(), [](double x) { return std::isfinite(x); }))
      refuse(*this, array.name, "expects a value that is not finite");
  }
  if (array.shape.pitch != 0 && array.shape.pitch < array.shape.columns * array.element_bytes)
    refuse(*this, array.name, "has a pitch smaller than its rows");
  if (std::any_of(arrays_.begin(), arrays_.end(), [&](const Array& other) { return other.name == array.name; }))
    refuse(*this, array.name, "is there twice");
  arrays_.push_back(std::move(array));
  return *this;
}

Case& Case::number(std::string_view name, std::variant<std::int64_t, double> value) {
  if (const double* real = std::get_if<double>(&value); real != nullptr && !std::isfinite(*real))
    throw InfrastructureFault("the grader's case '" + name_ + "' is wrong: number '" + std::string(name) +
                              "' is not finite");
  numbers_.push_back({std::string(name), value});
  return *this;
}

Case& Case::returns(std::string_view name, std::int64_t expected, std::string otherwise) {
  returned_.push_back({std::string(name), expected, std::move(otherwise)});
  return *this;
}

Case& Case::refused(std::string_view name) {
  refusal_ = name;
  launch_expected_ = false;
  return *this;
}

Case& Case::result_is_one_of(std::string_view returned, std::vector<std::string> arrays) {
  for (const std::string& name : arrays)
    if (!array(name).is_result()) refuse(*this, name, "is not a result, so the function cannot choose it");
  choice_ = Choice{std::string(returned), std::move(arrays)};
  return *this;
}

Case& Case::resembles(std::string_view name, Array::Resemblance resemblance) {
  Array& array = const_cast<Array&>(std::as_const(*this).array(name));
  if (!array.is_result() || resemblance.values.size() != array.count())
    refuse(*this, array.name,
           "is said to resemble " + std::to_string(resemblance.values.size()) + " values; it is a result of " +
               std::to_string(array.count()));
  array.resemblances.push_back(std::move(resemblance));
  return *this;
}

Case& Case::near(std::string_view name, Near near) {
  const_cast<Array&>(array(name)).near = near;
  return *this;
}

Case& Case::useful_bytes(std::uint64_t loaded, std::uint64_t stored) {
  useful_loaded_ = loaded;
  useful_stored_ = stored;
  return *this;
}

Case& Case::nothing_to_do() {
  launch_expected_ = false;
  return *this;
}

const Array& Case::array(std::string_view name) const {
  const auto found =
      std::find_if(arrays_.begin(), arrays_.end(), [&](const Array& array) { return array.name == name; });
  if (found == arrays_.end())
    throw InfrastructureFault("the grader's case '" + name_ + "' has no array '" + std::string(name) + "'");
  return *found;
}

}  // namespace course::harness
