#pragma once
// Work that a stream records instead of doing it, and that is replayed as often as a program likes: CUDA graphs.
//
// Work runs at once in the order of the calls (streams.cpp), so a graph is a list: it replays in the order in which it
// was recorded, which is one of the orders that its dependencies allow. Operands are checked when the work runs, so a
// wrong one answers cudaGraphLaunch; the hardware often answers the recorded call already.
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "grading/simulator/runtime/state.h"

namespace sim::runtime {

using Work = std::function<Outcome(State&)>;

// One stream capture, from cudaStreamBeginCapture to cudaStreamEndCapture. Streams that wait for one of its events join.
struct Capture {
  const Stream* origin = nullptr;
  bool active = true, invalidated = false;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id thread;  // that began it
  std::vector<Work> work;
};

struct Graph {
  std::vector<Work> work;
  Moment launched;  // an executable graph runs after its own last launch, whichever stream that was in
};

// Does the work, or records it where the stream is being captured. Work for the legacy stream is refused while a
// blocking stream is being captured, as is whatever waits (CUDA C++ Programming Guide, "Prohibited and Unhandled
// Operations" of stream capture); both spoil the capture.
Outcome submit(State& state, cudaStream_t stream, Work work);

// Whether the stream records its work now.
bool is_captured(const State& state, cudaStream_t stream);

// Why nobody may wait for this stream, or for the device, now: a stream is being captured. Spoils the capture.
Outcome waiting_problem(State& state, cudaStream_t stream);
Outcome device_waiting_problem(State& state);
// Why a call that allocates or frees may not be made now: calls that may wait for the device are forbidden while any
// thread captures in the global mode, or this one in the mode of its own thread (CUDA Runtime API,
// cudaThreadExchangeStreamCaptureMode). Spoils the capture.
Outcome memory_problem(State& state, const char* name);

// The frame of a call that allocates or frees.
template <class Body>
cudaError_t call_for_memory(const char* name, Body&& body) {
  return call(name, [&](State& s) {
    const Outcome problem = memory_problem(s, name);
    return problem.status != cudaSuccess ? problem : Outcome(body(s));
  });
}

// The frame of a call that gives a stream something to do; `body` takes what it needs by value, since it may run later.
template <class Body>
cudaError_t call_in_stream(const char* name, cudaStream_t stream, Body body) {
  return call(name, [&](State& s) { return submit(s, stream, Work(std::move(body))); });
}
// The same of the default stream, in a call that returns when its work is done.
template <class Body>
cudaError_t call_and_wait(const char* name, Body body) {
  return call(name, [&](State& s) {
    const Outcome outcome = submit(s, nullptr, Work(std::move(body)));
    s.order.host_waits(s.order.moment(0));
    return outcome;
  });
}

}  // namespace sim::runtime
