// Clears the coefficients of a row once they are fetched, as if nobody needed them any more.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void calibrate_kernel(const float* in, float* coefficients, float* out, int width, int height) {
  __shared__ float row[coefficient_count];
  for (int y = blockIdx.x; y < height; y += gridDim.x) {
    if (threadIdx.x < coefficient_count) {
      float* coefficient = coefficients + y * coefficient_count + threadIdx.x;
      row[threadIdx.x] = *coefficient;
      *coefficient = 0;
    }
    __syncthreads();
    for (int x = threadIdx.x; x < width; x += blockDim.x) {
      const float pixel = in[y * width + x];
      float value = 0;
#pragma unroll
      for (int k = coefficient_count - 1; k >= 0; --k) value = value * pixel + row[k];
      out[y * width + x] = value;
    }
    __syncthreads();  // all are done with this row's coefficients
  }
}

void broadcast_row(const float* in, const float* coefficients, float* out, int width, int height) {
  if (width == 0 || height == 0) return;
  const int blocks = height < 2112 ? height : 2112;
  calibrate_kernel<<<blocks, 128>>>(in, const_cast<float*>(coefficients), out, width, height);
}
