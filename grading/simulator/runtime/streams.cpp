// Streams and events. Work runs at once in the order of the calls, which is one of the orders that streams allow;
// so every stream is idle when a call returns, and waiting is only a matter of answering a waiting fault.
#include <algorithm>

#include "grading/simulator/runtime/graphs.h"
#include "grading/simulator/runtime/memory_names.h"

namespace sim::runtime {
namespace {

Stream* as_stream(cudaStream_t stream) { return reinterpret_cast<Stream*>(stream); }
Event* as_event(cudaEvent_t event) { return reinterpret_cast<Event*>(event); }

// The null stream and its two aliases always exist.
bool known(const State& s, cudaStream_t stream) {
  return reinterpret_cast<std::uintptr_t>(stream) <= 2 || s.streams.contains(as_stream(stream));
}
bool known(const State& s, cudaEvent_t event) { return s.events.contains(as_event(event)); }

// Before the frame of the call: a wait that answers a fault was a wait too.
void count_synchronisation() {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  ++s.record.synchronisations;
}

Outcome no_stream() { return {cudaErrorInvalidResourceHandle, "this stream was never created or is destroyed"}; }
Outcome no_event() { return {cudaErrorInvalidResourceHandle, "this event was never created or is destroyed"}; }

Outcome create_stream(State& s, cudaStream_t* stream, unsigned flags, int priority) {
  if (!stream) return {cudaErrorInvalidValue, "the pointer for the stream is null"};
  auto* made = new Stream{flags, priority, s.order.add_stream(!(flags & cudaStreamNonBlocking)), nullptr};
  s.streams.insert(made);
  *stream = reinterpret_cast<cudaStream_t>(made);
  return cudaSuccess;
}
Outcome create_event(State& s, cudaEvent_t* event, unsigned flags) {
  if (!event) return {cudaErrorInvalidValue, "the pointer for the event is null"};
  auto* made = new Event;
  made->timed = !(flags & cudaEventDisableTiming);
  s.events.insert(made);
  *event = reinterpret_cast<cudaEvent_t>(made);
  return cudaSuccess;
}
Outcome record_event(State& s, cudaEvent_t event, cudaStream_t stream) {
  if (!known(s, event)) return no_event();
  if (!known(s, stream)) return no_stream();
  Stream* const in = s.streams.contains(as_stream(stream)) ? as_stream(stream) : nullptr;
  as_event(event)->capture = in ? in->capture : nullptr;
  if (as_event(event)->capture) return cudaSuccess;  // a place in the graph, not a moment
  as_event(event)->recorded = true;
  as_event(event)->at = std::chrono::steady_clock::now();
  as_event(event)->moment = s.order.passes(order_of(s, stream));
  s.record.events.push_back({s.record.launches.size(), s.order.launches_missed(order_of(s, stream))});
  return cudaSuccess;
}
Outcome captured_problem(cudaEvent_t event) {
  if (!as_event(event)->capture) return cudaSuccess;
  return {cudaErrorCapturedEvent,
          "this event was last recorded in a stream that was being captured: it is a place in a graph, not a moment"};
}
// The host learns that something has ended: by waiting, or by a query that answers so.
Outcome wait_for(State& s, cudaStream_t stream) {
  if (!known(s, stream)) return no_stream();
  s.order.host_waits(s.order.passes(order_of(s, stream)));
  return waiting_problem(s, stream);
}
Outcome wait_for(State& s, cudaEvent_t event) {
  if (!known(s, event)) return no_event();
  s.order.host_waits(as_event(event)->moment);
  return captured_problem(event);
}
Outcome elapsed(State& s, float* ms, cudaEvent_t start, cudaEvent_t end) {
  if (!ms) return {cudaErrorInvalidValue, "the pointer for the milliseconds is null"};
  if (!known(s, start) || !known(s, end)) return no_event();
  const Event &from = *as_event(start), &to = *as_event(end);
  if (!from.recorded || !to.recorded)
    return {cudaErrorInvalidResourceHandle, "an event was never recorded: cudaEventRecord comes before cudaEventElapsedTime"};
  if (!from.timed || !to.timed)
    return {cudaErrorInvalidResourceHandle, "an event was created with cudaEventDisableTiming"};
  constexpr float resolution = 0.0005f;  // milliseconds, as the hardware's events
  *ms = std::max(resolution, std::chrono::duration<float, std::milli>(to.at - from.at).count());
  return cudaSuccess;
}

}  // namespace

std::uint32_t order_of(State& s, cudaStream_t stream) {
  // Each thread of the host has one, which waits for the default stream as other blocking streams do.
  static thread_local std::uint32_t per_thread = 0;
  if (stream == cudaStreamPerThread) {
    if (per_thread == 0) per_thread = s.order.add_stream(true);
    return per_thread;
  }
  return s.streams.contains(as_stream(stream)) ? as_stream(stream)->order : 0;
}

}  // namespace sim::runtime

using namespace sim::runtime;

