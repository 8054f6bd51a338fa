// Steps on arrays, but comes from records and goes back to them in every step.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_size = 256;

int blocks_for(int threads) { return (threads + block_size - 1) / block_size; }

__global__ void copy_kernel(const float* in, float* out, int words) {
  const int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w < words) out[w] = in[w];
}

// A scratch copy in seven arrays, allocated for each step.
__global__ void to_arrays(const float* store, float* arrays, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (int field = 0; field < 6; ++field) arrays[field * n + i] = store[7 * i + field];
  }
}

__global__ void move_arrays(float* arrays, int n, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (int axis = 0; axis < 3; ++axis) arrays[axis * n + i] += dt * arrays[(3 + axis) * n + i];
  }
}

__global__ void to_records(const float* arrays, float* store, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (int axis = 0; axis < 3; ++axis) store[7 * i + axis] = arrays[axis * n + i];
  }
}

void load_particles(const Particle* in, float* store, int n) {
  if (n == 0) return;
  copy_kernel<<<blocks_for(7 * n), block_size>>>(reinterpret_cast<const float*>(in), store, 7 * n);
}

void move_particles(float* store, int n, float dt) {
  if (n == 0) return;
  float* arrays = nullptr;
  cudaMalloc(&arrays, 6 * sizeof(float) * n);
  to_arrays<<<blocks_for(n), block_size>>>(store, arrays, n);
  move_arrays<<<blocks_for(n), block_size>>>(arrays, n, dt);
  to_records<<<blocks_for(n), block_size>>>(arrays, store, n);
  cudaFree(arrays);
}

void save_particles(const float* store, Particle* out, int n) {
  if (n == 0) return;
  copy_kernel<<<blocks_for(7 * n), block_size>>>(store, reinterpret_cast<float*>(out), 7 * n);
}
