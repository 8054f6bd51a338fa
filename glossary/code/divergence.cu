// Branches that lanes of one warp take differently, and lanes that wait for each other by name.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

/// Even lanes and odd lanes go separate ways: the warp runs both, with half of its lanes each time.
//! [branch by lane]
__global__ void branch_by_lane(int* out) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x % 2 == 0) {
    out[thread] = 3 * thread;
  } else {
    out[thread] = -thread;
  }
}
//! [branch by lane]

/// The same choice by warp: every warp runs one side only, with all of its lanes.
//! [branch by warp]
__global__ void branch_by_warp(int* out) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x / 32 % 2 == 0) {
    out[thread] = 3 * thread;
  } else {
    out[thread] = -thread;
  }
}
//! [branch by warp]

/// Lane 0 leaves a value for its warp. Since 7.0 the others may already be past this line, so they wait for it by name.
//! [wait for the lanes]
__global__ void hand_round(int* out) {
  __shared__ int message[8];
  const int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) message[warp] = 100 + warp;
  __syncwarp();
  out[blockIdx.x * blockDim.x + threadIdx.x] = message[warp];
}
//! [wait for the lanes]

int main() {
  constexpr int block = 256, n = 2 * block;
  std::vector<int> by_lane(n), by_warp(n), handed(n);
  int* out = nullptr;
  cudaMalloc(&out, n * sizeof(int));
  const auto run = [&](auto kernel, std::vector<int>& result) {
    kernel<<<n / block, block>>>(out);
    return cudaMemcpy(result.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
  };
  const cudaError_t first = run(branch_by_lane, by_lane), second = run(branch_by_warp, by_warp),
                    third = run(hand_round, handed);
  cudaFree(out);
  int wrong = first != cudaSuccess || second != cudaSuccess || third != cudaSuccess;
  for (int i = 0; i < n; ++i) {
    wrong += by_lane[i] != (i % 2 == 0 ? 3 * i : -i);
    wrong += by_warp[i] != (i / 32 % 2 == 0 ? 3 * i : -i);
    wrong += handed[i] != 100 + i % block / 32;
  }
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
