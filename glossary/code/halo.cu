// A line of numbers smoothed by blocks that hold a part of it and its halo in shared memory: several steps a launch.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int region = 256;            // numbers that a block holds, one a thread
constexpr int halo = 8;                // on each side; as many steps can be made
constexpr int part = region - 2 * halo;  // numbers that a block finishes

/// `halo` steps of smoothing: each number becomes a quarter of its neighbours' sum and half of itself. Both ends stay.
__global__ void smooth_eight_times(const float* from, float* to, int n) {
  //! [load with a halo]
  __shared__ float numbers[2][region];
  const int t = threadIdx.x;
  const int i = blockIdx.x * part + t - halo;  // the first and the last `halo` threads reach into other parts
  float now = i >= 0 && i < n ? from[i] : 0;
  numbers[0][t] = now;
  //! [load with a halo]

  //! [several steps between load and store]
  const bool moves = i > 0 && i < n - 1 && t > 0 && t < region - 1;
  for (int step = 0; step < halo; ++step) {
    __syncthreads();  // what the step before wrote is there
    const float* old = numbers[step % 2];
    if (moves) now = 0.25f * old[t - 1] + 0.5f * now + 0.25f * old[t + 1];
    numbers[1 - step % 2][t] = now;
  }
  if (t >= halo && t < region - halo && i < n) to[i] = now;
  //! [several steps between load and store]
}

int main() {
  constexpr int n = 5000;
  std::vector<float> start(n), got(n);
  for (int i = 0; i < n; ++i) start[i] = static_cast<float>(i * 7 % 11);  // eight steps add 16 bits to these 4: exact
  float *a = nullptr, *b = nullptr;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMemcpy(a, start.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  smooth_eight_times<<<(n + part - 1) / part, region>>>(a, b, n);
  const cudaError_t status = cudaMemcpy(got.data(), b, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
  for (int step = 0; step < halo; ++step) {
    const std::vector<float> before = start;
    for (int i = 1; i < n - 1; ++i) start[i] = 0.25f * before[i - 1] + 0.5f * before[i] + 0.25f * before[i + 1];
  }
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += got[i] != start[i];
  std::printf("%d steps in one launch, %d wrong numbers, %s\n", halo, wrong, cudaGetErrorString(status));
  return wrong != 0 || status != cudaSuccess;
}
