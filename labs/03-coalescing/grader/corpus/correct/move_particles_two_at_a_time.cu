// Eight-byte accesses: two particles a thread. Room behind the last particle is set, so that pairs need no tail.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_size = 256;

int blocks_for(int threads) { return (threads + block_size - 1) / block_size; }

__global__ void load_kernel(const Particle* in, float* store, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n && i < stride) {
    for (int field = 0; field < 7; ++field) store[field * stride + i] = 0.0f;
  }
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

template <int Axis>
__device__ void move_pair(float2* store, int pair, int pairs, float dt) {
  const float2 v = store[(3 + Axis) * pairs + pair];
  float2 p = store[Axis * pairs + pair];
  p.x += dt * v.x;
  p.y += dt * v.y;
  store[Axis * pairs + pair] = p;
}

__global__ void move_kernel(float2* store, int pairs, float dt) {
  const int pair = blockIdx.x * blockDim.x + threadIdx.x;
  if (pair < pairs) {
    move_pair<0>(store, pair, pairs, dt);
    move_pair<1>(store, pair, pairs, dt);
    move_pair<2>(store, pair, pairs, dt);
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
  load_kernel<<<blocks_for(store_capacity(n)), block_size>>>(in, store, n, store_capacity(n));
}

void move_particles(float* store, int n, float dt) {
  if (n == 0) return;
  const int pairs = store_capacity(n) / 2;
  move_kernel<<<blocks_for(pairs), block_size>>>(reinterpret_cast<float2*>(store), pairs, dt);
}

void save_particles(const float* store, Particle* out, int n) {
  if (n == 0) return;
  save_kernel<<<blocks_for(n), block_size>>>(store, out, n, store_capacity(n));
}
