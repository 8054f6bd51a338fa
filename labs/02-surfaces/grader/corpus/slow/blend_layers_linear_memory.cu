// One launch, wide loads, but the stack lies in linear memory: no layered surface at all.
#include <cuda_runtime.h>

#include "tasks.h"

struct Layers {
  unsigned* pixels = nullptr;
};

cudaError_t make_layers(const uchar4* pictures, int width, int height, int count, Layers** layers) {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  const int* most = device.maxSurface2DLayered;
  if (width > most[0] || height > most[1] || count > most[2]) return cudaErrorInvalidValue;
  Layers made;
  const size_t bytes = sizeof(uchar4) * width * height * count;
  cudaError_t status = cudaMalloc(&made.pixels, bytes);
  if (status != cudaSuccess) return status;
  status = cudaMemcpy(made.pixels, pictures, bytes, cudaMemcpyHostToDevice);
  if (status != cudaSuccess) {
    cudaFree(made.pixels);
    return status;
  }
  *layers = new Layers(made);
  return cudaSuccess;
}

__device__ unsigned blend(unsigned over, unsigned under) {
  const unsigned alpha = over >> 24;
  unsigned result = 255u << 24;
  for (int shift = 0; shift < 24; shift += 8) {
    const unsigned a = over >> shift & 255, b = under >> shift & 255;
    result |= (alpha * a + (255 - alpha) * b + 127) / 255 << shift;
  }
  return result;
}

__global__ void blend_kernel(const unsigned* layers, cudaSurfaceObject_t out, int width, int height, int count) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  unsigned result = layers[y * width + x];
  for (int k = 1; k < count; ++k) result = blend(layers[(size_t(k) * height + y) * width + x], result);
  surf2Dwrite(result | 255u << 24, out, x * 4, y);
}

void blend_layers(const Layers* layers, cudaSurfaceObject_t out, int width, int height, int count) {
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  blend_kernel<<<grid, block>>>(layers->pixels, out, width, height, count);
}

cudaError_t release_layers(Layers* layers) {
  const cudaError_t status = cudaFree(layers->pixels);
  delete layers;
  return status;
}
