// Task broadcast_row: every lane of a warp needs the same coefficient at the same time.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block_width = 32, block_rows = 8;  // a warp is a piece of one row

// Hands one word of shared memory to all lanes, in two steps: first to the lower half of the warp, then to the upper.
// So it stands in notes from 2008, when shared memory served half a warp at a time.
__device__ float broadcast(const float* word) {
  const bool upper = threadIdx.x % 32 >= 16;
  float value = 0;
  if (!upper) value = *word;
  __syncwarp();
  if (upper) value = *word;
  __syncwarp();
  return value;
}

__global__ void calibrate_kernel(const float* in, const float* coefficients, float* out, int width, int height) {
  __shared__ float rows[block_rows][coefficient_count];
  const int x = blockIdx.x * block_width + threadIdx.x;
  const int y = blockIdx.y * block_rows + threadIdx.y;
  if (threadIdx.x < coefficient_count)
    rows[threadIdx.y][threadIdx.x] = y < height ? coefficients[y * coefficient_count + threadIdx.x] : 0.0f;
  __syncthreads();

  // No thread may leave before the last broadcast: the whole warp takes part in it.
  const bool inside = x < width && y < height;
  const float pixel = inside ? in[y * width + x] : 0.0f;
  float value = 0;
  for (int k = coefficient_count - 1; k >= 0; --k) value = value * pixel + broadcast(&rows[threadIdx.y][k]);
  if (inside) out[y * width + x] = value;
}

// TODO: read each coefficient in one step. What does shared memory charge when all lanes want the same word?
void broadcast_row(const float* in, const float* coefficients, float* out, int width, int height) {
  if (width == 0 || height == 0) return;  // a grid without blocks is refused
  const dim3 block(block_width, block_rows);
  const dim3 grid((width + block_width - 1) / block_width, (height + block_rows - 1) / block_rows);
  calibrate_kernel<<<grid, block>>>(in, coefficients, out, width, height);
}
