#include "grading/simulator/runtime/state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "grading/simulator/runtime/arrays.h"
#include "grading/simulator/runtime/caller.h"
#include "grading/simulator/runtime/crash.h"
#include "grading/simulator/runtime/error_names.h"
#include "grading/simulator/runtime/evidence.h"
#include "grading/simulator/runtime/memory_names.h"
#include "grading/simulator/runtime/properties.h"

namespace sim::runtime {
namespace {

thread_local cudaError_t last_error = cudaSuccess;

// An endless loop ends after about a minute instead of never.
constexpr std::uint64_t default_instruction_budget = 20'000'000'000;

// A whole number of an environment variable; `otherwise` when it is not set or not a number.
std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  if (!text || !*text) return otherwise;
  char* end = nullptr;
  const std::uint64_t value = std::strtoull(text, &end, 10);
  if (*end == '\0') return value;
  std::fprintf(stderr, "%s=%s is not a whole number; %llu holds\n", name, text, static_cast<unsigned long long>(otherwise));
  return otherwise;
}

constexpr std::uint64_t most_threads = 256;

bool finders_wanted() {
  const char* text = std::getenv("CUDA_SIM_FINDERS");
  if (!text || !*text || std::string_view(text) == "on") return true;
  if (std::string_view(text) == "off") return false;
  std::fprintf(stderr, "CUDA_SIM_FINDERS=%s is neither on nor off; on holds\n", text);
  return true;
}

bool swapped_blocks_wanted() {
  const char* text = std::getenv("CUDA_SIM_BLOCK_ORDER");
  if (!text || !*text || std::string_view(text) == "ascending") return false;
  if (std::string_view(text) == "swapped") return true;
  std::fprintf(stderr, "CUDA_SIM_BLOCK_ORDER=%s is neither ascending nor swapped; ascending holds\n", text);
  return false;
}

void write_evidence_at_exit() {
  const char* path = std::getenv("CUDA_SIM_EVIDENCE");
  if (!path || !*path) return;
  if (const int failure = sim_write_evidence(path))
    std::fprintf(stderr, "the evidence could not be written to %s: %s\n", path, std::strerror(failure));
}

// "3 allocations (12288 bytes) were never freed: ..."; empty when nothing was lost.
std::string lost_memory(const State& state) {
  std::size_t count = 0, bytes = 0;
  std::string first;
  for (const auto& [base, allocation] : state.memory.allocations()) {
    if (allocation.kind == Allocation::Kind::symbol || allocation.id <= state.record.first_allocation) continue;
    if (first.empty()) first = describe(allocation);
    ++count, bytes += allocation.bytes;
  }
  if (!count) return {};
  if (count == 1) return fmt::format("device memory never freed: {}", first);
  return fmt::format("device memory never freed: {} allocations, {} bytes, the first is {}", count, bytes, first);
}

// The same of surface and texture objects.
std::string lost_objects(const State& state) {
  const std::size_t count = state.images.made_after(state.record.first_object);
  return count == 0 ? std::string()
                    : fmt::format("surface or texture objects never destroyed: {}", count);
}

}  // namespace

State::State() : limits(limits_from_environment()) {
  quiet = std::getenv("CUDA_SIM_QUIET") != nullptr;
  instruction_budget = number_from_environment("CUDA_SIM_INSTRUCTION_BUDGET", default_instruction_budget);
  launch_budget = number_from_environment("CUDA_SIM_LAUNCH_BUDGET", 0);
  threads = static_cast<unsigned>(std::clamp<std::uint64_t>(number_from_environment("CUDA_SIM_THREADS", 1), 1, most_threads));
  swap_blocks = swapped_blocks_wanted();
  if (finders_wanted()) finder = std::make_unique<Finder>();
  memory.follow_writes(finder != nullptr);
  record.front_end = "unknown";
  record.compute_capability = fmt::format("{}.{}", limits.major, limits.minor);
  install_crash_report();
  std::atexit(write_evidence_at_exit);
}

State& state() {
  static State* const device = new State;
  return *device;
}

cudaError_t remember(cudaError_t status) { return last_error = status; }

void say(State& state, const std::string& message) {
  if (state.quiet || !state.said.insert(message).second) return;
  std::fflush(stdout);  // what the program printed before comes before
  std::fprintf(stderr, "%s\n", message.c_str());
}

