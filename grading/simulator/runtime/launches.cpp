// kernel<<<...>>> and cudaLaunchKernel: refused as the hardware refuses, else run at once; a fault waits for the next
// call that can wait for the kernel.
#include <fmt/format.h>

#include <cstdio>
#include <cstring>

#include "grading/simulator/runtime/caller.h"
#include "grading/simulator/runtime/error_names.h"
#include "grading/simulator/runtime/graphs.h"
#include "grading/simulator/runtime/host_names.h"
#include "grading/simulator/runtime/kernels.h"

namespace sim::runtime {
namespace {

struct CallConfiguration {
  dim3 grid, block;
  std::size_t dynamic_shared;
  void* stream;
};
thread_local std::vector<CallConfiguration> configurations;
// A stub, which <<< >>> stands for, took its configuration and has not launched yet.
thread_local bool in_stub = false;

Dim3 to_dim3(const dim3& d) { return {d.x, d.y, d.z}; }

std::vector<std::byte> pack(const Kernel& kernel, void** arguments) {
  std::vector<std::byte> bytes(kernel.parameter_bytes);
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i)
    std::memcpy(bytes.data() + kernel.parameters[i].offset, arguments[i], kernel.parameters[i].bytes);
  return bytes;
}

cudaError_t refuse(State& s, LaunchRecord&& launch, const Outcome& outcome) {
  launch.status = outcome.status;
  launch.refused = outcome.sentence;
  const std::string name = launch.kernel.empty() ? "a kernel launch" : "the launch of " + launch.kernel;
  s.record.launches.push_back(std::move(launch));
  s.record.errors.push_back({"cudaLaunchKernel", int(outcome.status), outcome.sentence});
  say_where(s, fmt::format("{} was refused with {} ({}): {}; the kernel did not run", name, int(outcome.status),
                           error_name(outcome.status), outcome.sentence), in_stub);
  return remember(outcome.status);
}

// Every launch leaves a record, and whoever counts them reads them all.
cudaError_t stop_launching(State& s, const Kernel& kernel) {
  Fault fault;
  fault.kind = "launch-budget";
  fault.kernel = kernel.pretty_name;
  fault.file = line_of_caller(in_stub);
  if (fault.file.empty()) fault.file = kernel.file, fault.line = kernel.line;
  fault.status = cudaErrorLaunchTimeout;
  fault.sentence = fmt::format(
      "this would be launch {}, and here the simulated GPU stops: a launch takes microseconds, however little it has to do. Let one "
      "launch do the work of many, with more blocks or with threads that go on in a loop", s.record.launches.size() + 1);
  report_fault(s, fault, -1);
  s.broken = cudaErrorLaunchTimeout;
  return remember(s.broken);
}

void run(State& s, const Program& program, const Kernel& kernel, LaunchRecord&& launch,
         const std::vector<std::byte>& parameters) {
  if (s.pending != cudaSuccess) {
    // On hardware it would wait behind the kernel that failed and never run.
    launch.status = s.pending;
    launch.refused = "an earlier kernel ended in a fault, so this one never ran";
    s.record.launches.push_back(std::move(launch));
    return;
  }
  LaunchConfig config;
  config.grid = launch.grid, config.block = launch.block;
  config.dynamic_shared = std::uint32_t(launch.dynamic_shared);
  config.parameters = parameters;
  config.images = &s.images;
  config.instruction_budget = s.instruction_budget;
  config.swap_blocks = s.swap_blocks;
  if (s.finder) config.touches = &s.order.touches();
  // What streams touch is noted access by access, in one place.
  config.threads = s.finder && s.order.touches().follows_linear_memory() ? 1 : s.threads;
  config.finder = s.finder.get();
  s.order.name("the kernel " + launch.kernel);
  s.order.launched();
  config.host_words = [&s](Address address) { return describe_host(s, address); };
  config.unordered_sentence = [&s](StreamTouches::Deed mine, const std::string& what, const StreamTouches::Earlier& earlier) {
    return unordered_sentence(mine, what, s.order.name_of(earlier.work), earlier.deed);
  };
  config.print = [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); };
  LaunchReport report = run_launch(program, kernel, config, s.memory, s.limits);
  launch.total = report.total;
  launch.lines = std::move(report.lines);
  launch.idle_blocks = report.idle_blocks;
  launch.blocks_swapped = report.blocks_swapped;
  s.record.launches.push_back(std::move(launch));
  for (const Fault& fault : report.faults) report_fault(s, fault, int(s.record.launches.size()) - 1);
  s.pending = static_cast<cudaError_t>(report.status);
}

