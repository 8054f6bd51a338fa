// Surface and texture functions of every shape, element and mode.
#include <cuda_runtime.h>

template <class T>
__global__ void surfaces(cudaSurfaceObject_t s, T* out) {
  const int x = threadIdx.x * int(sizeof(T));
  T value = surf1Dread<T>(s, x);
  surf2Dread(&value, s, x, 1, cudaBoundaryModeClamp);
  surf2Dwrite(value, s, x, 2, cudaBoundaryModeZero);
  surf3Dwrite(surf3Dread<T>(s, x, 1, 2), s, x, 1, 3);
  surf1DLayeredwrite(surf1DLayeredread<T>(s, x, 1), s, x, 2);
  surf2DLayeredwrite(surf2DLayeredread<T>(s, x, 1, 1), s, x, 1, 2);
  surfCubemapwrite(surfCubemapread<T>(s, x, 1, 5), s, x, 1, 4);
  out[threadIdx.x] = value;
}
template __global__ void surfaces<unsigned char>(cudaSurfaceObject_t, unsigned char*);
template __global__ void surfaces<uchar2>(cudaSurfaceObject_t, uchar2*);
template __global__ void surfaces<uchar4>(cudaSurfaceObject_t, uchar4*);
template __global__ void surfaces<short>(cudaSurfaceObject_t, short*);
template __global__ void surfaces<short2>(cudaSurfaceObject_t, short2*);
template __global__ void surfaces<ushort4>(cudaSurfaceObject_t, ushort4*);
template __global__ void surfaces<int>(cudaSurfaceObject_t, int*);
template __global__ void surfaces<float>(cudaSurfaceObject_t, float*);
template __global__ void surfaces<float2>(cudaSurfaceObject_t, float2*);
template __global__ void surfaces<float4>(cudaSurfaceObject_t, float4*);
template __global__ void surfaces<long long>(cudaSurfaceObject_t, long long*);
template __global__ void surfaces<longlong2>(cudaSurfaceObject_t, longlong2*);

template <class T>
__global__ void textures(cudaTextureObject_t t, T* out) {
  const float x = threadIdx.x;
  out[0] = tex1Dfetch<T>(t, int(x));
  out[1] = tex1D<T>(t, x);
  out[2] = tex2D<T>(t, x, x);
  out[3] = tex3D<T>(t, x, x, x);
  out[4] = tex2DLayered<T>(t, x, x, 1);
  tex2D(&out[5], t, x, x);
}
template __global__ void textures<float>(cudaTextureObject_t, float*);
template __global__ void textures<float4>(cudaTextureObject_t, float4*);
template __global__ void textures<uchar4>(cudaTextureObject_t, uchar4*);
template __global__ void textures<int>(cudaTextureObject_t, int*);
template __global__ void textures<unsigned short>(cudaTextureObject_t, unsigned short*);
