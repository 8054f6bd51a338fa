// A line of numbers smoothed step by step between two buffers; the host makes the same steps and compares.
#include <cuda_runtime.h>

#include <cstdio>
#include <utility>
#include <vector>

/// One step: each number becomes the mean of itself and its two neighbours as they were before. Both ends stay.
//! [a step from one buffer to the other]
__global__ void smooth(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const bool end = i == 0 || i == n - 1;
  to[i] = end ? from[i] : 0.25f * from[i - 1] + 0.5f * from[i] + 0.25f * from[i + 1];
}
//! [a step from one buffer to the other]

//! [the buffers change roles]
/// Returns the buffer that holds the numbers after the last step.
float* smooth_often(float* from, float* to, int n, int steps) {
  for (int step = 0; step < steps; ++step) {
    smooth<<<(n + 255) / 256, 256>>>(from, to, n);
    std::swap(from, to);  // what was written is what the next step reads
  }
  return from;
}
//! [the buffers change roles]

int main() {
  constexpr int n = 1000;
  std::vector<float> start(n), got(n);
  for (int i = 0; i < n; ++i) start[i] = static_cast<float>(16 * (i * 7 % 11));  // whole: four steps are exact
  float *a = nullptr, *b = nullptr;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  int wrong = 0;
  cudaError_t status = cudaSuccess;
  std::vector<float> expected = start;
  for (int steps = 0; steps <= 4; ++steps) {
    cudaMemcpy(a, start.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    status = cudaMemcpy(got.data(), smooth_often(a, b, n, steps), n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += got[i] != expected[i];
    const std::vector<float> before = expected;
    for (int i = 1; i < n - 1; ++i) expected[i] = 0.25f * before[i - 1] + 0.5f * before[i] + 0.25f * before[i + 1];
  }
  cudaFree(a);
  cudaFree(b);
  std::printf("0 to 4 steps, %d wrong numbers, %s\n", wrong, cudaGetErrorString(status));
  return wrong != 0 || status != cudaSuccess;
}
