// What a thread knows of itself, what a launch says, and the three moments at which a status comes back.
// The host checks that the numbers are right and that the launch that cannot be was refused.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

//! [number of a thread]
// Every thread writes its own number; blocks * blockDim.x elements, no more and no fewer.
__global__ void write_numbers(int* out) {
  const int number = blockIdx.x * blockDim.x + threadIdx.x;
  out[number] = number;
}
//! [number of a thread]

struct Statuses {
  cudaError_t refused, accepted, finished;
};

//! [launch and status]
Statuses launch_twice(int* out) {
  write_numbers<<<1, 2048>>>(out);                 // a block has at most 1024 threads: the kernel never runs
  const cudaError_t refused = cudaGetLastError();  // the only trace of it; the next launch starts with a clean slate

  write_numbers<<<4, 256>>>(out);                   // 4 blocks of 256 threads
  const cudaError_t accepted = cudaGetLastError();  // says that it was queued, not that it ran
  const cudaError_t finished = cudaDeviceSynchronize();  // waits; a fault inside the kernel comes back here
  return {refused, accepted, finished};
}
//! [launch and status]

int main() {
  constexpr int count = 4 * 256;
  int* out = nullptr;
  cudaMalloc(&out, count * sizeof(int));
  const Statuses statuses = launch_twice(out);
  std::vector<int> numbers(count);
  const cudaError_t copied = cudaMemcpy(numbers.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(out);

  int wrong = 0;
  for (int i = 0; i < count; ++i) wrong += numbers[i] != i;
  const bool right = statuses.refused != cudaSuccess && statuses.accepted == cudaSuccess &&
                     statuses.finished == cudaSuccess && copied == cudaSuccess;
  std::printf("%d wrong; refused: %s; accepted: %s\n", wrong, cudaGetErrorString(statuses.refused),
              cudaGetErrorString(statuses.accepted));
  return wrong != 0 || !right;
}
