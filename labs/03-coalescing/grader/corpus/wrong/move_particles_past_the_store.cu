// Records padded to eight floats do not fit in a store of seven floats a particle.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_size = 256;

int blocks_for(int threads) { return (threads + block_size - 1) / block_size; }

__global__ void load_kernel(const Particle* in, float* store, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    store[8 * i + 0] = in[i].x;
    store[8 * i + 1] = in[i].y;
    store[8 * i + 2] = in[i].z;
    store[8 * i + 3] = in[i].vx;
    store[8 * i + 4] = in[i].vy;
    store[8 * i + 5] = in[i].vz;
    store[8 * i + 6] = in[i].mass;
  }
}

__global__ void move_kernel(float* store, int n, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    for (int axis = 0; axis < 3; ++axis) store[8 * i + axis] += dt * store[8 * i + 3 + axis];
  }
}

__global__ void save_kernel(const float* store, Particle* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i].x = store[8 * i + 0];
    out[i].y = store[8 * i + 1];
    out[i].z = store[8 * i + 2];
    out[i].vx = store[8 * i + 3];
    out[i].vy = store[8 * i + 4];
    out[i].vz = store[8 * i + 5];
    out[i].mass = store[8 * i + 6];
  }
}

void load_particles(const Particle* in, float* store, int n) {
  if (n == 0) return;
  load_kernel<<<blocks_for(n), block_size>>>(in, store, n);
}

void move_particles(float* store, int n, float dt) {
  if (n == 0) return;
  move_kernel<<<blocks_for(n), block_size>>>(store, n, dt);
}

void save_particles(const float* store, Particle* out, int n) {
  if (n == 0) return;
  save_kernel<<<blocks_for(n), block_size>>>(store, out, n);
}
