// The error state, streams and events, and host code that follows a device pointer.
#include <cuda_runtime.h>
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "evidence_of.h"

TEST_CASE("errors: the last error stays until it is taken") {
  cudaGetLastError();
  CHECK(cudaSetDevice(99) == cudaErrorInvalidDevice);
  int device = -1;
  CHECK(cudaGetDevice(&device) == cudaSuccess);
  CHECK(device == 0);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaSuccess);
}

TEST_CASE("errors: names and texts are CUDA's") {
  CHECK(std::string(cudaGetErrorName(cudaErrorIllegalAddress)) == "cudaErrorIllegalAddress");
  CHECK(std::string(cudaGetErrorString(cudaErrorIllegalAddress)) == "an illegal memory access was encountered");
  CHECK(std::string(cudaGetErrorString(cudaErrorInvalidConfiguration)) == "invalid configuration argument");
  CHECK(std::string(cudaGetErrorName(static_cast<cudaError_t>(12345))) == "unrecognized error code");
}

TEST_CASE("errors: streams and events know their handles and keep an order") {
  cudaStream_t stream = nullptr;
  cudaEvent_t start = nullptr, end = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaEventCreate(&start) == cudaSuccess);
  REQUIRE(cudaEventCreate(&end) == cudaSuccess);
  float ms = -1;
  CHECK(cudaEventElapsedTime(&ms, start, end) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventRecord(start, stream) == cudaSuccess);
  CHECK(cudaEventRecord(end, stream) == cudaSuccess);
  CHECK(cudaEventSynchronize(end) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&ms, start, end) == cudaSuccess);
  CHECK(ms > 0);
  CHECK(cudaStreamWaitEvent(stream, end) == cudaSuccess);
  int called = 0;
  CHECK(cudaLaunchHostFunc(stream, [](void* p) { ++*static_cast<int*>(p); }, &called) == cudaSuccess);
  CHECK(called == 1);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(cudaStreamSynchronize(stream) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventDestroy(start) == cudaSuccess);
  CHECK(cudaEventDestroy(end) == cudaSuccess);
  CHECK(cudaEventRecord(end) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

TEST_CASE("errors: synchronisations are counted") {
  sim_reset_evidence();
  cudaDeviceSynchronize();
  cudaStreamSynchronize(nullptr);
  CHECK(evidence_now()["synchronisations"] == 2);
}

TEST_CASE("errors: recorded events know how many launches they wait for") {
  sim_reset_evidence();
  cudaEvent_t event = nullptr;
  REQUIRE(cudaEventCreate(&event) == cudaSuccess);
  CHECK(cudaEventRecord(event, nullptr) == cudaSuccess);
  CHECK(cudaEventRecord(event, reinterpret_cast<cudaStream_t>(std::uintptr_t{0x1234})) != cudaSuccess);
  REQUIRE(evidence_now()["events"].size() == 1);
  CHECK(evidence_now()["events"][0]["launches_before"] == 0);
  cudaEventDestroy(event);
  cudaGetLastError();
}

TEST_CASE("errors: an endless recursion on the host is called one") {
  FILE* pipe = popen("exec '" CRASHER "' recursion 2>&1", "r");
  REQUIRE(pipe != nullptr);
  std::string said;
  for (int c; (c = std::fgetc(pipe)) != EOF;) said += char(c);
  const int status = pclose(pipe);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGSEGV);
  CHECK(contains(said, "host code used up its stack: a function calls itself without end"));
}

TEST_CASE("errors: host code that follows a device pointer ends by SIGSEGV with a sentence and evidence") {
  const std::string evidence = "/tmp/runtime-crasher-evidence." + std::to_string(getpid());
  const std::string command = "CUDA_SIM_EVIDENCE=" + evidence + " exec '" CRASHER "' 2>&1";
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string said;
  for (int c; (c = std::fgetc(pipe)) != EOF;) said += char(c);
  const int status = pclose(pipe);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGSEGV);
  CHECK(contains(said, "host code followed a device pointer"));
  CHECK(contains(said, "allocation #1 of 4096 bytes; copy it with cudaMemcpy first"));
  std::ifstream file(evidence);
  const nlohmann::json written = nlohmann::json::parse(file, nullptr, false);
  REQUIRE(!written.is_discarded());
  REQUIRE(written["faults"].size() == 1);
  CHECK(written["faults"][0]["kind"] == "host-dereference");
  std::remove(evidence.c_str());
}
