// Which warp and which lane a thread is, and what the lanes of a warp can do together.
// Every warp of a block sums its own 32 numbers without shared memory; the host checks the sums.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

/// One sum per warp: out[w] = in[32 w] + ... + in[32 w + 31]. The block is a multiple of 32 threads.
//! [warp and lane]
__global__ void sum_by_warp(float* out, const float* in) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int warp = thread / 32;
  const int lane = thread % 32;
  float sum = in[thread];
  // Lane L adds what lane L + step holds: after five steps lane 0 has all 32.
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (lane == 0) out[warp] = sum;
}
//! [warp and lane]

int main() {
  constexpr int blocks = 3, block = 256, n = blocks * block, warps = n / 32;
  std::vector<float> in(n), out(warps);
  for (int i = 0; i < n; ++i) in[i] = static_cast<float>(i % 7);
  float *device_in = nullptr, *device_out = nullptr;
  cudaMalloc(&device_in, n * sizeof(float));
  cudaMalloc(&device_out, warps * sizeof(float));
  cudaMemcpy(device_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  sum_by_warp<<<blocks, block>>>(device_out, device_in);
  const cudaError_t status = cudaMemcpy(out.data(), device_out, warps * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(device_in);
  cudaFree(device_out);
  int wrong = 0;
  for (int w = 0; w < warps; ++w) {
    float sum = 0;
    for (int lane = 0; lane < 32; ++lane) sum += in[32 * w + lane];
    wrong += sum != out[w];
  }
  std::printf("%d warps, %d wrong sums, %s\n", warps, wrong, cudaGetErrorString(status));
  return wrong != 0 || status != cudaSuccess;
}
