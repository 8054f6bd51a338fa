// The store keeps records, which a block takes through shared memory word by word: packed requests, but all seven fields go
// in and out in every step.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int tile = 128;

int blocks_for(int threads) { return (threads + tile - 1) / tile; }

__global__ void copy_kernel(const float* in, float* out, int words) {
  const int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w < words) out[w] = in[w];
}

__global__ void move_kernel(float* store, int n, float dt) {
  __shared__ float records[7 * tile];
  const int first = blockIdx.x * tile;
  const int words = 7 * min(tile, n - first);
  for (int w = threadIdx.x; w < words; w += tile) records[w] = store[7 * first + w];
  __syncthreads();
  if (first + static_cast<int>(threadIdx.x) < n) {
    float* own = records + 7 * threadIdx.x;
    for (int axis = 0; axis < 3; ++axis) own[axis] += dt * own[3 + axis];
  }
  __syncthreads();
  for (int w = threadIdx.x; w < words; w += tile) store[7 * first + w] = records[w];
}

void load_particles(const Particle* in, float* store, int n) {
  if (n == 0) return;
  copy_kernel<<<blocks_for(7 * n), tile>>>(reinterpret_cast<const float*>(in), store, 7 * n);
}

void move_particles(float* store, int n, float dt) {
  if (n == 0) return;
  move_kernel<<<blocks_for(n), tile>>>(store, n, dt);
}

void save_particles(const float* store, Particle* out, int n) {
  if (n == 0) return;
  copy_kernel<<<blocks_for(7 * n), tile>>>(store, reinterpret_cast<float*>(out), 7 * n);
}
