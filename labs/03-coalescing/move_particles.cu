// Task move_particles: a store of particles that is moved many times.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_size = 256;

int blocks_for(int threads) { return (threads + block_size - 1) / block_size; }

// The store holds the words in the order of the records: particle i has words 7 * i to 7 * i + 6.
__global__ void load_kernel(const float* in, float* store, int words) {
  const int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w < words) store[w] = in[w];
}

__global__ void move_kernel(float* store, int n, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Particle* particles = reinterpret_cast<Particle*>(store);
    particles[i].x += dt * particles[i].vx;
    particles[i].y += dt * particles[i].vy;
    particles[i].z += dt * particles[i].vz;
  }
}

__global__ void save_kernel(const float* store, float* out, int words) {
  const int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w < words) out[w] = store[w];
}

// TODO: choose an order of the words in the store that lets a warp's lanes touch neighbouring words in every step.
void load_particles(const Particle* in, float* store, int n) {
  if (n == 0) return;  // a grid without blocks is refused
  load_kernel<<<blocks_for(7 * n), block_size>>>(reinterpret_cast<const float*>(in), store, 7 * n);
}

void move_particles(float* store, int n, float dt) {
  if (n == 0) return;
  move_kernel<<<blocks_for(n), block_size>>>(store, n, dt);
}

void save_particles(const float* store, Particle* out, int n) {
  if (n == 0) return;
  save_kernel<<<blocks_for(7 * n), block_size>>>(store, reinterpret_cast<float*>(out), 7 * n);
}
