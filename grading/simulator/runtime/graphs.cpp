#include "grading/simulator/runtime/graphs.h"

#include <fmt/format.h>

#include <utility>

namespace sim::runtime {
namespace {

Stream* created(const State& s, cudaStream_t stream) {
  auto* const known = reinterpret_cast<Stream*>(stream);
  return s.streams.contains(known) ? known : nullptr;
}
Graph* as_graph(cudaGraph_t graph) { return reinterpret_cast<Graph*>(graph); }
Graph* as_graph(cudaGraphExec_t graph) { return reinterpret_cast<Graph*>(graph); }
bool is_legacy(cudaStream_t stream) { return stream == nullptr || stream == cudaStreamLegacy; }

Outcome spoil(Capture& capture, cudaError_t status, std::string sentence) {
  capture.invalidated = true;
  return {status, std::move(sentence)};
}

Outcome no_graph() { return {cudaErrorInvalidValue, "this graph was never made or is destroyed"}; }

Outcome begin(State& s, cudaStream_t stream, cudaStreamCaptureMode mode) {
  if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
    return {cudaErrorInvalidValue, "this is no mode of a stream capture"};
  if (is_legacy(stream))
    return {cudaErrorStreamCaptureUnsupported,
            "the default stream cannot be captured: create a stream with cudaStreamCreate, and launch into it"};
  Stream* const known = created(s, stream);
  if (!known) return {cudaErrorInvalidResourceHandle, "only a stream of cudaStreamCreate can be captured here"};
  if (known->capture) return {cudaErrorIllegalState, "this stream is being captured already"};
  known->capture = std::make_shared<Capture>();
  known->capture->origin = known;
  known->capture->mode = mode;
  known->capture->thread = std::this_thread::get_id();
  return cudaSuccess;
}

Outcome end(State& s, cudaStream_t stream, cudaGraph_t* graph) {
  if (!graph) return {cudaErrorInvalidValue, "the pointer for the graph is null"};
  *graph = nullptr;
  Stream* const known = created(s, stream);
  if (!known || !known->capture)
    return {cudaErrorIllegalState, "this stream is not being captured: cudaStreamBeginCapture comes first"};
  const std::shared_ptr<Capture> capture = known->capture;
  if (capture->origin != known)
    return spoil(*capture, cudaErrorStreamCaptureUnmatched, "a capture ends in the stream in which it began");
  for (Stream* other : s.streams)
    if (other->capture == capture) other->capture = nullptr;
  capture->active = false;
  if (capture->invalidated)
    return {cudaErrorStreamCaptureInvalidated, "an earlier call spoiled the capture: see the first error"};
  auto* const made = new Graph{capture->work, {}};
  s.graphs.insert(made);
  *graph = reinterpret_cast<cudaGraph_t>(made);
  return cudaSuccess;
}

Outcome instantiate(State& s, cudaGraphExec_t* executable, cudaGraph_t graph) {
  if (!executable) return {cudaErrorInvalidValue, "the pointer for the executable graph is null"};
  if (!s.graphs.contains(as_graph(graph))) return no_graph();
  auto* const made = new Graph(*as_graph(graph));
  s.graphs.insert(made);
  *executable = reinterpret_cast<cudaGraphExec_t>(made);
  return cudaSuccess;
}

Outcome replay(State& s, const std::vector<Work>& work) {
  for (const Work& one : work)
    if (Outcome outcome = one(s); outcome.status != cudaSuccess) return outcome;
  return cudaSuccess;
}

Outcome destroy(State& s, Graph* graph) {
  if (!s.graphs.erase(graph)) return no_graph();
  delete graph;
  return cudaSuccess;
}

cudaStreamCaptureStatus status_of(const Stream* stream) {
  if (!stream || !stream->capture) return cudaStreamCaptureStatusNone;
  return stream->capture->invalidated ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
}

}  // namespace

Outcome submit(State& s, cudaStream_t stream, Work work) {
  if (Stream* const known = created(s, stream); known && known->capture) {
    if (known->capture->invalidated)
      return {cudaErrorStreamCaptureInvalidated, "an earlier call spoiled the capture of this stream: see the first error"};
    known->capture->work.push_back(std::move(work));
    return cudaSuccess;
  }
  if (is_legacy(stream))
    for (Stream* other : s.streams)
      if (other->capture && !(other->flags & cudaStreamNonBlocking))
        return spoil(*other->capture, cudaErrorStreamCaptureImplicit,
                     "this call uses the default stream, which would have to wait for a stream that is being captured: "
                     "give it the captured stream, or create that one with cudaStreamNonBlocking");
  s.order.work(order_of(s, stream));
  return work(s);
}

bool is_captured(const State& s, cudaStream_t stream) { return status_of(created(s, stream)) != cudaStreamCaptureStatusNone; }

Outcome waiting_problem(State& s, cudaStream_t stream) {
  Stream* const known = created(s, stream);
  if (!known || !known->capture) return cudaSuccess;
  return spoil(*known->capture, cudaErrorStreamCaptureUnsupported,
               "nobody can wait for a stream that is being captured: it records its work and does none");
}

Outcome memory_problem(State& s, const char* name) {
  for (Stream* stream : s.streams) {
    if (!stream->capture || stream->capture->mode == cudaStreamCaptureModeRelaxed) continue;
    if (stream->capture->mode == cudaStreamCaptureModeThreadLocal && stream->capture->thread != std::this_thread::get_id()) continue;
    return spoil(*stream->capture, cudaErrorStreamCaptureUnsupported,
                 fmt::format("{} may not be called while a stream is being captured: a graph records work in streams only; allocate "
                             "before cudaStreamBeginCapture and free after the last launch of the graph",
                             name));
  }
  return cudaSuccess;
}

Outcome device_waiting_problem(State& s) {
  for (Stream* stream : s.streams)
    if (stream->capture)
      return spoil(*stream->capture, cudaErrorStreamCaptureUnsupported,
                   "nobody can wait for the device while a stream is being captured: it records its work and does none");
  return cudaSuccess;
}

}  // namespace sim::runtime

