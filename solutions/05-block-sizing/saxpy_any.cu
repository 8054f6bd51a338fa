// Solution of saxpy_any: whole warps, four elements a thread, a grid that is as large as the vector asks for.
#include <cuda_runtime.h>

#include "tasks.h"

// Both vectors start on a 16-byte boundary, so a thread takes four neighbours in one access. The last one to three
// elements go one by one, in the first threads of the same launch.
__global__ void saxpy_kernel(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int quads = n / 4;
  if (i < quads) {
    const float4 p = reinterpret_cast<const float4*>(x)[i];
    float4 q = reinterpret_cast<float4*>(y)[i];
    q.x += a * p.x;
    q.y += a * p.y;
    q.z += a * p.z;
    q.w += a * p.w;
    reinterpret_cast<float4*>(y)[i] = q;
  }
  const int tail = 4 * quads + i;
  if (i < 3 && tail < n) y[tail] += a * x[tail];
}

void saxpy_any(float a, const float* x, float* y, int n) {
  if (n == 0) return;
  // 256 threads are eight whole warps, and a divisor of what every multiprocessor holds (1024, 1536 or 2048).
  constexpr int block = 256;
  const int threads = n / 4 > 3 ? n / 4 : 3;
  saxpy_kernel<<<(threads + block - 1) / block, block>>>(a, x, y, n);
}
