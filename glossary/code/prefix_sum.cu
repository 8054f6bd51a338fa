// Prefix sums of the numbers of each block, between two buffers in shared memory; the host checks all sums.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int block = 128;

/// out[i] = sum of in[j] over all j <= i of the same block.
//! [scan of a block]
__global__ void sums_within_blocks(const int* in, int* out) {
  __shared__ int sums[2][block];
  const int t = threadIdx.x, i = blockIdx.x * block + t;
  int newest = 0;
  sums[newest][t] = in[i];
  for (int distance = 1; distance < block; distance *= 2) {
    __syncthreads();  // all sums of the step before are there
    const int before = t >= distance ? sums[newest][t - distance] : 0;
    sums[1 - newest][t] = sums[newest][t] + before;  // where nobody reads in this step
    newest = 1 - newest;
  }
  out[i] = sums[newest][t];
}
//! [scan of a block]

int main() {
  constexpr int blocks = 5, n = blocks * block;
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; ++i) in[i] = i * 13 % 17 - 5;
  int *device_in = nullptr, *device_out = nullptr;
  cudaMalloc(&device_in, n * sizeof(int));
  cudaMalloc(&device_out, n * sizeof(int));
  cudaMemcpy(device_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  sums_within_blocks<<<blocks, block>>>(device_in, device_out);
  const cudaError_t status = cudaMemcpy(out.data(), device_out, n * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device_in);
  cudaFree(device_out);
  int wrong = 0;
  for (int i = 0, sum = 0; i < n; ++i) {
    sum = i % block == 0 ? in[i] : sum + in[i];
    wrong += out[i] != sum;
  }
  std::printf("%d blocks, %d wrong sums, %s\n", blocks, wrong, cudaGetErrorString(status));
  return wrong != 0 || status != cudaSuccess;
}
