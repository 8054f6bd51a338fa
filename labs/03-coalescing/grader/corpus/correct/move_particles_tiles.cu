// Array of structures of arrays: tiles of 32 particles, so that one warp finds all it needs close together.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_size = 256;

int blocks_for(int threads) { return (threads + block_size - 1) / block_size; }

// Word `field` of particle i: tiles of 32 particles, seven runs of 32 floats in each.
__device__ int slot(int i, int field) { return (i / 32 * 7 + field) * 32 + i % 32; }

__global__ void load_kernel(const Particle* in, float* store, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    store[slot(i, 0)] = in[i].x;
    store[slot(i, 1)] = in[i].y;
    store[slot(i, 2)] = in[i].z;
    store[slot(i, 3)] = in[i].vx;
    store[slot(i, 4)] = in[i].vy;
    store[slot(i, 5)] = in[i].vz;
    store[slot(i, 6)] = in[i].mass;
  }
}

__global__ void move_kernel(float* store, int n, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    store[slot(i, 0)] += dt * store[slot(i, 3)];
    store[slot(i, 1)] += dt * store[slot(i, 4)];
    store[slot(i, 2)] += dt * store[slot(i, 5)];
  }
}

__global__ void save_kernel(const float* store, Particle* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i].x = store[slot(i, 0)];
    out[i].y = store[slot(i, 1)];
    out[i].z = store[slot(i, 2)];
    out[i].vx = store[slot(i, 3)];
    out[i].vy = store[slot(i, 4)];
    out[i].vz = store[slot(i, 5)];
    out[i].mass = store[slot(i, 6)];
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
