// Graphs: work recorded from a stream, replayed; what may not be done meanwhile.
#include "check.h"

__global__ void multiply_add(const int* from, int* to, int factor, int term) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  to[i] = from[i] * factor + term;
}

void CUDART_CB note(void* data) { *static_cast<int*>(data) += 1; }

int main() {
  constexpr int count = 256;
  check::DeviceArray<int> a(count), b(count);
  int notes = 0;
  cudaStream_t stream, beside;
  check::succeed(cudaStreamCreate(&stream));
  check::succeed(cudaStreamCreateWithFlags(&beside, cudaStreamNonBlocking));

  // A pair of steps between two buffers, recorded once. Nothing runs while it is recorded.
  cudaGraph_t graph;
  cudaGraphExec_t pair;
  cudaStreamCaptureStatus status;
  check::succeed(cudaMemset(a.get(), 0, count * sizeof(int)));
  check::succeed(cudaDeviceSynchronize());
  check::succeed(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  check::succeed(cudaStreamIsCapturing(stream, &status));
  check::expect(status == cudaStreamCaptureStatusActive, "the stream is being captured");
  multiply_add<<<2, 128, 0, stream>>>(a.get(), b.get(), 2, 1);
  multiply_add<<<2, 128, 0, stream>>>(b.get(), a.get(), 1, 3);
  check::succeed(cudaLaunchHostFunc(stream, note, &notes));
  check::succeed(cudaStreamEndCapture(stream, &graph));
  check::succeed(cudaStreamIsCapturing(stream, &status));
  check::expect(status == cudaStreamCaptureStatusNone, "the stream is no longer being captured");
  check::expect_equal("first element before the first replay", a.download()[0], 0);
  check::succeed(cudaGraphInstantiate(&pair, graph, 0));
  check::succeed(cudaGraphDestroy(graph));  // the executable graph stands alone
  for (int i = 0; i < 5; ++i) check::succeed(cudaGraphLaunch(pair, stream));
  check::succeed(cudaStreamSynchronize(stream));
  // x -> 2 x + 4 from 0: 4, 12, 28, 60, 124
  for (const int value : a.download()) check::expect_equal("element after five replays", value, 124);
  check::expect_equal("host functions called", notes, 5);

  // Copies and fills are recorded as well, and a second stream joins by an event.
  cudaEvent_t fork, join;
  check::succeed(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
  check::succeed(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
  check::succeed(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  check::succeed(cudaMemsetAsync(a.get(), 0, count * sizeof(int), stream));
  check::succeed(cudaEventRecord(fork, stream));
  check::succeed(cudaStreamWaitEvent(beside, fork, 0));
  multiply_add<<<2, 128, 0, beside>>>(a.get(), b.get(), 1, 7);
  check::succeed(cudaEventRecord(join, beside));
  check::succeed(cudaStreamWaitEvent(stream, join, 0));
  check::succeed(cudaMemcpyAsync(a.get(), b.get(), count * sizeof(int), cudaMemcpyDeviceToDevice, stream));
  check::succeed(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t forked;
  check::succeed(cudaGraphInstantiate(&forked, graph, 0));
  check::expect_equal("element before the replay", a.download()[0], 124);
  check::succeed(cudaGraphLaunch(forked, beside));
  check::succeed(cudaStreamSynchronize(beside));
  for (const int value : a.download()) check::expect_equal("element after fill, step and copy", value, 7);

  // What may not be done.
  check::expect_status("capture of the default stream", cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal),
                       cudaErrorStreamCaptureUnsupported);
  cudaGetLastError();
  check::succeed(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  check::expect_status("waiting for a captured stream", cudaStreamSynchronize(stream), cudaErrorStreamCaptureUnsupported);
  check::expect_status("end of a spoiled capture", cudaStreamEndCapture(stream, &graph),
                       cudaErrorStreamCaptureInvalidated);
  check::expect(graph == nullptr, "a spoiled capture gives no graph");
  cudaGetLastError();
  check::succeed(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  multiply_add<<<2, 128>>>(a.get(), b.get(), 1, 0);
  check::expect_status("launch into the default stream", cudaGetLastError(), cudaErrorStreamCaptureImplicit);
  check::expect_status("end of a spoiled capture", cudaStreamEndCapture(stream, &graph),
                       cudaErrorStreamCaptureInvalidated);
  cudaGetLastError();

  check::succeed(cudaGraphExecDestroy(pair));
  check::succeed(cudaGraphExecDestroy(forked));
  check::succeed(cudaStreamDestroy(stream));
  check::succeed(cudaStreamDestroy(beside));
  return check::verdict();
}
