// The axis comes from the second dimension of the grid; blocks of 64, and a thread moves four particles.
#include <cuda_runtime.h>

#include "tasks.h"

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

__global__ void move_kernel(float* store, int n, int stride, float dt) {
  const int first = 4 * blockIdx.x * blockDim.x + threadIdx.x;
  float* position = store + blockIdx.y * stride;
  const float* velocity = position + 3 * stride;
  // Everything is asked for before anything is waited for.
  float p[4] = {}, v[4] = {};
  for (int k = 0; k < 4; ++k) {
    const int i = first + k * blockDim.x;
    if (i < n) p[k] = position[i], v[k] = velocity[i];
  }
  for (int k = 0; k < 4; ++k) {
    const int i = first + k * blockDim.x;
    if (i < n) position[i] = p[k] + dt * v[k];
  }
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
  load_kernel<<<(n + 63) / 64, 64>>>(in, store, n, store_capacity(n));
}

void move_particles(float* store, int n, float dt) {
  if (n == 0) return;
  const dim3 grid((n + 255) / 256, 3);
  move_kernel<<<grid, 64>>>(store, n, store_capacity(n), dt);
}

void save_particles(const float* store, Particle* out, int n) {
  if (n == 0) return;
  save_kernel<<<(n + 63) / 64, 64>>>(store, out, n, store_capacity(n));
}
