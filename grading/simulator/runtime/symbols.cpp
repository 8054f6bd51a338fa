// __constant__ and __device__ variables from the host.
#include <fmt/format.h>

#include "grading/simulator/runtime/copies.h"
#include "grading/simulator/runtime/graphs.h"
#include "grading/simulator/runtime/memory_names.h"
#include "grading/simulator/runtime/record.h"

namespace sim::runtime {
namespace {

struct Resolved {
  const Variable* variable = nullptr;
  Outcome outcome;
};

// `what`: "the copy to constant memory failed" and the like.
Resolved resolve(State& s, const void* symbol, const char* what) {
  const auto found = s.symbols.find(symbol);
  if (found == s.symbols.end())
    return {nullptr, {cudaErrorInvalidSymbol,
                      fmt::format("{}: the first argument must be the variable, not its name", what) +
                          (is_device(s, symbol) ? " or a device pointer" : "") +
                          "; no __constant__ or __device__ variable is at this address"}};
  const auto& [module, name] = found->second;
  const Variable* variable = module->program ? module->program->variable(name) : nullptr;
  if (!variable)
    return {nullptr, {cudaErrorInvalidSymbol, fmt::format("{}: the device code that holds {} could not be loaded{}", what,
                                                          name, module->problem.empty() ? "" : ": " + module->problem)}};
  return {variable, cudaSuccess};
}

Outcome copy_symbol(State& s, const char* name, const void* symbol, const void* other, std::size_t bytes,
                    std::size_t offset, cudaMemcpyKind kind, bool to_symbol) {
  if (const bool fits = kind == cudaMemcpyDefault || kind == cudaMemcpyDeviceToDevice ||
                        kind == (to_symbol ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
      !fits)
    return {cudaErrorInvalidMemcpyDirection,
            to_symbol ? "a copy to a variable of the device goes from host to device or from device to device"
                      : "a copy from a variable of the device goes from device to host or from device to device"};
  const Resolved resolved =
      resolve(s, symbol, to_symbol ? "the copy to constant memory failed" : "the copy from the variable failed");
  if (!resolved.variable) return resolved.outcome;
  const Variable& variable = *resolved.variable;
  if (offset > variable.bytes || bytes > variable.bytes - offset)
    return {cudaErrorInvalidValue,
            fmt::format("the copy {} {} bytes{} {} {}, which has {} bytes", to_symbol ? "writes" : "reads", bytes,
                        offset ? fmt::format(" from byte {} on", offset) : "", to_symbol ? "into" : "of", variable.name,
                        variable.bytes)};
  if (to_symbol && kind == cudaMemcpyHostToDevice && is_device(s, other) && !is_host(s, other)) {
    const std::string note =
        fmt::format("{} into `{}` was told cudaMemcpyHostToDevice, but reads device memory: the variable gets the {} bytes that lie "
                    "where the pointer leads{}",
                    name, variable.name, bytes,
                    bytes == sizeof(void*) ? "; if it is to hold the pointer, pass the address of the host's variable (&pointer)" : "");
    say(s, note);
    add_note(s.record, note);
  }
  const Range device = {reinterpret_cast<void*>(variable.address + offset), bytes}, rest = {other, bytes};
  return to_symbol ? copy(s, name, device, rest, kind, "symbol") : copy(s, name, rest, device, kind, "symbol");
}

}  // namespace
}  // namespace sim::runtime

using namespace sim::runtime;

extern "C" {

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* source, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return call_and_wait("cudaMemcpyToSymbol", [=](State& s) {
    return copy_symbol(s, "cudaMemcpyToSymbol", symbol, source, bytes, offset, kind, true);
  });
}
cudaError_t cudaMemcpyFromSymbol(void* target, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind) {
  return call_and_wait("cudaMemcpyFromSymbol", [=](State& s) {
    return copy_symbol(s, "cudaMemcpyFromSymbol", symbol, target, bytes, offset, kind, false);
  });
}
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* source, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  return call_in_stream("cudaMemcpyToSymbolAsync", stream, [=](State& s) {
    return copy_symbol(s, "cudaMemcpyToSymbolAsync", symbol, source, bytes, offset, kind, true);
  });
}
cudaError_t cudaMemcpyFromSymbolAsync(void* target, const void* symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  return call_in_stream("cudaMemcpyFromSymbolAsync", stream, [=](State& s) {
    return copy_symbol(s, "cudaMemcpyFromSymbolAsync", symbol, target, bytes, offset, kind, false);
  });
}
cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) {
  return call("cudaGetSymbolAddress", [&](State& s) -> Outcome {
    if (!address) return {cudaErrorInvalidValue, "the pointer for the address is null"};
    const Resolved resolved = resolve(s, symbol, "the address of the variable was not found");
    if (resolved.variable) *address = reinterpret_cast<void*>(resolved.variable->address);
    return resolved.outcome;
  });
}
cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
  return call("cudaGetSymbolSize", [&](State& s) -> Outcome {
    if (!bytes) return {cudaErrorInvalidValue, "the pointer for the size is null"};
    const Resolved resolved = resolve(s, symbol, "the size of the variable was not found");
    if (resolved.variable) *bytes = resolved.variable->bytes;
    return resolved.outcome;
  });
}

}  // extern "C"
