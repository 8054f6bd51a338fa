// Wide accesses, but a launch for each layer, which reads back what the one before it wrote.
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

__device__ unsigned blend(unsigned over, unsigned under) {
  const unsigned alpha = over >> 24;
  unsigned result = 255u << 24;
  for (int shift = 0; shift < 24; shift += 8) {
    const unsigned a = over >> shift & 255, b = under >> shift & 255;
    result |= (alpha * a + (255 - alpha) * b + 127) / 255 << shift;
  }
  return result;
}

__global__ void blend_kernel(cudaSurfaceObject_t layers, cudaSurfaceObject_t out, int width, int height, int k) {
  const int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  if (x + 4 <= width) {
    uint4 over = surf2DLayeredread<uint4>(layers, x * 4, y, k);
    const uint4 under = k == 0 ? over : surf2Dread<uint4>(out, x * 4, y);
    over = make_uint4(blend(over.x, under.x), blend(over.y, under.y), blend(over.z, under.z), blend(over.w, under.w));
    surf2Dwrite(over, out, x * 4, y);
  } else {
    for (int i = x; i < width; ++i) {
      const unsigned over = surf2DLayeredread<unsigned>(layers, i * 4, y, k);
      surf2Dwrite(blend(over, k == 0 ? over : surf2Dread<unsigned>(out, i * 4, y)), out, i * 4, y);
    }
  }
}

void blend_layers(const Layers* layers, cudaSurfaceObject_t out, int width, int height, int count) {
  const dim3 block(32, 8);
  const dim3 grid((width + 4 * block.x - 1) / (4 * block.x), (height + block.y - 1) / block.y);
  for (int k = 0; k < count; ++k) blend_kernel<<<grid, block>>>(layers->surface, out, width, height, k);
}

cudaError_t release_layers(Layers* layers) {
  const cudaError_t destroyed = cudaDestroySurfaceObject(layers->surface), freed = cudaFreeArray(layers->array);
  delete layers;
  return destroyed != cudaSuccess ? destroyed : freed;
}