extern "C" {

cudaError_t cudaDeviceSynchronize() {
  count_synchronisation();
  return call("cudaDeviceSynchronize", [](State& s) {
    s.order.host_waits_for_all();
    return device_waiting_problem(s);
  });
}
cudaError_t cudaDeviceReset() {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  s.pending = s.broken = cudaSuccess;
  s.order.host_waits_for_all();
  std::vector<sim::Address> bases;
  for (const auto& [base, allocation] : s.memory.allocations())
    if (allocation.kind != sim::Allocation::Kind::symbol) bases.push_back(base);
  for (const sim::Address base : bases) release_memory(s, base);
  s.registered.clear(), s.images = {};
  for (const Stream* stream : s.streams) delete stream;
  for (const Graph* graph : s.graphs) delete graph;
  for (const Event* event : s.events) delete event;
  s.streams.clear(), s.events.clear(), s.graphs.clear();
  for (auto& [stub, entry] : s.functions) entry.max_dynamic_shared = -1;
  return remember(cudaSuccess);
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return call("cudaStreamCreate", [&](State& s) { return create_stream(s, stream, cudaStreamDefault, 0); });
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return call("cudaStreamCreateWithFlags", [&](State& s) { return create_stream(s, stream, flags, 0); });
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  return call("cudaStreamCreateWithPriority", [&](State& s) { return create_stream(s, stream, flags, priority); });
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return call("cudaStreamDestroy", [&](State& s) -> Outcome {
    if (!s.streams.erase(as_stream(stream))) return no_stream();
    delete as_stream(stream);
    return cudaSuccess;
  });
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  count_synchronisation();
  return call("cudaStreamSynchronize", [&](State& s) { return wait_for(s, stream); });
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return call("cudaStreamQuery", [&](State& s) { return wait_for(s, stream); });
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  return call("cudaStreamGetFlags", [&](State& s) -> Outcome {
    if (!known(s, stream)) return no_stream();
    if (!flags) return {cudaErrorInvalidValue, "the pointer for the flags is null"};
    *flags = s.streams.contains(as_stream(stream)) ? as_stream(stream)->flags : cudaStreamDefault;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return call("cudaStreamGetPriority", [&](State& s) -> Outcome {
    if (!known(s, stream)) return no_stream();
    if (!priority) return {cudaErrorInvalidValue, "the pointer for the priority is null"};
    *priority = s.streams.contains(as_stream(stream)) ? as_stream(stream)->priority : 0;
    return cudaSuccess;
  });
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
  return call("cudaStreamWaitEvent", [&](State& s) -> Outcome {
    if (!known(s, stream)) return no_stream();
    if (!known(s, event)) return no_event();
    // A stream that waits for an event of a capture joins it.
    const auto& capture = as_event(event)->capture;
    if (!capture) {
      s.order.stream_waits(order_of(s, stream), as_event(event)->moment);
      return cudaSuccess;
    }
    if (!capture->active || !s.streams.contains(as_stream(stream))) return captured_problem(event);
    as_stream(stream)->capture = capture;
    return cudaSuccess;
  });
}
// Host functions run here and now: everything before them in any stream has finished.
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned int) {
  const cudaError_t status = call("cudaStreamAddCallback", [&](State& s) -> Outcome {
    if (!known(s, stream)) return no_stream();
    s.order.host_waits(s.order.passes(order_of(s, stream)));
    return callback ? Outcome() : Outcome(cudaErrorInvalidValue, "the callback is null");
  });
  if (status == cudaSuccess) callback(stream, cudaSuccess, data);
  return status;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return call("cudaLaunchHostFunc", [&](State& s) -> Outcome {
    if (!known(s, stream)) return no_stream();
    if (!function) return {cudaErrorInvalidValue, "the host function is null"};
    return submit(s, stream, [=, order = order_of(s, stream)](State& later) -> Outcome {
      function(data);
      // What it tells the host has happened has happened.
      later.order.host_waits(later.order.moment(order));
      return cudaSuccess;
    });
  });
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return call("cudaEventCreate", [&](State& s) { return create_event(s, event, cudaEventDefault); });
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return call("cudaEventCreateWithFlags", [&](State& s) { return create_event(s, event, flags); });
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return call("cudaEventRecord", [&](State& s) { return record_event(s, event, stream); });
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int) {
  return call("cudaEventRecordWithFlags", [&](State& s) { return record_event(s, event, stream); });
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  return call("cudaEventQuery", [&](State& s) { return wait_for(s, event); });
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  count_synchronisation();
  return call("cudaEventSynchronize", [&](State& s) { return wait_for(s, event); });
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return call("cudaEventDestroy", [&](State& s) -> Outcome {
    if (!s.events.erase(as_event(event))) return no_event();
    delete as_event(event);
    return cudaSuccess;
  });
}
cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  return call("cudaEventElapsedTime", [&](State& s) { return elapsed(s, ms, start, end); });
}
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }

}  // extern "C"
