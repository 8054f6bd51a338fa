// Many threads count into few counters: with atomics no count is lost. The host knows the counts.
#include <cuda_runtime.h>

#include <cstdio>

//! [an update that nobody loses]
__global__ void count_remainders(int* counts, int divisor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // counts[i % divisor] += 1 would read, add and write in three steps, and threads between them would be lost.
  if (i < n) atomicAdd(&counts[i % divisor], 1);
}
//! [an update that nobody loses]

int main() {
  constexpr int n = 10000, divisor = 7;
  int* counts = nullptr;
  int got[divisor] = {};
  cudaMalloc(&counts, sizeof got);
  cudaMemset(counts, 0, sizeof got);
  count_remainders<<<(n + 255) / 256, 256>>>(counts, divisor, n);
  const cudaError_t status = cudaMemcpy(got, counts, sizeof got, cudaMemcpyDeviceToHost);
  cudaFree(counts);
  int wrong = 0;
  for (int r = 0; r < divisor; ++r) wrong += got[r] != (n - r + divisor - 1) / divisor;
  std::printf("%d counters, %d wrong, %s\n", divisor, wrong, cudaGetErrorString(status));
  return wrong != 0 || status != cudaSuccess;
}
