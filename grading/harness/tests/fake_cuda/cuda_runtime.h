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
enum cudaMemcpyKind { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2, cudaMemcpyDeviceToDevice = 3 };

cudaError_t cudaMalloc(void** pointer, std::size_t bytes);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes);
cudaError_t cudaDeviceSynchronize();

// CUDA arrays: rows on the heap.
enum { cudaArraySurfaceLoadStore = 2 };
enum cudaChannelFormatKind { cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat };
struct cudaChannelFormatDesc {
  int x, y, z, w;
  cudaChannelFormatKind f;
};
struct cudaArray {
  cudaChannelFormatDesc format;
  std::size_t width, height;  // elements
  unsigned flags;
  std::vector<std::byte> bytes;
};
using cudaArray_t = cudaArray*;
using cudaSurfaceObject_t = unsigned long long;  // the array's address
enum cudaResourceType { cudaResourceTypeArray };
struct cudaResourceDesc {
  cudaResourceType resType;
  struct {
    struct {
      cudaArray_t array;
    } array;
  } res;
};
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t object);
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind);
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, std::size_t width,
                            std::size_t height, unsigned flags);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t x, std::size_t y, const void* from, std::size_t pitch,
                                std::size_t width, std::size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_t from, std::size_t x, std::size_t y,
                                  std::size_t width, std::size_t height, cudaMemcpyKind kind);
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
// Lets the device's clock run on.
void spend(double ms);
// No memory is left from here on.
void run_out();
// A launch that was refused; the status is left for cudaGetLastError.
void refuse(const std::string& kernel, cudaError_t status, const std::string& sentence);
// A fault inside a kernel; the device answers 700 from now on.
void fault(const std::string& kind, const std::string& where, const std::string& sentence);
// A remark of the simulated GPU that is no fault.
void note(const std::string& sentence);

}  // namespace fake
