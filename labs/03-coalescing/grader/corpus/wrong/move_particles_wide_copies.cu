// A block takes its records through shared memory, 16 bytes at a time: 256 records are whole float4s, but they start
// at a multiple of 4 bytes.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int tile = 256;

int blocks_for(int threads) { return (threads + tile - 1) / tile; }

// Copies `words` floats, four at a time, and those that are left one at a time.
__device__ void copy_words(const float* from, float* to, int words) {
  const float4* from_four = reinterpret_cast<const float4*>(from);
  float4* to_four = reinterpret_cast<float4*>(to);
  for (int k = threadIdx.x; k < words / 4; k += tile) to_four[k] = from_four[k];
  for (int w = words / 4 * 4 + threadIdx.x; w < words; w += tile) to[w] = from[w];
}

__global__ void load_kernel(const float* in, float* store, int n, int stride) {
  __shared__ __align__(16) float records[7 * tile];
  const int first = blockIdx.x * tile, t = threadIdx.x;
  copy_words(in + 7 * first, records, 7 * min(tile, n - first));
  __syncthreads();
  if (first + t >= n) return;
  for (int field = 0; field < 7; ++field) store[field * stride + first + t] = records[7 * t + field];
}

__global__ void move_kernel(float* store, int n, int stride, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (int axis = 0; axis < 3; ++axis) store[axis * stride + i] += dt * store[(3 + axis) * stride + i];
  }
}

__global__ void save_kernel(const float* store, float* out, int n, int stride) {
  __shared__ __align__(16) float records[7 * tile];
  const int first = blockIdx.x * tile, t = threadIdx.x;
  if (first + t < n) {
    for (int field = 0; field < 7; ++field) records[7 * t + field] = store[field * stride + first + t];
  }
  __syncthreads();
  copy_words(records, out + 7 * first, 7 * min(tile, n - first));
}

void load_particles(const Particle* in, float* store, int n) {
  if (n == 0) return;
  load_kernel<<<blocks_for(n), tile>>>(reinterpret_cast<const float*>(in), store, n, store_capacity(n));
}

void move_particles(float* store, int n, float dt) {
  if (n == 0) return;
  move_kernel<<<blocks_for(n), tile>>>(store, n, store_capacity(n), dt);
}

void save_particles(const float* store, Particle* out, int n) {
  if (n == 0) return;
  save_kernel<<<blocks_for(n), tile>>>(store, reinterpret_cast<float*>(out), n, store_capacity(n));
}
