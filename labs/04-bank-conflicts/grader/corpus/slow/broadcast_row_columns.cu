// Lanes walk down a column of the image: right broadcasts, but every pixel in a sector of its own.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_width = 32, block_rows = 8;

__global__ void calibrate_kernel(const float* in, const float* coefficients, float* out, int width, int height) {
  __shared__ float rows[32][coefficient_count + 1];
  const int y = blockIdx.x * block_width + threadIdx.x;
  const int x = blockIdx.y * block_rows + threadIdx.y;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 32 * coefficient_count; i += 256) {
    const int row = i / coefficient_count, k = i % coefficient_count;
    if (blockIdx.x * 32 + row < height) rows[row][k] = coefficients[(blockIdx.x * 32 + row) * coefficient_count + k];
  }
  __syncthreads();
  if (x >= width || y >= height) return;

  const float pixel = in[y * width + x];
  float value = 0;
  for (int k = coefficient_count - 1; k >= 0; --k) value = value * pixel + rows[threadIdx.x][k];
  out[y * width + x] = value;
}

void broadcast_row(const float* in, const float* coefficients, float* out, int width, int height) {
  if (width == 0 || height == 0) return;
  const dim3 block(block_width, block_rows);
  const dim3 grid((height + block_width - 1) / block_width, (width + block_rows - 1) / block_rows);
  calibrate_kernel<<<grid, block>>>(in, coefficients, out, width, height);
}
