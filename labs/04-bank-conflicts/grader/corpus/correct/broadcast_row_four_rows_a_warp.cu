// Blocks of 8 x 32, four pixels a thread: a warp covers four rows. With rows of 24 words, the words that it asks for
// lie in four banks, and so do the eight words that it fills in each of four rows.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_rows = 32, pixels = 4;

__global__ void calibrate_kernel(const float* in, const float* coefficients, float* out, int width, int height) {
  __shared__ float rows[block_rows][24];
  const int y = blockIdx.y * block_rows + threadIdx.y;
  for (int k = threadIdx.x; k < coefficient_count && y < height; k += 8)
    rows[threadIdx.y][k] = coefficients[y * coefficient_count + k];
  __syncthreads();
  if (y >= height) return;
  const int x0 = blockIdx.x * 8 * pixels + threadIdx.x;
  float pixel[pixels], value[pixels] = {};
  for (int p = 0; p < pixels; ++p) pixel[p] = x0 + 8 * p < width ? in[y * width + x0 + 8 * p] : 0.0f;
  for (int k = coefficient_count - 1; k >= 0; --k)
    for (int p = 0; p < pixels; ++p) value[p] = value[p] * pixel[p] + rows[threadIdx.y][k];
  for (int p = 0; p < pixels; ++p)
    if (x0 + 8 * p < width) out[y * width + x0 + 8 * p] = value[p];
}

void broadcast_row(const float* in, const float* coefficients, float* out, int width, int height) {
  if (width == 0 || height == 0) return;
  const dim3 grid((width + 8 * pixels - 1) / (8 * pixels), (height + block_rows - 1) / block_rows);
  calibrate_kernel<<<grid, dim3(8, block_rows)>>>(in, coefficients, out, width, height);
}
