#pragma once
// Work that a stream records instead of doing it, and that is replayed as often as a program likes: CUDA graphs.
//
// Work runs at once in the order of the calls (streams.cpp), so a graph is a list: it replays in the order in which it
// was recorded, which is one of the orders that its dependencies allow. Operands are checked when the work runs, so a
// wrong one answers cudaGraphLaunch; the hardware often answers the recorded call already.
#include <functional>
#include <string>
#include <vector>

#include "grading/simulator/runtime/state.h"

namespace sim::runtime {

using Work = std::function<Outcome(State&)>;

// One stream capture, from cudaStreamBeginCapture to cudaStreamEndCapture. Streams that wait for one of its events join.
struct Capture {
  const Stream* origin = nullptr;
  bool active = true, invalidated = false;
  std::vector<Work> work;
};

struct Graph {
  std::vector<Work> work;
};

// Does the work, or records it where the stream is being captured. Work for the legacy stream is refused while a
// blocking stream is being captured, as is whatever waits (CUDA C++ Programming Guide, "Prohibited and Unhandled
// Operations" of stream capture); both spoil the capture.
Outcome submit(State& state, cudaStream_t stream, Work work);

// Why nobody may wait for this stream, or for the device, now: a stream is being captured. Spoils the capture.
Outcome waiting_problem(State& state, cudaStream_t stream);
Outcome device_waiting_problem(State& state);

// The frame of a call that gives a stream something to do; `body` takes what it needs by value, since it may run later.
template <class Body>
cudaError_t call_in_stream(const char* name, cudaStream_t stream, Body body) {
  return call(name, [&](State& s) { return submit(s, stream, Work(std::move(body))); });
}

}  // namespace sim::runtime
