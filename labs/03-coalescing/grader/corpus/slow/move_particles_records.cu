// The store keeps records of 28 bytes: each of nine accesses a step touches 28 sectors.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_size = 256;

int blocks_for(int threads) { return (threads + block_size - 1) / block_size; }

__global__ void copy_kernel(const float* in, float* out, int words) {
  const int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w < words) out[w] = in[w];
}

__global__ void move_kernel(float* store, int n, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float* own = store + 7 * i;
    for (int axis = 0; axis < 3; ++axis) own[axis] += dt * own[3 + axis];
  }
}

void load_particles(const Particle* in, float* store, int n) {
  if (n == 0) return;
  copy_kernel<<<blocks_for(7 * n), block_size>>>(reinterpret_cast<const float*>(in), store, 7 * n);
}

void move_particles(float* store, int n, float dt) {
  if (n == 0) return;
  move_kernel<<<blocks_for(n), block_size>>>(store, n, dt);
}

void save_particles(const float* store, Particle* out, int n) {
  if (n == 0) return;
  copy_kernel<<<blocks_for(7 * n), block_size>>>(store, reinterpret_cast<float*>(out), 7 * n);
}
