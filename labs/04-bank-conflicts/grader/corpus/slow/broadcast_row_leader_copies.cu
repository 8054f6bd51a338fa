// One lane fetches the word and leaves it in a place of the warp's own, where all read it.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_width = 32, block_rows = 8;

__global__ void calibrate_kernel(const float* in, const float* coefficients, float* out, int width, int height) {
  __shared__ float rows[block_rows][coefficient_count];
  __shared__ float handed[block_rows];
  const int x = blockIdx.x * block_width + threadIdx.x;
  const int y = blockIdx.y * block_rows + threadIdx.y;
  if (threadIdx.x < coefficient_count)
    rows[threadIdx.y][threadIdx.x] = y < height ? coefficients[y * coefficient_count + threadIdx.x] : 0.0f;
  __syncthreads();
  const bool inside = x < width && y < height;
  const float pixel = inside ? in[y * width + x] : 0.0f;
  float value = 0;
  for (int k = coefficient_count - 1; k >= 0; --k) {
    if (threadIdx.x == 0) handed[threadIdx.y] = rows[threadIdx.y][k];
    __syncwarp();
    value = value * pixel + handed[threadIdx.y];
    __syncwarp();
  }
  if (inside) out[y * width + x] = value;
}

void broadcast_row(const float* in, const float* coefficients, float* out, int width, int height) {
  if (width == 0 || height == 0) return;
  const dim3 block(block_width, block_rows);
  const dim3 grid((width + block_width - 1) / block_width, (height + block_rows - 1) / block_rows);
  calibrate_kernel<<<grid, block>>>(in, coefficients, out, width, height);
}
