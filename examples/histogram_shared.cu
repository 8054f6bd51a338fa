// A histogram of bytes: each block counts in shared memory and adds its counts to the result once.
//   histogram_shared [length]
#include <vector>

#include "common/cuda_check.h"

constexpr int bins = 256;

__global__ void histogram(const unsigned char* data, int length, unsigned* counts) {
  __shared__ unsigned block_counts[bins];
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) block_counts[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < length; i += gridDim.x * blockDim.x) {
    atomicAdd(&block_counts[data[i]], 1u);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    if (block_counts[bin] > 0) atomicAdd(&counts[bin], block_counts[bin]);
  }
}

int main(int argc, char** argv) {
  int length = argc > 1 ? std::atoi(argv[1]) : 200001;
  if (length < 1) {
    std::fprintf(stderr, "The length must be a whole number of at least 1\n");
    return 2;
  }
  std::vector<unsigned char> data(length);
  unsigned state = 12345;
  for (unsigned char& byte : data) {
    state = state * 1664525u + 1013904223u;
    byte = (state >> 24) * (state >> 16 & 255) >> 8;  // small values are more frequent
  }

  unsigned char* device_data;
  unsigned* device_counts;
  check(cudaMalloc(&device_data, length));
  check(cudaMalloc(&device_counts, bins * sizeof(unsigned)));
  check(cudaMemcpy(device_data, data.data(), length, cudaMemcpyHostToDevice));
  check(cudaMemset(device_counts, 0, bins * sizeof(unsigned)));
  histogram<<<40, 128>>>(device_data, length, device_counts);
  check_launch();
  std::vector<unsigned> counts(bins), wanted(bins);
  check(cudaMemcpy(counts.data(), device_counts, bins * sizeof(unsigned), cudaMemcpyDeviceToHost));
  check(cudaFree(device_data));
  check(cudaFree(device_counts));

  for (unsigned char byte : data) ++wanted[byte];
  for (int bin = 0; bin < bins; ++bin) {
    if (counts[bin] != wanted[bin]) {
      std::printf("bin %d holds %u, should hold %u\n", bin, counts[bin], wanted[bin]);
      return 1;
    }
  }
  std::printf("ok: %d bytes counted\n", length);
}
