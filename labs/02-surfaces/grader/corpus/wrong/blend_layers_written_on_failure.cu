// The caller's pointer is cleared before it is known that the stack can be made.
#include <cuda_runtime.h>

#include "tasks.h"

struct Layers {
  cudaArray_t array = nullptr;
  cudaSurfaceObject_t surface = 0;
};

cudaError_t make_layers(const uchar4* pictures, int width, int height, int count, Layers** layers) {
  *layers = nullptr;
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

__device__ unsigned blend(unsigned over, unsigned under) {
  const unsigned alpha = over >> 24;
  unsigned result = 255u << 24;
  for (int shift = 0; shift < 24; shift += 8) {
    const unsigned a = over >> shift & 255, b = under >> shift & 255;
    result |= (alpha * a + (255 - alpha) * b + 127) / 255 << shift;
  }
  return result;
}

__device__ void blend_one(cudaSurfaceObject_t layers, cudaSurfaceObject_t out, int x, int y, int count) {
  unsigned result = surf2DLayeredread<unsigned>(layers, x * 4, y, 0);
  for (int k = 1; k < count; ++k) result = blend(surf2DLayeredread<unsigned>(layers, x * 4, y, k), result);
  surf2Dwrite(result | 255u << 24, out, x * 4, y);
}

// Pixels x to x + 3 of row y, as far as the row goes.
__device__ void blend_four(cudaSurfaceObject_t layers, cudaSurfaceObject_t out, int x, int y, int width, int count) {
  if (x + 4 > width) {
    for (; x < width; ++x) blend_one(layers, out, x, y, count);
    return;
  }
  uint4 result = surf2DLayeredread<uint4>(layers, x * 4, y, 0);
  result = make_uint4(result.x | 255u << 24, result.y | 255u << 24, result.z | 255u << 24, result.w | 255u << 24);
  for (int k = 1; k < count; ++k) {
    const uint4 over = surf2DLayeredread<uint4>(layers, x * 4, y, k);
    result =
        make_uint4(blend(over.x, result.x), blend(over.y, result.y), blend(over.z, result.z), blend(over.w, result.w));
  }
  surf2Dwrite(result, out, x * 4, y);
}

__global__ void blend_kernel(cudaSurfaceObject_t layers, cudaSurfaceObject_t out, int width, int height, int count) {
  const int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) blend_four(layers, out, x, y, width, count);
}

void blend_layers(const Layers* layers, cudaSurfaceObject_t out, int width, int height, int count) {
  const dim3 block(32, 8);
  const dim3 grid((width + 4 * block.x - 1) / (4 * block.x), (height + block.y - 1) / block.y);
  blend_kernel<<<grid, block>>>(layers->surface, out, width, height, count);
}

cudaError_t release_layers(Layers* layers) {
  const cudaError_t destroyed = cudaDestroySurfaceObject(layers->surface), freed = cudaFreeArray(layers->array);
  delete layers;
  return destroyed != cudaSuccess ? destroyed : freed;
}
