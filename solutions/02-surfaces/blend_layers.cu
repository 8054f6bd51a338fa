// Solution of blend_layers: the stack in a layered CUDA array, four pixels of every layer a thread, one launch.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int pixel_bytes = sizeof(uchar4);

struct Layers {
  cudaArray_t array = nullptr;
  cudaSurfaceObject_t surface = 0;
};

namespace {

// The last argument is what surfaces need; extents count elements, and depth counts layers.
cudaError_t make_array(cudaArray_t* array, int width, int height, int count) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  return cudaMalloc3DArray(array, &format, make_cudaExtent(width, height, count),
                           cudaArrayLayered | cudaArraySurfaceLoadStore);
}

// Only a copy that knows arrays may touch one: its rows are not in the order of ordinary memory.
cudaError_t fill_array(cudaArray_t array, const uchar4* pictures, int width, int height, int count) {
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(const_cast<uchar4*>(pictures), pixel_bytes * width, width, height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(width, height, count);
  copy.kind = cudaMemcpyHostToDevice;
  return cudaMemcpy3D(&copy);
}

cudaError_t make_surface(cudaSurfaceObject_t* surface, cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return cudaCreateSurfaceObject(surface, &resource);
}

}  // namespace

cudaError_t make_layers(const uchar4* pictures, int width, int height, int count, Layers** layers) {
  Layers made;
  // The runtime itself refuses an array that is too large, with cudaErrorInvalidValue.
  cudaError_t status = make_array(&made.array, width, height, count);
  if (status != cudaSuccess) return status;
  status = fill_array(made.array, pictures, width, height, count);
  if (status == cudaSuccess) status = make_surface(&made.surface, made.array);
  if (status != cudaSuccess) {
    cudaFreeArray(made.array);
    return status;
  }
  *layers = new Layers(made);
  return cudaSuccess;
}

// Channel by channel: alpha * over + (255 - alpha) * under, rounded, and an alpha of 255. A pixel is a word with red in
// its lowest byte, as a uchar4 lies in memory.
__device__ unsigned blend(unsigned over, unsigned under) {
  const unsigned alpha = over >> 24;
  unsigned result = 255u << 24;
  for (int shift = 0; shift < 24; shift += 8) {
    const unsigned a = over >> shift & 255, b = under >> shift & 255;
    result |= (alpha * a + (255 - alpha) * b + 127) / 255 << shift;
  }
  return result;
}

__global__ void blend_four(cudaSurfaceObject_t layers, cudaSurfaceObject_t out, int quads, int height, int count) {
  const int x = 16 * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y * blockDim.y + threadIdx.y;  // x in bytes
  if (x >= 16 * quads || y >= height) return;
  uint4 result = surf2DLayeredread<uint4>(layers, x, y, 0);
  for (int k = 1; k < count; ++k) {
    const uint4 over = surf2DLayeredread<uint4>(layers, x, y, k);
    result = make_uint4(blend(over.x, result.x), blend(over.y, result.y), blend(over.z, result.z),
                        blend(over.w, result.w));
  }
  const unsigned opaque = 255u << 24;
  surf2Dwrite(make_uint4(result.x | opaque, result.y | opaque, result.z | opaque, result.w | opaque), out, x, y);
}

// The last one to three columns.
__global__ void blend_rest(cudaSurfaceObject_t layers, cudaSurfaceObject_t out, int first, int height, int count) {
  const int x = pixel_bytes * (first + threadIdx.x), y = blockIdx.x * blockDim.y + threadIdx.y;  // x in bytes
  if (y >= height) return;
  unsigned result = surf2DLayeredread<unsigned>(layers, x, y, 0);
  for (int k = 1; k < count; ++k) result = blend(surf2DLayeredread<unsigned>(layers, x, y, k), result);
  surf2Dwrite(result | 255u << 24, out, x, y);
}

void blend_layers(const Layers* layers, cudaSurfaceObject_t out, int width, int height, int count) {
  const int quads = width / 4, rest = width % 4;
  if (quads > 0) {
    // Layered surfaces take four lanes to a request: two lanes in a row and two rows fill their tiles.
    const dim3 block(2, 128);
    const dim3 grid((quads + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    blend_four<<<grid, block>>>(layers->surface, out, quads, height, count);
  }
  if (rest > 0) {
    const dim3 block(rest, 64);
    blend_rest<<<(height + block.y - 1) / block.y, block>>>(layers->surface, out, 4 * quads, height, count);
  }
}

cudaError_t release_layers(Layers* layers) {
  const cudaError_t destroyed = cudaDestroySurfaceObject(layers->surface);
  const cudaError_t freed = cudaFreeArray(layers->array);
  delete layers;
  return destroyed != cudaSuccess ? destroyed : freed;
}
