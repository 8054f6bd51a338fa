// Task invert_image: the negative of a picture, in place, with a launch shape that somebody else chose.
#include <cuda_runtime.h>

#include "tasks.h"

// One function for both sides: the kernel calls it on the device, the caller of invert_image on the host.
__host__ __device__ uchar4 inverted(uchar4 pixel) {
  return make_uchar4(255 - pixel.x, 255 - pixel.y, 255 - pixel.z, pixel.w);
}

// The picture is cut into as many rectangles as there are threads, as one would for a few threads of a CPU.
__global__ void invert_kernel(uchar4* image, int width, int height) {
  const int across = gridDim.x * blockDim.x, down = gridDim.y * blockDim.y;  // threads of the launch
  const int columns = (width + across - 1) / across, rows = (height + down - 1) / down;
  const int left = (blockIdx.x * blockDim.x + threadIdx.x) * columns;
  const int top = (blockIdx.y * blockDim.y + threadIdx.y) * rows;
  for (int y = top; y < top + rows && y < height; ++y) {
    for (int x = left; x < left + columns && x < width; ++x) {
      image[y * width + x] = inverted(image[y * width + x]);
    }
  }
}

// TODO: let the threads of a warp take pixels that lie side by side, and record the event.
cudaError_t invert_image(uchar4* image, int width, int height, dim3 grid, dim3 block, cudaEvent_t done) {
  invert_kernel<<<grid, block>>>(image, width, height);
  return cudaGetLastError();
}