void say_where(State& state, const std::string& message, bool from_stub) {
  if (state.quiet) return;
  const std::string line = line_of_caller(from_stub);
  say(state, line.empty() ? message : line + ": " + message);
}

cudaError_t fail(State& state, const char* call, const Outcome& outcome) {
  const std::string sentence = outcome.sentence.empty() ? error_text(outcome.status) : outcome.sentence;
  state.record.errors.push_back({call, int(outcome.status), sentence});
  say_where(state, fmt::format("{} answered {} ({}): {}", call, int(outcome.status), error_name(outcome.status), sentence));
  return remember(outcome.status);
}

// "the 200th launch"
static std::string ordinal(int number) {
  const int tens = number % 100;
  const char* ending = tens >= 11 && tens <= 13 ? "th" : number % 10 == 1 ? "st" : number % 10 == 2 ? "nd" : number % 10 == 3 ? "rd" : "th";
  return fmt::format("{}{}", number, ending);
}

void report_fault(State& state, const Fault& fault, int launch) {
  // What a kernel does in every launch is told of the first.
  const auto same = [&](const FaultRecord& f) {
    return f.fault.kind == fault.kind && f.fault.line == fault.line && f.fault.file == fault.file && f.fault.kernel == fault.kernel;
  };
  if (launch >= 0 && fault.status == 0 && std::any_of(state.record.faults.begin(), state.record.faults.end(), same)) return;
  state.record.faults.push_back({fault, launch});
  const std::string where = short_path(place(fault));
  std::string head = fmt::format("{}: {}", where.empty() ? fault.kernel : where, fault.kind);
  if (launch >= 0)
    head += fmt::format(" in {}{}, block ({},{},{}), thread ({},{},{})", fault.kernel,
                        state.record.launches.size() > 1 ? fmt::format(", the {} launch", ordinal(launch + 1)) : "", fault.block.x, fault.block.y,
                        fault.block.z, fault.thread.x, fault.thread.y, fault.thread.z);
  const std::string message = head + "\n  " + fault.sentence;
  if (launch < 0) say_where(state, message);
  else say(state, message);
}

cudaError_t context_status(State& state) {
  if (state.broken == cudaSuccess) state.broken = std::exchange(state.pending, cudaSuccess);
  return state.broken;
}

}  // namespace sim::runtime

using namespace sim::runtime;

extern "C" {

int sim_write_evidence(const char* path) {
  State& device = state();
  const std::lock_guard lock(device.mutex);
  Record record = device.record;
  for (std::string lost : {lost_memory(device), lost_objects(device)})
    if (!lost.empty()) add_note(record, std::move(lost));
  return write_record(record, path);
}

void sim_reset_evidence() {
  State& device = state();
  const std::lock_guard lock(device.mutex);
  Record fresh;
  fresh.front_end = device.record.front_end;
  fresh.compute_capability = device.record.compute_capability;
  for (const auto& [base, allocation] : device.memory.allocations())
    fresh.first_allocation = std::max(fresh.first_allocation, allocation.id);
  fresh.first_object = device.images.last();
  device.record = std::move(fresh);
  device.order.forget_launches();
}

void sim_mark_unwritten(void* pointer, unsigned long bytes) {
  State& device = state();
  const std::lock_guard lock(device.mutex);
  device.memory.note_unwritten(reinterpret_cast<sim::Address>(pointer), bytes);
}

void sim_name_memory(const void* pointer, const char* name) {
  State& device = state();
  const std::lock_guard lock(device.mutex);
  device.memory.name(is_array_handle(pointer) ? static_cast<const cudaArray*>(pointer)->base : reinterpret_cast<sim::Address>(pointer), name);
}

// What the calls of this host thread answered last, nothing more: a waiting fault of a kernel is not seen here yet, and the
// error of a broken context is taken like any other; the next call that needs the device answers it again.
cudaError_t cudaGetLastError() { return std::exchange(last_error, cudaSuccess); }
cudaError_t cudaPeekAtLastError() { return last_error; }
const char* cudaGetErrorName(cudaError_t error) { return error_name(error); }
const char* cudaGetErrorString(cudaError_t error) { return error_text(error); }

}  // extern "C"
