#include "grading/runner/case.h"

#include <algorithm>

#include "grading/runner/protocol.h"

namespace course::runner {
namespace {

[[noreturn]] void lab_fault(const std::string& sentence) { throw RunnerFault(protocol::lab_fault, sentence); }

const Buffer& find_buffer(const Case::State& state, std::string_view name) {
  state.asked = true;
  const auto found = std::find_if(state.buffers.begin(), state.buffers.end(),
                                  [&](const Buffer& buffer) { return buffer.order().name == name; });
  if (found == state.buffers.end())
    lab_fault("runner.cpp asks for the array '" + std::string(name) + "', which the grader's order does not hold");
  return *found;
}

const Number& find_number(const Case::State& state, std::string_view name) {
  state.asked = true;
  const auto found = state.numbers.find(name);
  if (found == state.numbers.end())
    lab_fault("runner.cpp asks for the number '" + std::string(name) + "', which the grader's order does not hold");
  return found->second;
}

}  // namespace

void* Case::array(std::string_view name, std::string_view role, std::string_view space, std::size_t element_bytes) {
  const Buffer& buffer = find_buffer(state_, name);
  const ArrayOrder& order = buffer.order();
  if (order.role != role || order.space != space)
    lab_fault("runner.cpp uses '" + std::string(name) + "' as " + std::string(role) + " in " + std::string(space) +
              " memory, the grader ordered it as " + order.role + " in " + order.space + " memory");
  // Bytes and structures may be seen through another element type as long as rows divide into it.
  if (element_bytes == 0 || order.row_bytes() % element_bytes != 0)
    lab_fault("runner.cpp uses '" + std::string(name) + "' with elements of " + std::to_string(element_bytes) +
              " bytes, the grader ordered elements of " + std::to_string(order.element_bytes));
  return buffer.base();
}

void* Case::memory(std::size_t bytes, std::string_view name) {
  ArrayOrder order;
  order.name = name;
  order.role = "scratch";
  order.space = "device";
  order.element = "u8";
  order.element_bytes = 1;
  order.rows = 1;
  order.columns = order.pitch = bytes;
  return state_.memory.emplace_back(std::move(order), "", state_.seed).base();
}

Case::Surface Case::surface(std::string_view name, std::string_view role) {
  const Buffer& buffer = find_buffer(state_, name);
  const ArrayOrder& order = buffer.order();
  if (order.role != role || order.space != "array")
    lab_fault("runner.cpp uses '" + std::string(name) + "' as a CUDA array for " + std::string(role) +
              ", the grader ordered it as " + order.role + " in the space " + order.space);
  return {buffer.array(), buffer.surface()};
}

void Case::begin_timed() {
  state_.timed = true;
  if (state_.timer != nullptr) state_.timer->begin();
}
void Case::end_timed() {
  if (state_.timer != nullptr) state_.timer->end();
}

std::size_t Case::pitch(std::string_view name) const { return find_buffer(state_, name).order().pitch; }

std::int64_t Case::integer(std::string_view name) const {
  const auto* value = std::get_if<std::int64_t>(&find_number(state_, name));
  if (value == nullptr) lab_fault("runner.cpp uses the number '" + std::string(name) + "' as a whole one; it is real");
  return *value;
}

double Case::real(std::string_view name) const {
  return std::visit([](auto value) { return static_cast<double>(value); }, find_number(state_, name));
}

void Case::return_integer(std::string_view name, std::int64_t value) { state_.returned.emplace_back(name, value); }
void Case::return_status(std::string_view name, int value) {
  state_.returned.emplace_back(name, std::int64_t{value});
  state_.status_names.insert_or_assign(std::string(name), cudaGetErrorName(static_cast<cudaError_t>(value)));
}
void Case::return_real(std::string_view name, double value) { state_.returned.emplace_back(name, value); }

}  // namespace course::runner
