// The runtime's strided copies turn structures into arrays, once on the way in and once on the way out.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr std::size_t word = sizeof(float);

__global__ void move_kernel(float* fields, int stride, int n, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, axis = blockIdx.y;
  if (i < n) fields[axis * stride + i] += dt * fields[(axis + 3) * stride + i];
}

void load_particles(const Particle* in, float* store, int n) {
  if (n == 0) return;
  for (int f = 0; f < 7; ++f)
    cudaMemcpy2D(store + f * std::size_t(store_capacity(n)), word, reinterpret_cast<const float*>(in) + f,
                 sizeof(Particle), word, n, cudaMemcpyDeviceToDevice);
}

void move_particles(float* store, int n, float dt) {
  if (n == 0) return;
  move_kernel<<<dim3((n + 255) / 256, 3), 256>>>(store, store_capacity(n), n, dt);
}

void save_particles(const float* store, Particle* out, int n) {
  if (n == 0) return;
  for (int f = 0; f < 7; ++f)
    cudaMemcpy2D(reinterpret_cast<float*>(out) + f, sizeof(Particle), store + f * std::size_t(store_capacity(n)), word,
                 word, n, cudaMemcpyDeviceToDevice);
}
