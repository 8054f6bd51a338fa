// Three launches a step, one for each axis; a thread has a particle in each half of the array.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_size = 256;

int blocks_for(int threads) { return (threads + block_size - 1) / block_size; }

__global__ void load_kernel(const Particle* in, float* store, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    store[0 * stride + i] = in[i].x;
    store[1 * stride + i] = in[i].y;
    store[2 * stride + i] = in[i].z;
    store[3 * stride + i] = in[i].vx;
    store[4 * stride + i] = in[i].vy;
    store[5 * stride + i] = in[i].vz;
    store[6 * stride + i] = in[i].mass;
  }
}

__global__ void move_axis(float* position, const float* velocity, int n, float dt) {
  const int half = (n + 1) / 2, i = blockIdx.x * blockDim.x + threadIdx.x, j = half + i;
  if (i >= half) return;
  // Everything is asked for before anything is waited for.
  const float p = position[i], v = velocity[i], q = j < n ? position[j] : 0, w = j < n ? velocity[j] : 0;
  position[i] = p + dt * v;
  if (j < n) position[j] = q + dt * w;
}

__global__ void save_kernel(const float* store, Particle* out, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i].x = store[0 * stride + i];
    out[i].y = store[1 * stride + i];
    out[i].z = store[2 * stride + i];
    out[i].vx = store[3 * stride + i];
    out[i].vy = store[4 * stride + i];
    out[i].vz = store[5 * stride + i];
    out[i].mass = store[6 * stride + i];
  }
}

void load_particles(const Particle* in, float* store, int n) {
  if (n == 0) return;
  load_kernel<<<blocks_for(n), block_size>>>(in, store, n, store_capacity(n));
}

void move_particles(float* store, int n, float dt) {
  if (n == 0) return;
  const int stride = store_capacity(n);
  for (int axis = 0; axis < 3; ++axis) {
    move_axis<<<blocks_for((n + 1) / 2), block_size>>>(store + axis * stride, store + (3 + axis) * stride, n, dt);
  }
}

void save_particles(const float* store, Particle* out, int n) {
  if (n == 0) return;
  save_kernel<<<blocks_for(n), block_size>>>(store, out, n, store_capacity(n));
}
