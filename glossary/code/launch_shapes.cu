// How a launch is cut: a grid of blocks over two dimensions, the occupancy of a block size as the runtime computes it,
// and the waves in which a grid passes over the multiprocessors. The host checks the marks and the arithmetic.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

/// Writes y * width + x to every element of an image, one thread an element.
//! [two dimensions]
__global__ void number_elements(int* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = y * width + x;
}
//! [two dimensions]

//! [grid for an image]
dim3 grid_for(int width, int height, dim3 block) {
  // Rounded up: the last block in each direction may reach beyond the image.
  return dim3((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
}
//! [grid for an image]

/// Reverses every stretch of blockDim.x elements. The block shares the memory and waits for all of its threads.
//! [threads of a block]
__global__ void reverse_in_block(int* out, const int* in) {
  extern __shared__ int values[];
  const int first = blockIdx.x * blockDim.x;
  values[threadIdx.x] = in[first + threadIdx.x];
  __syncthreads();
  out[first + threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}
//! [threads of a block]

//! [resident warps]
int resident_warps(int block) {
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, number_elements, block, 0);
  return blocks * (block + 31) / 32;
}
//! [resident warps]

//! [waves]
// Rounds in which a grid passes over the multiprocessors, when all blocks take equally long.
int waves(int blocks, int resident_on_one, int multiprocessors) {
  const int at_a_time = resident_on_one * multiprocessors;
  return (blocks + at_a_time - 1) / at_a_time;
}
//! [waves]

//! [multiprocessors]
int multiprocessors_of_device() {
  int device = 0, count = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
  return count;
}
//! [multiprocessors]

int main() {
  constexpr int width = 70, height = 13, block = 128, blocks = 3;
  std::vector<int> numbers(width * height), mirrored(block * blocks);
  int* device = nullptr;
  cudaMalloc(&device, numbers.size() * sizeof(int));
  const dim3 tile(32, 8);
  number_elements<<<grid_for(width, height, tile), tile>>>(device, width, height);
  cudaMemcpy(numbers.data(), device, numbers.size() * sizeof(int), cudaMemcpyDeviceToHost);
  int* out = nullptr;
  cudaMalloc(&out, mirrored.size() * sizeof(int));
  reverse_in_block<<<blocks, block, block * sizeof(int)>>>(out, device);
  const cudaError_t status =
      cudaMemcpy(mirrored.data(), out, mirrored.size() * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(device);
  cudaFree(out);

  int wrong = 0;
  for (int i = 0; i < width * height; ++i) wrong += numbers[i] != i;
  for (int i = 0; i < block * blocks; ++i) wrong += mirrored[i] != i / block * block + block - 1 - i % block;
  // 300 blocks, two a multiprocessor, 132 of them: a full wave of 264, and a tail of 36.
  wrong += waves(300, 2, 132) != 2 || waves(264, 2, 132) != 1;
  wrong += resident_warps(32) > resident_warps(256) || multiprocessors_of_device() < 1;
  std::printf("%d wrong, %s\n", wrong, cudaGetErrorString(status));
  return wrong != 0 || status != cudaSuccess;
}
