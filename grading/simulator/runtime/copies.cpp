#include "grading/simulator/runtime/copies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "grading/simulator/runtime/arrays.h"
#include "grading/simulator/runtime/crash.h"
#include "grading/simulator/runtime/graphs.h"
#include "grading/simulator/runtime/host_names.h"

namespace sim::runtime {
namespace {

const char* kind_name(cudaMemcpyKind kind) {
  switch (kind) {
    case cudaMemcpyHostToHost: return "cudaMemcpyHostToHost";
    case cudaMemcpyHostToDevice: return "cudaMemcpyHostToDevice";
    case cudaMemcpyDeviceToHost: return "cudaMemcpyDeviceToHost";
    case cudaMemcpyDeviceToDevice: return "cudaMemcpyDeviceToDevice";
    case cudaMemcpyDefault: return "cudaMemcpyDefault";
  }
  return "an unknown direction";
}

// Why the pointers do not suit the direction; empty when they do. A device pointer on the side that should be the
// host's is fine: addresses are unified, and the hardware copies (recorded as case symbol_from_device_pointer of the runtime errors).
std::string direction_problem(const State& s, const void* target, const void* source, cudaMemcpyKind kind) {
  const bool target_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
  const bool source_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
  if (!target) return "the target pointer is null";
  if (!source) return "the source pointer is null";
  if (kind == cudaMemcpyDefault) return {};
  for (const auto& [pointer, needed, side] :
       {std::tuple{target, target_device, "target"}, std::tuple{source, source_device, "source"}}) {
    if (needed && is_array_handle(pointer))
      return fmt::format("the {} is a cudaArray, not memory; use cudaMemcpy2DToArray or cudaMemcpy2DFromArray", side);
    if (needed && !is_device(s, pointer))
      return fmt::format("{} wants a device pointer as {}, but {} is a host address{}", kind_name(kind), side, pointer,
                         is_device(s, side == std::string_view("target") ? source : target)
                             ? ": the direction or the order of the arguments is the wrong way round"
                             : host_hint(s, pointer));
  }
  if (kind == cudaMemcpyHostToHost && !(is_host(s, target) && is_host(s, source)))
    return "cudaMemcpyHostToHost got a device pointer; a kind that nobody set, as in a cudaMemcpy3DParms of zeros, is this one";
  return {};
}

// Bytes that the host side of a copy touches: read or written under a note for the crash report.
void move_rows(const State& s, const char* call, const Range& target, const Range& source) {
  const CrashContext context(call);
  std::byte* to = bytes_of(s, target.pointer);
  const std::byte* from = bytes_of(s, source.pointer);
  for (std::size_t row = 0; row < target.rows; ++row)
    std::memmove(to + row * target.pitch, from + row * source.pitch, target.bytes);
}

// Which bytes hold values now: the host's all do, the device's as far as they did before.
void note_rows(State& s, const Range& target, const Range& source) {
  if (!is_device(s, target.pointer)) return;
  const auto at = [](const Range& range, std::size_t row) { return reinterpret_cast<Address>(range.pointer) + row * range.pitch; };
  for (std::size_t row = 0; row < target.rows; ++row) {
    if (is_device(s, source.pointer)) s.memory.note_copied(at(target, row), at(source, row), target.bytes);
    else s.memory.note_written(at(target, row), target.bytes);
  }
}

// Rows that a copy reads or writes: judged against, and noted for, what other streams do.
void follow(State& s, const char* call, const Range& range, bool writes) {
  if (!s.finder || !is_device(s, range.pointer)) return;
  const Address base = reinterpret_cast<Address>(range.pointer);
  const Allocation* const in = s.memory.find(base);
  StreamTouches& touches = s.order.touches();
  if (!in || !touches.follows(*in)) return;
  s.order.name(call);
  std::optional<StreamTouches::Earlier> earlier;
  for (std::size_t row = 0; row < range.rows; ++row) {
    const Address at = base + row * range.pitch;
    const auto found = writes ? touches.writes(*in, at, range.bytes) : touches.reads(*in, at, range.bytes);
    if (!earlier) earlier = found;
  }
  if (!earlier) return;
  const std::string what = in->kind == Allocation::Kind::array ? std::string()
                               : fmt::format("byte {} of {}, which", earlier->address - in->base, describe(*in));
  report_unordered(s, call, writes ? StreamTouches::Deed::writes : StreamTouches::Deed::reads, what, *earlier);
}

// A table in a __constant__ variable and one in any other memory look alike to the calls that copy: cudaGetSymbolAddress makes
// both plain pointers, and cudaMemcpyToSymbol fills __device__ variables, too.
bool in_constant_memory(const State& s, const void* pointer) {
  const auto address = reinterpret_cast<Address>(pointer);
  return std::any_of(s.symbols.begin(), s.symbols.end(), [&](const auto& entry) {
    const auto& [module, name] = entry.second;
    const Variable* variable = module->program ? module->program->variable(name) : nullptr;
    return variable && variable->constant && address - variable->address < variable->bytes;
  });
}

}  // namespace

void report_unordered(State& s, const char* call, StreamTouches::Deed mine, const std::string& what, const StreamTouches::Earlier& earlier) {
  Fault fault;
  fault.kind = "unordered-streams";
  fault.kernel = call;
  fault.sentence = unordered_sentence(mine, what, s.order.name_of(earlier.work), earlier.deed);
  const auto& faults = s.record.faults;  // a loop of the program meets it again and again
  if (std::any_of(faults.begin(), faults.end(), [&](const FaultRecord& f) { return f.fault.kernel == call && f.fault.sentence == fault.sentence; })) return;
  report_fault(s, fault, -1);
}

Outcome copy(State& s, const char* call, const Range& target, const Range& source, cudaMemcpyKind kind,
             const char* counted_as) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    return {cudaErrorInvalidMemcpyDirection, fmt::format("{} is no direction of a copy", int(kind))};
  if (target.span() == 0) return cudaSuccess;
  for (const auto& [range, side] : {std::pair{&target, "target"}, std::pair{&source, "source"}})
    if (range->rows > 1 && range->pitch < range->bytes)
      return {cudaErrorInvalidPitchValue,
              fmt::format("the pitch of the {}, {} bytes, is smaller than the width of a row, {} bytes", side,
                          range->pitch, range->bytes)};
  if (std::string problem = direction_problem(s, target.pointer, source.pointer, kind); !problem.empty())
    return {cudaErrorInvalidValue, std::move(problem)};
  if (std::string problem = range_problem(s, target, "writes"); !problem.empty())
    return {cudaErrorInvalidValue, std::move(problem)};
  if (std::string problem = range_problem(s, source, "reads"); !problem.empty())
    return {cudaErrorInvalidValue, std::move(problem)};

