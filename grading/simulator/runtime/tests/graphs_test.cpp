// Graphs without kernels: fills and copies are recorded, replayed and counted at each replay. Kernels and forked streams
// are in tests/programs/graphs.cu.
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include "evidence_of.h"

namespace {

unsigned char first_byte(const void* device) {
  unsigned char byte = 0;
  CHECK(cudaMemcpy(&byte, device, 1, cudaMemcpyDeviceToHost) == cudaSuccess);
  return byte;
}

}  // namespace

TEST_CASE("graphs: recorded work runs at each replay, and counts there") {
  char *a = nullptr, *b = nullptr;
  REQUIRE(cudaMalloc(&a, 64) == cudaSuccess);
  REQUIRE(cudaMalloc(&b, 64) == cudaSuccess);
  REQUIRE(cudaMemset(a, 1, 64) == cudaSuccess);
  REQUIRE(cudaMemset(b, 2, 64) == cudaSuccess);
  cudaStream_t stream;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  cudaGraph_t graph;
  cudaGraphExec_t replay;
  sim_reset_evidence();
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK(cudaMemcpyAsync(b, a, 64, cudaMemcpyDeviceToDevice, stream) == cudaSuccess);
  CHECK(cudaMemsetAsync(a, 9, 64, stream) == cudaSuccess);
  REQUIRE(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
  REQUIRE(cudaGraphInstantiate(&replay, graph, 0) == cudaSuccess);
  CHECK(evidence_now()["copies"].empty());
  CHECK(first_byte(a) == 1);
  sim_reset_evidence();
  CHECK(cudaGraphLaunch(replay, stream) == cudaSuccess);
  CHECK(cudaGraphLaunch(replay, stream) == cudaSuccess);
  CHECK(evidence_now()["copies"].size() == 2);
  CHECK(first_byte(a) == 9);
  CHECK(first_byte(b) == 9);
  CHECK(cudaGraphExecDestroy(replay) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaErrorInvalidValue);
  CHECK(contains(last_sentence(), "never made or is destroyed"));
  cudaStreamDestroy(stream);
  cudaFree(a), cudaFree(b);
  cudaGetLastError();
}

TEST_CASE("graphs: what waits, or uses the default stream, spoils a capture and says why") {
  char* a = nullptr;
  REQUIRE(cudaMalloc(&a, 64) == cudaSuccess);
  cudaStream_t stream;
  cudaGraph_t graph;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaErrorIllegalState);
  CHECK(cudaMemset(a, 0, 64) == cudaErrorStreamCaptureImplicit);
  CHECK(contains(last_sentence(), "default stream"));
  CHECK(cudaMemsetAsync(a, 0, 64, stream) == cudaErrorStreamCaptureInvalidated);
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
  REQUIRE(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaErrorStreamCaptureUnsupported);
  CHECK(contains(last_sentence(), "records its work and does none"));
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
  CHECK(cudaStreamEndCapture(stream, &graph) == cudaErrorIllegalState);
  CHECK(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal) == cudaErrorStreamCaptureUnsupported);
  CHECK(contains(last_sentence(), "create a stream"));

  // A stream without ties to the default one leaves that one free.
  cudaStream_t apart;
  REQUIRE(cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking) == cudaSuccess);
  REQUIRE(cudaStreamBeginCapture(apart, cudaStreamCaptureModeRelaxed) == cudaSuccess);
  CHECK(cudaMemset(a, 5, 64) == cudaSuccess);
  cudaEvent_t event;
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  CHECK(cudaEventRecord(event, apart) == cudaSuccess);
  CHECK(cudaEventSynchronize(event) == cudaErrorCapturedEvent);
  CHECK(cudaStreamEndCapture(apart, &graph) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  cudaEventDestroy(event), cudaStreamDestroy(apart), cudaStreamDestroy(stream), cudaFree(a);
  cudaGetLastError();
}
