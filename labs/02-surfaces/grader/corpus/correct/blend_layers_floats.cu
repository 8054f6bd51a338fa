// Channels blended as floats, exact for numbers this small, and packed after the last layer.
#include <cuda_runtime.h>

#include "tasks.h"

struct Layers {
  cudaArray_t array = nullptr;
  cudaSurfaceObject_t surface = 0;
};

cudaError_t make_layers(const uchar4* pictures, int width, int height, int count, Layers** layers) {
  Layers made;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  cudaError_t status = cudaMalloc3DArray(&made.array, &format, make_cudaExtent(width, height, count),
                                         cudaArrayLayered | cudaArraySurfaceLoadStore);
  if (status == cudaSuccess) {
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<uchar4*>(pictures), sizeof(uchar4) * width, width, height);
    copy.dstArray = made.array;
    copy.extent = make_cudaExtent(width, height, count);
    copy.kind = cudaMemcpyHostToDevice;
    status = cudaMemcpy3D(&copy);
  }
  if (status == cudaSuccess) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = made.array;
    status = cudaCreateSurfaceObject(&made.surface, &resource);
  }
  if (status != cudaSuccess) {
    cudaFreeArray(made.array);
    return status;
  }
  *layers = new Layers(made);
  return cudaSuccess;
}

struct Color {
  float r, g, b;
};

__device__ Color unpacked(unsigned pixel) {
  return {float(pixel & 255), float(pixel >> 8 & 255), float(pixel >> 16 & 255)};
}
__device__ unsigned packed(Color c) { return unsigned(c.r) | unsigned(c.g) << 8 | unsigned(c.b) << 16 | 255u << 24; }

// The sum is a whole number below 2^16, the half keeps it away from multiples of 255, where rounding could go wrong.
__device__ float blended(float over, float under, float alpha) {
  return floorf((alpha * over + (255 - alpha) * under + 127.5f) * (1 / 255.0f));
}
__device__ Color blend(unsigned over, Color under) {
  const float alpha = over >> 24;
  const Color color = unpacked(over);
  return {blended(color.r, under.r, alpha), blended(color.g, under.g, alpha), blended(color.b, under.b, alpha)};
}

__device__ void blend_one(cudaSurfaceObject_t layers, cudaSurfaceObject_t out, int x, int y, int count) {
  Color result = unpacked(surf2DLayeredread<unsigned>(layers, x * 4, y, 0));
  for (int k = 1; k < count; ++k) result = blend(surf2DLayeredread<unsigned>(layers, x * 4, y, k), result);
  surf2Dwrite(packed(result), out, x * 4, y);
}

// Pixels x to x + 3 of row y, as far as the row goes.
__device__ void blend_four(cudaSurfaceObject_t layers, cudaSurfaceObject_t out, int x, int y, int width,
                           int count) {
  if (x + 4 > width) {
    for (; x < width; ++x) blend_one(layers, out, x, y, count);
    return;
  }
  const uint4 lowest = surf2DLayeredread<uint4>(layers, x * 4, y, 0);
  Color a = unpacked(lowest.x), b = unpacked(lowest.y), c = unpacked(lowest.z), d = unpacked(lowest.w);
  for (int k = 1; k < count; ++k) {
    const uint4 over = surf2DLayeredread<uint4>(layers, x * 4, y, k);
    a = blend(over.x, a), b = blend(over.y, b), c = blend(over.z, c), d = blend(over.w, d);
  }
  surf2Dwrite(make_uint4(packed(a), packed(b), packed(c), packed(d)), out, x * 4, y);
}

__global__ void blend_kernel(cudaSurfaceObject_t layers, cudaSurfaceObject_t out, int width, int height, int count) {
  const int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) blend_four(layers, out, x, y, width, count);
}

void blend_layers(const Layers* layers, cudaSurfaceObject_t out, int width, int height, int count) {
  const dim3 block(8, 16);
  blend_kernel<<<dim3((width + 31) / 32, (height + 15) / 16), block>>>(layers->surface, out, width, height, count);
}

cudaError_t release_layers(Layers* layers) {
  const cudaError_t destroyed = cudaDestroySurfaceObject(layers->surface), freed = cudaFreeArray(layers->array);
  delete layers;
  return destroyed != cudaSuccess ? destroyed : freed;
}
