// Every coefficient comes from global memory, for every pixel: a sector of 32 bytes for the 4 that all lanes want.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_width = 32, block_rows = 8;

__global__ void calibrate_kernel(const float* in, const float* coefficients, float* out, int width, int height) {
  const int x = blockIdx.x * block_width + threadIdx.x;
  const int y = blockIdx.y * block_rows + threadIdx.y;
  if (x >= width || y >= height) return;

  const float pixel = in[y * width + x];
  float value = 0;
  for (int k = coefficient_count - 1; k >= 0; --k) value = value * pixel + coefficients[y * coefficient_count + k];
  out[y * width + x] = value;
}

void broadcast_row(const float* in, const float* coefficients, float* out, int width, int height) {
  if (width == 0 || height == 0) return;
  const dim3 block(block_width, block_rows);
  const dim3 grid((width + block_width - 1) / block_width, (height + block_rows - 1) / block_rows);
  calibrate_kernel<<<grid, block>>>(in, coefficients, out, width, height);
}
