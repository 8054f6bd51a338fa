// A texture object over a CUDA array: coordinates instead of indices, and a filter between them.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

//! [between two pixels]
/// out[i] is the picture at x = i / 2, so that every other value lies half-way between two pixels. Texel i has its middle at
/// i + 0.5.
__global__ void twice_as_wide(cudaTextureObject_t picture, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = tex2D<float>(picture, 0.5f * i + 0.5f, 0.5f);
}
//! [between two pixels]

int main() {
  constexpr int width = 64, n = 2 * width - 1;
  std::vector<float> row(width);
  for (int x = 0; x < width; ++x) row[x] = 8.0f * x;
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, width, 1);
  cudaMemcpy2DToArray(array, 0, 0, row.data(), sizeof(float) * width, sizeof(float) * width, 1, cudaMemcpyHostToDevice);
  //! [a texture object]
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc sampling = {};
  sampling.addressMode[0] = sampling.addressMode[1] = cudaAddressModeClamp;
  sampling.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t picture = 0;
  cudaCreateTextureObject(&picture, &resource, &sampling, nullptr);
  //! [a texture object]
  float* out = nullptr;
  cudaMallocManaged(&out, n * sizeof(float));
  twice_as_wide<<<1, 128>>>(picture, out, n);
  const cudaError_t status = cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += out[i] != 4.0f * i;
  cudaFree(out);
  cudaDestroyTextureObject(picture);
  cudaFreeArray(array);
  std::printf("%d wrong values, %s\n", wrong, cudaGetErrorString(status));
  return wrong != 0 || status != cudaSuccess;
}
