// Positions and velocities apart, but each an array of structures of 12 bytes: 12 sectors a request.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_size = 256;

int blocks_for(int threads) { return (threads + block_size - 1) / block_size; }

struct Triple {
  float x, y, z;
};

// The store: n positions, n velocities, n masses.
__global__ void load_kernel(const Particle* in, float* store, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Triple* triples = reinterpret_cast<Triple*>(store);
    triples[i] = {in[i].x, in[i].y, in[i].z};
    triples[stride + i] = {in[i].vx, in[i].vy, in[i].vz};
    store[6 * stride + i] = in[i].mass;
  }
}

__global__ void move_kernel(float* store, int n, int stride, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Triple* triples = reinterpret_cast<Triple*>(store);
    const Triple v = triples[stride + i];
    triples[i].x += dt * v.x;
    triples[i].y += dt * v.y;
    triples[i].z += dt * v.z;
  }
}

__global__ void save_kernel(const float* store, Particle* out, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const Triple* triples = reinterpret_cast<const Triple*>(store);
    const Triple p = triples[i];
    const Triple v = triples[stride + i];
    out[i] = {p.x, p.y, p.z, v.x, v.y, v.z, store[6 * stride + i]};
  }
}

void load_particles(const Particle* in, float* store, int n) {
  if (n == 0) return;
  load_kernel<<<blocks_for(n), block_size>>>(in, store, n, store_capacity(n));
}

void move_particles(float* store, int n, float dt) {
  if (n == 0) return;
  move_kernel<<<blocks_for(n), block_size>>>(store, n, store_capacity(n), dt);
}

void save_particles(const float* store, Particle* out, int n) {
  if (n == 0) return;
  save_kernel<<<blocks_for(n), block_size>>>(store, out, n, store_capacity(n));
}