  const bool to_device = is_device(s, target.pointer), from_device = is_device(s, source.pointer);
  const char* direction = to_device ? (from_device ? "DtoD" : "HtoD") : (from_device ? "DtoH" : "HtoH");
  s.record.copies.push_back({counted_as ? counted_as : direction, target.bytes * target.rows, call, in_constant_memory(s, target.pointer)});
  follow(s, call, source, false);
  follow(s, call, target, true);
  move_rows(s, call, target, source);
  note_rows(s, target, source);
  return cudaSuccess;
}

Outcome fill(State& s, const char* call, const Range& target, int value) {
  if (target.span() == 0) return cudaSuccess;
  if (target.rows > 1 && target.pitch < target.bytes)
    return {cudaErrorInvalidPitchValue, fmt::format("the pitch, {} bytes, is smaller than the width of a row, {} bytes",
                                                    target.pitch, target.bytes)};
  if (!is_device(s, target.pointer))
    return {cudaErrorInvalidValue, fmt::format("{} is a host address; {} fills device memory{}", target.pointer, call, host_hint(s, target.pointer))};
  if (std::string problem = range_problem(s, target, "writes"); !problem.empty())
    return {cudaErrorInvalidValue, fmt::format("{}: {}", call, problem)};
  follow(s, call, target, true);
  for (std::size_t row = 0; row < target.rows; ++row)
    std::memset(bytes_of(s, target.pointer) + row * target.pitch, value, target.bytes);
  note_rows(s, target, {&value, target.bytes, target.rows, 0});
  return cudaSuccess;
}

