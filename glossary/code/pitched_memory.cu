// A two-dimensional array whose rows all start on a boundary: allocated, walked and copied back with its pitch.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

//! [a row at a pitch]
/// Row y of an array whose rows lie `pitch` bytes apart. The pitch counts bytes, not elements.
__device__ float* row_at(float* base, std::size_t pitch, int y) {
  return reinterpret_cast<float*>(reinterpret_cast<char*>(base) + y * pitch);
}
//! [a row at a pitch]

/// Element (x, y) becomes 1000 y + x; padding behind a row is left alone.
__global__ void number_elements(float* base, std::size_t pitch, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) row_at(base, pitch, y)[x] = static_cast<float>(1000 * y + x);
}

int main() {
  constexpr int width = 33, height = 21;
  std::vector<float> host(width * height);
  //! [allocate and copy with a pitch]
  float* base = nullptr;
  std::size_t pitch = 0;  // bytes from one row to the next, chosen by the runtime
  cudaMallocPitch(&base, &pitch, width * sizeof(float), height);
  const dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
  number_elements<<<grid, block>>>(base, pitch, width, height);
  // The host's rows are packed, so its pitch is the width of a row.
  const cudaError_t status = cudaMemcpy2D(host.data(), width * sizeof(float), base, pitch, width * sizeof(float), height,
                                          cudaMemcpyDeviceToHost);
  //! [allocate and copy with a pitch]
  cudaFree(base);
  int wrong = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) wrong += host[y * width + x] != static_cast<float>(1000 * y + x);
  std::printf("rows of %zu bytes at a pitch of %zu, %d wrong elements, %s\n", width * sizeof(float), pitch, wrong,
              cudaGetErrorString(status));
  return wrong != 0 || pitch < width * sizeof(float) || status != cudaSuccess;
}
