#pragma once
// A CUDA runtime for tests of runner and harness: device memory is the heap, launches are recorded and run at once.
// Test students say what a launch counted, so that every kind of evidence can be had without a kernel.
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

enum cudaError_t {
  cudaSuccess = 0,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorIllegalAddress = 700
};
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };

cudaError_t cudaMalloc(void** pointer, std::size_t bytes);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaGetLastError();
const char* cudaGetErrorName(cudaError_t status);
const char* cudaGetErrorString(cudaError_t status);

namespace fake {

struct Line {
  int line;
  std::map<std::string, std::uint64_t> counters;
};
// A launch that ran, with its counters by line of student.cu.
void launch(const std::string& kernel, const std::vector<Line>& lines = {});
// A launch that was refused; the status is left for cudaGetLastError.
void refuse(const std::string& kernel, cudaError_t status, const std::string& sentence);
// A fault inside a kernel; the device answers 700 from now on.
void fault(const std::string& kind, const std::string& where, const std::string& sentence);

}  // namespace fake
