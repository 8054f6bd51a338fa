// Solution of move_particles: seven arrays in the store, and records turned over in shared memory.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int fields = sizeof(Particle) / sizeof(float);
constexpr int tile = 256;  // particles a block converts, and threads of a block

int blocks_for(int threads) { return (threads + tile - 1) / tile; }

// Field f of particle i is word f * stride + i of the store. The stride is the capacity, a multiple of 32, so that
// every array starts on a sector boundary and whole warps read whole sectors.

// Neighbouring lanes read neighbouring words of the records, whatever field they belong to, into shared memory; from
// there each thread picks the fields of its own particle. Lanes are then seven words apart, and since 7 is odd the
// 32 lanes ask 32 different banks. Room behind the last particle is filled with zeros, so that move_kernel may take
// four particles at a time without a tail.
__global__ void load_kernel(const float* in, float* store, int n, int stride) {
  __shared__ float records[fields * tile];
  const int first = blockIdx.x * tile;
  const int words = fields * min(tile, n - first);
  for (int w = threadIdx.x; w < words; w += tile) records[w] = in[fields * first + w];
  __syncthreads();
  const int i = first + threadIdx.x;
  if (i < stride) {
    for (int f = 0; f < fields; ++f) store[f * stride + i] = i < n ? records[fields * threadIdx.x + f] : 0.0f;
  }
}

// Four neighbouring particles of one axis a thread: two 16-byte loads and one store.
__global__ void move_kernel(float4* positions, const float4* velocities, int quads, float dt) {
  const int q = blockIdx.x * blockDim.x + threadIdx.x;
  if (q < quads) {
    float4 p = positions[q];
    const float4 v = velocities[q];
    p.x += dt * v.x;
    p.y += dt * v.y;
    p.z += dt * v.z;
    p.w += dt * v.w;
    positions[q] = p;
  }
}

// The way back: each thread drops its particle's fields into shared memory, then the block writes them word by word.
__global__ void save_kernel(const float* store, float* out, int n, int stride) {
  __shared__ float records[fields * tile];
  const int first = blockIdx.x * tile;
  const int i = first + threadIdx.x;
  if (i < n) {
    for (int f = 0; f < fields; ++f) records[fields * threadIdx.x + f] = store[f * stride + i];
  }
  __syncthreads();
  const int words = fields * min(tile, n - first);
  for (int w = threadIdx.x; w < words; w += tile) out[fields * first + w] = records[w];
}

void load_particles(const Particle* in, float* store, int n) {
  if (n == 0) return;
  load_kernel<<<blocks_for(n), tile>>>(reinterpret_cast<const float*>(in), store, n, store_capacity(n));
}

void move_particles(float* store, int n, float dt) {
  if (n == 0) return;
  // x, y and z lie one after the other, and so do vx, vy and vz: to this kernel they are one long array each.
  const int stride = store_capacity(n);
  const int quads = 3 * stride / 4;
  move_kernel<<<blocks_for(quads), tile>>>(reinterpret_cast<float4*>(store),
                                           reinterpret_cast<const float4*>(store + 3 * stride), quads, dt);
}

void save_particles(const float* store, Particle* out, int n) {
  if (n == 0) return;
  save_kernel<<<blocks_for(n), tile>>>(store, reinterpret_cast<float*>(out), n, store_capacity(n));
}