namespace {

// An empty box has as many slices as anyone likes; one says all there is to say.
std::size_t slices_of(const cudaExtent& e) {
  return e.width == 0 || e.height == 0 ? std::min<std::size_t>(e.depth, 1) : e.depth;
}

Outcome copy_3d(State& s, const char* name, const cudaMemcpy3DParms* p) {
  if (!p) return {cudaErrorInvalidValue, "the parameters are null"};
  if (p->srcArray || p->dstArray) return copy_3d_array(s, name, *p);
  const cudaExtent& e = p->extent;
  for (std::size_t z = 0; z < slices_of(e); ++z) {
    const auto at = [&](const cudaPitchedPtr& base, const cudaPos& pos) {
      return static_cast<std::byte*>(base.ptr) + ((pos.z + z) * base.ysize + pos.y) * base.pitch + pos.x;
    };
    const Outcome outcome = copy(s, name, {at(p->dstPtr, p->dstPos), e.width, e.height, p->dstPtr.pitch},
                                 {at(p->srcPtr, p->srcPos), e.width, e.height, p->srcPtr.pitch}, p->kind);
    if (outcome.status != cudaSuccess) return outcome;
  }
  return cudaSuccess;
}

Outcome fill_3d(State& s, const char* name, const cudaPitchedPtr& target, int value, const cudaExtent& e) {
  for (std::size_t z = 0; z < slices_of(e); ++z) {
    const Outcome outcome = fill(s, name, {static_cast<std::byte*>(target.ptr) + z * target.ysize * target.pitch, e.width,
                                     e.height, target.pitch}, value);
    if (outcome.status != cudaSuccess) return outcome;
  }
  return cudaSuccess;
}

// A call without "Async". Filling memory of the device and copying within it need not be done when the call returns (CUDA
// Runtime API, "API synchronization behavior"); what the host may follow is.
template <class Body>
cudaError_t call_that_may_wait(const char* name, std::initializer_list<const void*> touched, Body body) {
  return call(name, [&](State& s) {
    const Outcome outcome = submit(s, nullptr, Work(std::move(body)));
    if (std::any_of(touched.begin(), touched.end(), [&](const void* pointer) { return is_host(s, pointer); }))
      s.order.host_waits(s.order.moment(0));
    return outcome;
  });
}

}  // namespace
}  // namespace sim::runtime

using namespace sim::runtime;

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return call_that_may_wait("cudaMemcpy", {to, from}, [=](State& s) { return copy(s, "cudaMemcpy", {to, bytes}, {from, bytes}, kind); });
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return call_in_stream("cudaMemcpyAsync", stream, [=](State& s) { return copy(s, "cudaMemcpyAsync", {to, bytes}, {from, bytes}, kind); });
}
cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, size_t bytes) {
  return call_that_may_wait("cudaMemcpyPeer", {to, from}, [=](State& s) {
    return copy(s, "cudaMemcpyPeer", {to, bytes}, {from, bytes}, cudaMemcpyDeviceToDevice);
  });
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  return call_that_may_wait("cudaMemcpy2D", {to, from}, [=](State& s) {
    return copy(s, "cudaMemcpy2D", {to, width, height, to_pitch}, {from, width, height, from_pitch}, kind);
  });
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return call_in_stream("cudaMemcpy2DAsync", stream, [=](State& s) {
    return copy(s, "cudaMemcpy2DAsync", {to, width, height, to_pitch}, {from, width, height, from_pitch}, kind);
  });
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* p) {
  if (!p) return call("cudaMemcpy3D", [](State& s) { return copy_3d(s, "cudaMemcpy3D", nullptr); });
  return call_and_wait("cudaMemcpy3D", [p = *p](State& s) { return copy_3d(s, "cudaMemcpy3D", &p); });
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* p, cudaStream_t stream) {
  if (!p) return call("cudaMemcpy3DAsync", [](State& s) { return copy_3d(s, "cudaMemcpy3DAsync", nullptr); });
  return call_in_stream("cudaMemcpy3DAsync", stream, [p = *p](State& s) { return copy_3d(s, "cudaMemcpy3DAsync", &p); });
}
cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
  return call_that_may_wait("cudaMemset", {pointer}, [=](State& s) { return fill(s, "cudaMemset", {pointer, bytes}, value); });
}
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
  return call_in_stream("cudaMemsetAsync", stream, [=](State& s) { return fill(s, "cudaMemsetAsync", {pointer, bytes}, value); });
}
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  return call_that_may_wait("cudaMemset2D", {pointer}, [=](State& s) { return fill(s, "cudaMemset2D", {pointer, width, height, pitch}, value); });
}
cudaError_t cudaMemset2DAsync(void* pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
  return call_in_stream("cudaMemset2DAsync", stream, [=](State& s) { return fill(s, "cudaMemset2DAsync", {pointer, width, height, pitch}, value); });
}
cudaError_t cudaMemset3D(cudaPitchedPtr target, int value, cudaExtent extent) {
  return call_that_may_wait("cudaMemset3D", {target.ptr}, [=](State& s) { return fill_3d(s, "cudaMemset3D", target, value, extent); });
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr target, int value, cudaExtent extent, cudaStream_t stream) {
  return call_in_stream("cudaMemset3DAsync", stream, [=](State& s) { return fill_3d(s, "cudaMemset3DAsync", target, value, extent); });
}

}  // extern "C"