using namespace sim::runtime;

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return call("cudaStreamBeginCapture", [&](State& s) { return begin(s, stream, mode); });
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return call("cudaStreamEndCapture", [&](State& s) { return end(s, stream, graph); });
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return call("cudaStreamIsCapturing", [&](State& s) -> Outcome {
    if (!status) return {cudaErrorInvalidValue, "the pointer for the status is null"};
    *status = status_of(created(s, stream));
    return cudaSuccess;
  });
}
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long) {
  return call("cudaGraphInstantiate", [&](State& s) { return instantiate(s, executable, graph); });
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long) {
  return call("cudaGraphInstantiateWithFlags", [&](State& s) { return instantiate(s, executable, graph); });
}
cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t) {
  return call("cudaGraphUpload",
              [&](State& s) { return s.graphs.contains(as_graph(executable)) ? Outcome() : no_graph(); });
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  return call("cudaGraphLaunch", [&](State& s) -> Outcome {
    if (!s.graphs.contains(as_graph(executable))) return no_graph();
    Graph& graph = *as_graph(executable);
    const bool captured = is_captured(s, stream);
    if (!captured) s.order.stream_waits(order_of(s, stream), graph.launched);
    // A copy: a launch that is recorded in its turn may outlive the executable graph.
    const Outcome outcome = submit(s, stream, [work = graph.work](State& later) { return replay(later, work); });
    if (!captured) graph.launched = s.order.moment(order_of(s, stream));
    return outcome;
  });
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  return call("cudaGraphExecDestroy", [&](State& s) { return destroy(s, as_graph(executable)); });
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return call("cudaGraphDestroy", [&](State& s) { return destroy(s, as_graph(graph)); });
}

}  // extern "C"
