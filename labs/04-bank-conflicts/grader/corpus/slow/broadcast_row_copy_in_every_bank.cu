// A copy of every word in each bank, so that all lanes find their own: free of conflicts, and filled with as many
// accesses as it is read with.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_width = 32, block_rows = 8;

__global__ void calibrate_kernel(const float* in, const float* coefficients, float* out, int width, int height) {
  __shared__ float copies[block_rows][coefficient_count][32];
  const int x = blockIdx.x * block_width + threadIdx.x;
  const int y = blockIdx.y * block_rows + threadIdx.y;
  __shared__ float row[block_rows][coefficient_count];
  if (threadIdx.x < coefficient_count && y < height)
    row[threadIdx.y][threadIdx.x] = coefficients[y * coefficient_count + threadIdx.x];
  __syncthreads();
  if (y < height)
    for (int k = 0; k < coefficient_count; ++k) copies[threadIdx.y][k][threadIdx.x] = row[threadIdx.y][k];
  __syncthreads();
  if (x >= width || y >= height) return;

  const float pixel = in[y * width + x];
  float value = 0;
  for (int k = coefficient_count - 1; k >= 0; --k) value = value * pixel + copies[threadIdx.y][k][threadIdx.x];
  out[y * width + x] = value;
}

void broadcast_row(const float* in, const float* coefficients, float* out, int width, int height) {
  if (width == 0 || height == 0) return;
  const dim3 block(block_width, block_rows);
  const dim3 grid((width + block_width - 1) / block_width, (height + block_rows - 1) / block_rows);
  calibrate_kernel<<<grid, block>>>(in, coefficients, out, width, height);
}
