// Two ways to give each thread four elements. Both are right; only one lets a warp ask for neighbours.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int items = 4, block = 128;

//! [neighbours to one thread]
/// Thread t of the grid doubles elements 4 t to 4 t + 3: in each step the lanes are 16 bytes apart.
__global__ void double_blocked(float* x, int n) {
  const int first = items * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < items; ++k)
    if (first + k < n) x[first + k] *= 2;
}
//! [neighbours to one thread]

//! [items a block apart]
/// A block doubles block x 4 elements in four steps: in each step the lanes take neighbours.
__global__ void double_striped(float* x, int n) {
  const int first = items * blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < items; ++k)
    if (const int i = first + k * blockDim.x; i < n) x[i] *= 2;
}
//! [items a block apart]

int main() {
  constexpr int n = 5000, blocks = (n + items * block - 1) / (items * block);
  std::vector<float> x(n);
  for (int i = 0; i < n; ++i) x[i] = static_cast<float>(i);
  float* device = nullptr;
  cudaMalloc(&device, n * sizeof(float));
  cudaMemcpy(device, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  double_blocked<<<blocks, block>>>(device, n);
  double_striped<<<blocks, block>>>(device, n);
  const cudaError_t status = cudaMemcpy(x.data(), device, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(device);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += x[i] != static_cast<float>(4 * i);
  std::printf("%d elements, %d wrong, %s\n", n, wrong, cudaGetErrorString(status));
  return wrong != 0 || status != cudaSuccess;
}
