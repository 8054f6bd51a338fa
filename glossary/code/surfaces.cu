// Surface objects from the array to the last call: made, written, read under each boundary mode, given back.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

//! [x counts bytes]
/// Pixel (x, y) becomes 1000 y + x. x counts bytes in surface functions, y counts rows.
__global__ void number_pixels(cudaSurfaceObject_t surface, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) surf2Dwrite(1000.0f * y + x, surface, x * int(sizeof(float)), y);
}
//! [x counts bytes]

//! [boundary modes]
/// The left neighbour of every pixel: what stands for it at the left edge is the mode's business.
template <cudaSurfaceBoundaryMode Mode>
__global__ void left_neighbours(cudaSurfaceObject_t surface, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = surf2Dread<float>(surface, (x - 1) * int(sizeof(float)), y, Mode);
}
//! [boundary modes]

//! [four pixels at once]
/// Copies four pixels a thread: a surface moves bytes, so one access of 16 bytes takes four floats. width is a multiple of 4.
__global__ void copy_by_four(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  const int x = 16 * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y * blockDim.y + threadIdx.y;  // x in bytes
  if (x < width * int(sizeof(float)) && y < height) surf2Dwrite(surf2Dread<uint4>(in, x, y), out, x, y);
}
//! [four pixels at once]

constexpr int width = 36, height = 20;

//! [an array for surfaces]
/// An array of width by height floats that surfaces may use; null when the runtime refuses.
cudaArray_t make_array() {
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();  // 1, 2 or 4 equal channels
  cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore);
  return array;
}
//! [an array for surfaces]

//! [an object over the array]
cudaSurfaceObject_t make_surface(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  return surface;
}
//! [an object over the array]

//! [copies that know arrays]
/// The pixels of an array, row after row: cudaMemcpy cannot do this, since the array's own order is the hardware's.
std::vector<float> pixels_of(cudaArray_t array) {
  std::vector<float> pixels(width * height);
  const std::size_t row = width * sizeof(float);  // bytes, as all widths and pitches here
  cudaMemcpy2DFromArray(pixels.data(), row, array, 0, 0, row, height, cudaMemcpyDeviceToHost);
  return pixels;
}
//! [copies that know arrays]

//! [limits]
/// Whether a stack of pictures can be a layered array that surfaces use. All three limits count elements, rows, layers;
/// none counts bytes.
bool fits(int columns, int rows, int layers) {
  cudaDeviceProp device;
  if (cudaGetDeviceProperties(&device, 0) != cudaSuccess) return false;
  const int* most = device.maxSurface2DLayered;
  return columns <= most[0] && rows <= most[1] && layers <= most[2];
}
//! [limits]

int main() {
  const cudaArray_t first = make_array(), second = make_array();
  const cudaSurfaceObject_t in = make_surface(first), out = make_surface(second);
  const dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
  number_pixels<<<grid, block>>>(in, width, height);
  copy_by_four<<<grid, block>>>(in, out, width, height);
  float *zero = nullptr, *clamp = nullptr;
  cudaMallocManaged(&zero, width * height * sizeof(float));
  cudaMallocManaged(&clamp, width * height * sizeof(float));
  left_neighbours<cudaBoundaryModeZero><<<grid, block>>>(in, zero, width, height);
  left_neighbours<cudaBoundaryModeClamp><<<grid, block>>>(in, clamp, width, height);
  const cudaError_t status = cudaDeviceSynchronize();

  int wrong = 0;
  const std::vector<float> copied = pixels_of(second);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int i = y * width + x;
      wrong += copied[i] != 1000.0f * y + x;
      wrong += zero[i] != (x == 0 ? 0 : 1000.0f * y + x - 1);
      wrong += clamp[i] != 1000.0f * y + (x == 0 ? 0 : x - 1);
    }
  }
  wrong += !fits(width, height, 2) + fits(1 << 20, 1, 1);
  cudaFree(zero);
  cudaFree(clamp);
  cudaDestroySurfaceObject(in);
  cudaDestroySurfaceObject(out);
  cudaFreeArray(first);
  cudaFreeArray(second);
  std::printf("%d wrong pixels, %s\n", wrong, cudaGetErrorString(status));
  return wrong != 0 || status != cudaSuccess;
}
