// All pictures below one another in one array without layers.
#include <cuda_runtime.h>

#include "tasks.h"

struct Layers {
  cudaArray_t a;
  cudaSurfaceObject_t s;
};
cudaError_t make_layers(const uchar4* p, int width, int height, int count, Layers** layers) {
  cudaDeviceProp d;
  cudaGetDeviceProperties(&d, 0);
  if (width > d.maxSurface2DLayered[0] || height > d.maxSurface2DLayered[1] || count > d.maxSurface2DLayered[2])
    return cudaErrorInvalidValue;
  auto* l = new Layers;
  auto f = cudaCreateChannelDesc<uchar4>();
  cudaError_t e = cudaMallocArray(&l->a, &f, width, size_t(height) * count, cudaArraySurfaceLoadStore);
  if (e != cudaSuccess) {
    delete l;
    return e;
  }
  cudaMemcpy2DToArray(l->a, 0, 0, p, 4 * width, 4 * width, size_t(height) * count, cudaMemcpyHostToDevice);
  cudaResourceDesc q = {};
  q.resType = cudaResourceTypeArray;
  q.res.array.array = l->a;
  cudaCreateSurfaceObject(&l->s, &q);
  *layers = l;
  return cudaSuccess;
}
__device__ unsigned mix(unsigned o, unsigned u) {
  unsigned al = o >> 24, r = 255u << 24;
  for (int s = 0; s < 24; s += 8) r |= (al * (o >> s & 255) + (255 - al) * (u >> s & 255) + 127) / 255 << s;
  return r;
}
__global__ void blend_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height, int count) {
  const int x = 4 * (blockIdx.x * 32 + threadIdx.x), y = blockIdx.y * 8 + threadIdx.y;
  if (y >= height) return;
  if (x + 4 <= width) {
    uint4 r = surf2Dread<uint4>(in, 4 * x, y);
    for (int c = 1; c < count; ++c) {
      uint4 o = surf2Dread<uint4>(in, 4 * x, y + c * height);
      r = make_uint4(mix(o.x, r.x), mix(o.y, r.y), mix(o.z, r.z), mix(o.w, r.w));
    }
    const unsigned m = 255u << 24;
    surf2Dwrite(make_uint4(r.x | m, r.y | m, r.z | m, r.w | m), out, 4 * x, y);
  } else
    for (int i = x; i < width; ++i) {
      unsigned r = surf2Dread<unsigned>(in, 4 * i, y);
      for (int c = 1; c < count; ++c) r = mix(surf2Dread<unsigned>(in, 4 * i, y + c * height), r);
      surf2Dwrite(r | 255u << 24, out, 4 * i, y);
    }
}
void blend_layers(const Layers* l, cudaSurfaceObject_t out, int width, int height, int count) {
  blend_kernel<<<dim3((width + 127) / 128, (height + 7) / 8), dim3(32, 8)>>>(l->s, out, width, height, count);
}
cudaError_t release_layers(Layers* l) {
  cudaDestroySurfaceObject(l->s);
  cudaFreeArray(l->a);
  delete l;
  return cudaSuccess;
}
