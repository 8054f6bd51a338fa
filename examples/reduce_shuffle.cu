// The sum of an array: lanes of a warp add by shuffles, warps of a block through shared memory, blocks by one atomic.
//   reduce_shuffle [length]
#include <vector>

#include "common/cuda_check.h"

constexpr unsigned all_lanes = 0xffffffff;

__device__ unsigned long long warp_sum(unsigned long long value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(all_lanes, value, distance);
  return value;  // complete in lane 0
}

// For blocks of whole warps.
__global__ void sum(const unsigned* data, int length, unsigned long long* total) {
  __shared__ unsigned long long warp_sums[32];
  unsigned long long mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += gridDim.x * blockDim.x) mine += data[i];
  mine = warp_sum(mine);
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  if (lane == 0) warp_sums[warp] = mine;
  __syncthreads();
  if (warp == 0) {
    mine = warp_sum(lane < warps ? warp_sums[lane] : 0);
    if (lane == 0) atomicAdd(total, mine);
  }
}

int main(int argc, char** argv) {
  int length = argc > 1 ? std::atoi(argv[1]) : 300007;
  if (length < 1) {
    std::fprintf(stderr, "The length must be a whole number of at least 1\n");
    return 2;
  }
  std::vector<unsigned> data(length);
  unsigned long long wanted = 0, got = 0;
  unsigned state = 1;
  for (unsigned& value : data) wanted += value = state = state * 1664525u + 1013904223u;

  unsigned* device_data;
  unsigned long long* device_total;
  check(cudaMalloc(&device_data, length * sizeof(unsigned)));
  check(cudaMalloc(&device_total, sizeof(unsigned long long)));
  check(cudaMemcpy(device_data, data.data(), length * sizeof(unsigned), cudaMemcpyHostToDevice));
  check(cudaMemset(device_total, 0, sizeof(unsigned long long)));
  sum<<<48, 256>>>(device_data, length, device_total);
  check_launch();
  check(cudaMemcpy(&got, device_total, sizeof got, cudaMemcpyDeviceToHost));
  check(cudaFree(device_data));
  check(cudaFree(device_total));

  if (got != wanted) {
    std::printf("the sum is %llu, should be %llu\n", got, wanted);
    return 1;
  }
  std::printf("ok: the sum of %d numbers is %llu\n", length, got);
}
