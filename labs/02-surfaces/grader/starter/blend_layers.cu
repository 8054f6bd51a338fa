// Task blend_layers: a stack of pictures blended into one.
#include <cuda_runtime.h>

#include "tasks.h"

// One picture after another in linear device memory.
struct Layers {
  uchar4* pixels = nullptr;
};

cudaError_t make_layers(const uchar4* pictures, int width, int height, int count, Layers** layers) {
  cudaDeviceProp device;
  cudaError_t status = cudaGetDeviceProperties(&device, 0);
  if (status != cudaSuccess) return status;
  const int* most = device.maxSurface2DLayered;
  if (width > most[0] || height > most[1] || count > most[2]) return cudaErrorInvalidValue;

  Layers made;
  const size_t bytes = sizeof(uchar4) * width * height * count;
  status = cudaMalloc(&made.pixels, bytes);
  if (status != cudaSuccess) return status;
  status = cudaMemcpy(made.pixels, pictures, bytes, cudaMemcpyHostToDevice);
  if (status != cudaSuccess) {
    cudaFree(made.pixels);
    return status;
  }
  *layers = new Layers(made);
  return cudaSuccess;
}

__device__ unsigned char blend(unsigned char over, unsigned char under, unsigned alpha) {
  return (alpha * over + (255 - alpha) * under + 127) / 255;
}

// Lays one picture over what `out` holds so far; the first one is only put there.
__global__ void blend_kernel(const uchar4* picture, cudaSurfaceObject_t out, int width, int height, bool first) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  uchar4 pixel = picture[y * width + x];
  if (!first) {
    const uchar4 under = surf2Dread<uchar4>(out, x * sizeof(uchar4), y);
    pixel = make_uchar4(blend(pixel.x, under.x, pixel.w), blend(pixel.y, under.y, pixel.w),
                        blend(pixel.z, under.z, pixel.w), 255);
  }
  pixel.w = 255;
  surf2Dwrite(pixel, out, x * sizeof(uchar4), y);
}

// TODO: keep the stack in a layered CUDA array, and blend it in one launch that reads each layer once through a surface.
void blend_layers(const Layers* layers, cudaSurfaceObject_t out, int width, int height, int count) {
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  for (int k = 0; k < count; ++k)
    blend_kernel<<<grid, block>>>(layers->pixels + size_t(k) * width * height, out, width, height, k == 0);
}

cudaError_t release_layers(Layers* layers) {
  const cudaError_t status = cudaFree(layers->pixels);
  delete layers;
  return status;
}
