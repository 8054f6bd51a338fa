// Plain version: all lanes read the same word of shared memory, and the hardware hands it to all of them.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_width = 32, block_rows = 8;

__global__ void calibrate_kernel(const float* in, const float* coefficients, float* out, int width, int height) {
  __shared__ float rows[block_rows][coefficient_count];
  const int x = blockIdx.x * block_width + threadIdx.x;
  const int y = blockIdx.y * block_rows + threadIdx.y;
  if (threadIdx.x < coefficient_count && y < height)
    rows[threadIdx.y][threadIdx.x] = coefficients[y * coefficient_count + threadIdx.x];
  __syncthreads();
  if (x >= width || y >= height) return;

  const float pixel = in[y * width + x];
  float value = 0;
  for (int k = coefficient_count - 1; k >= 0; --k) value = value * pixel + rows[threadIdx.y][k];
  out[y * width + x] = value;
}

void broadcast_row(const float* in, const float* coefficients, float* out, int width, int height) {
  if (width == 0 || height == 0) return;
  const dim3 block(block_width, block_rows);
  const dim3 grid((width + block_width - 1) / block_width, (height + block_rows - 1) / block_rows);
  calibrate_kernel<<<grid, block>>>(in, coefficients, out, width, height);
}