cudaError_t launch_kernel(const void* stub, const dim3& grid, const dim3& block, void** arguments,
                          std::size_t dynamic_shared, cudaStream_t stream) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  if (s.broken != cudaSuccess) return remember(s.broken);
  load_modules(s);

  LaunchRecord launch;
  launch.grid = to_dim3(grid), launch.block = to_dim3(block), launch.dynamic_shared = dynamic_shared;
  const FoundKernel found = find_kernel(s, stub);
  if (!found.kernel) return refuse(s, std::move(launch), found.outcome);
  const Kernel& kernel = *found.kernel;
  if (s.launch_budget > 0 && s.record.launches.size() >= s.launch_budget) return stop_launching(s, kernel);
  launch.kernel = kernel.pretty_name;
  launch.symbol = kernel.name;
  launch.static_shared = kernel.static_shared;
  launch.argument_bytes = kernel.parameter_bytes;
  launch.registers = std::uint32_t(register_estimate(kernel));
  if (std::string why = shape_problem(s, kernel, *found.entry, launch.grid, launch.block, dynamic_shared); !why.empty())
    return refuse(s, std::move(launch), {cudaErrorInvalidValue, std::move(why)});
  if (dynamic_shared > 0 && !kernel.uses_dynamic_shared)
    add_note(s.record, fmt::format("{} is launched with {} bytes of dynamic shared memory but declares no extern "
                                   "__shared__ array: they only take room from other blocks",
                                   kernel.pretty_name, dynamic_shared));
  const Program& program = *found.entry->module->program;
  const Outcome outcome =
      submit(s, stream, [&program, &kernel, launch, parameters = pack(kernel, arguments)](State& later) -> Outcome {
        run(later, program, kernel, LaunchRecord(launch), parameters);
        return cudaSuccess;
      });
  return outcome.status == cudaSuccess ? cudaSuccess : refuse(s, std::move(launch), outcome);
}

}  // namespace
}  // namespace sim::runtime

using namespace sim::runtime;

extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t dynamic_shared, void* stream) {
  configurations.push_back({grid, block, dynamic_shared, stream});
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* dynamic_shared, void* stream) {
  if (configurations.empty()) return cudaErrorMissingConfiguration;
  const CallConfiguration& top = configurations.back();
  *grid = top.grid, *block = top.block, *dynamic_shared = top.dynamic_shared;
  *static_cast<void**>(stream) = top.stream;
  configurations.pop_back();
  in_stub = true;
  return cudaSuccess;
}
cudaError_t cudaLaunchKernel(const void* stub, dim3 grid, dim3 block, void** arguments, size_t dynamic_shared,
                             cudaStream_t stream) {
  const cudaError_t status = launch_kernel(stub, grid, block, arguments, dynamic_shared, stream);
  in_stub = false;
  return status;
}
cudaError_t cudaLaunchCooperativeKernel(const void* stub, dim3 grid, dim3 block, void** arguments, size_t dynamic_shared,
                                        cudaStream_t stream) {
  const cudaError_t status = launch_kernel(stub, grid, block, arguments, dynamic_shared, stream);
  in_stub = false;
  return status;
}

}  // extern "C"
