// What threads of a block do with shared memory: hand each other values, all read one word, and exchange in a warp.
// The host checks every result.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int block = 256;

//! [reverse a block]
/// Reverses every group of 256 elements. Reads and writes of global memory go forward; the turn is made in between.
__global__ void reverse_blocks(float* x) {
  __shared__ float tile[block];
  const int t = threadIdx.x, first = blockIdx.x * block;
  tile[t] = x[first + t];
  __syncthreads();  // a thread now reads what another one has written
  x[first + t] = tile[block - 1 - t];
}
//! [reverse a block]

//! [one word for all]
/// Divides every group of 256 elements by its first one, which all lanes read from the same word.
__global__ void divide_by_first(float* x) {
  __shared__ float first;
  const int i = blockIdx.x * block + threadIdx.x;
  if (threadIdx.x == 0) first = x[i];
  __syncthreads();
  x[i] /= first;
}
//! [one word for all]

//! [exchange in a warp]
/// Every lane takes the value of its neighbour two lanes on, round the warp, by way of shared memory.
__global__ void rotate_warps(float* x) {
  __shared__ float tile[block];
  const int t = threadIdx.x, lane = t % 32, first_of_warp = t - lane, i = blockIdx.x * block + t;
  tile[t] = x[i];
  __syncwarp();  // other warps do not matter here, but the other lanes do
  x[i] = tile[first_of_warp + (lane + 2) % 32];
}
//! [exchange in a warp]

int main() {
  constexpr int blocks = 3, n = blocks * block;
  std::vector<float> x(n), out(n);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(1 << (i % 8));
  float* device = nullptr;
  cudaMalloc(&device, n * sizeof(float));

  int wrong = 0;
  const auto check = [&](void (*kernel)(float*), const auto& expected) {
    cudaMemcpy(device, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    kernel<<<blocks, block>>>(device);
    wrong += cudaMemcpy(out.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost) != cudaSuccess;
    for (int i = 0; i < n; ++i) wrong += out[i] != expected(i);
  };
  check(reverse_blocks, [&](int i) { return x[i / block * block + block - 1 - i % block]; });
  check(divide_by_first, [&](int i) { return x[i] / x[i / block * block]; });
  check(rotate_warps, [&](int i) { return x[i / 32 * 32 + (i + 2) % 32]; });
  cudaFree(device);
  std::printf("3 kernels, %d wrong values\n", wrong);
  return wrong != 0;
}
