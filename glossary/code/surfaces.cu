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
/// Doubles four pixels a thread: a surface moves bytes, so one access of 16 bytes takes four floats. width is a multiple
/// of 4.
__global__ void double_by_four(cudaSurfaceObject_t surface, int width, int height) {
  const int x = 16 * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y * blockDim.y + threadIdx.y;  // x in bytes
  if (x >= width * int(sizeof(float)) || y >= height) return;
  const float4 p = surf2Dread<float4>(surface, x, y);
  surf2Dwrite(make_float4(2 * p.x, 2 * p.y, 2 * p.z, 2 * p.w), surface, x, y);
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

constexpr int layers = 3;

//! [layers]
/// Pictures of one size behind one handle. The depth counts layers, and one copy fills all of them.
cudaArray_t make_stack(std::vector<float>& pixels) {
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  const cudaExtent extent = make_cudaExtent(width, height, layers);  // elements, rows, layers
  cudaMalloc3DArray(&array, &format, extent, cudaArrayLayered | cudaArraySurfaceLoadStore);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(pixels.data(), width * sizeof(float), width, height);  // the pitch in bytes
  copy.dstArray = array;
  copy.extent = extent;
  copy.kind = cudaMemcpyHostToDevice;  // left out it is cudaMemcpyHostToHost
  cudaMemcpy3D(&copy);
  return array;
}

/// One layer, row after row.
__global__ void read_layer(cudaSurfaceObject_t stack, int layer, float* out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = surf2DLayeredread<float>(stack, x * int(sizeof(float)), y, layer);
}
//! [layers]

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
  const cudaArray_t array = make_array();
  const cudaSurfaceObject_t surface = make_surface(array);
  const dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
  float *zero = nullptr, *clamp = nullptr, *front = nullptr;
  cudaMallocManaged(&zero, width * height * sizeof(float));
  cudaMallocManaged(&clamp, width * height * sizeof(float));
  cudaMallocManaged(&front, width * height * sizeof(float));
  number_pixels<<<grid, block>>>(surface, width, height);
  left_neighbours<cudaBoundaryModeZero><<<grid, block>>>(surface, zero, width, height);
  left_neighbours<cudaBoundaryModeClamp><<<grid, block>>>(surface, clamp, width, height);
  double_by_four<<<grid, block>>>(surface, width, height);

  std::vector<float> pictures(width * height * layers);
  for (std::size_t i = 0; i < pictures.size(); ++i) pictures[i] = static_cast<float>(i);
  const cudaArray_t stack = make_stack(pictures);
  const cudaSurfaceObject_t stack_surface = make_surface(stack);
  read_layer<<<grid, block>>>(stack_surface, layers - 1, front);
  const cudaError_t status = cudaDeviceSynchronize();

  int wrong = 0;
  const std::vector<float> doubled = pixels_of(array);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const int i = y * width + x;
      wrong += doubled[i] != 2 * (1000.0f * y + x);
      wrong += zero[i] != (x == 0 ? 0 : 1000.0f * y + x - 1);
      wrong += clamp[i] != 1000.0f * y + (x == 0 ? 0 : x - 1);
      wrong += front[i] != pictures[(layers - 1) * width * height + i];
    }
  }
  wrong += !fits(width, height, 2) + fits(1 << 20, 1, 1);
  for (float* memory : {zero, clamp, front}) cudaFree(memory);
  for (const cudaSurfaceObject_t object : {surface, stack_surface}) cudaDestroySurfaceObject(object);
  for (const cudaArray_t memory : {array, stack}) cudaFreeArray(memory);
  std::printf("%d wrong pixels, %s\n", wrong, cudaGetErrorString(status));
  return wrong != 0 || status != cudaSuccess;
}
