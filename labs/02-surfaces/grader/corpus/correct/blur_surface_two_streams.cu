// Upper and lower half in streams of their own: both only read one array and write another, and both are waited for.
#include <cuda_runtime.h>

#include "tasks.h"

template <cudaSurfaceBoundaryMode Mode>
__global__ void blur_kernel(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height, bool copy_edges,
                            int first_row, int end_row) {
  __shared__ float tile[10][34];
  const int left = blockIdx.x * 32, top = first_row + blockIdx.y * 8;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 340; i += 256)
    tile[i / 34][i % 34] = surf2Dread<float>(in, (left + i % 34 - 1) * 4, top + i / 34 - 1, Mode);
  __syncthreads();
  const int x = left + threadIdx.x, y = top + threadIdx.y;
  if (x >= width || y >= end_row) return;
  const auto across = [&](int r) {
    return tile[r][threadIdx.x] + 2 * tile[r][threadIdx.x + 1] + tile[r][threadIdx.x + 2];
  };
  float result = (across(threadIdx.y) + 2 * across(threadIdx.y + 1) + across(threadIdx.y + 2)) / 16;
  if (copy_edges && (x == 0 || y == 0 || x == width - 1 || y == height - 1))
    result = tile[threadIdx.y + 1][threadIdx.x + 1];
  surf2Dwrite(result, out, x * 4, y);
}

void blur_surface(Picture in, Picture out, int width, int height, cudaSurfaceBoundaryMode mode) {
  if (width == 0 || height == 0) return;
  const int middle = height / 2, rows[] = {0, middle, height};
  for (int half = 0; half < 2; ++half) {
    if (rows[half] == rows[half + 1]) continue;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    const dim3 block(32, 8), grid((width + 31) / 32, (rows[half + 1] - rows[half] + 7) / 8);
    const bool copy_edges = mode == cudaBoundaryModeTrap;
    if (mode == cudaBoundaryModeZero) {
      blur_kernel<cudaBoundaryModeZero><<<grid, block, 0, stream>>>(in.surface, out.surface, width, height, copy_edges,
                                                                    rows[half], rows[half + 1]);
    } else {
      blur_kernel<cudaBoundaryModeClamp><<<grid, block, 0, stream>>>(in.surface, out.surface, width, height, copy_edges,
                                                                     rows[half], rows[half + 1]);
    }
    cudaStreamDestroy(stream);
  }
  cudaDeviceSynchronize();
}
