// Without shared memory: a warp holds 32 rows of 32 elements in registers and turns them over in five rounds of
// shuffles.
#include <cuda_runtime.h>

#include "tasks.h"

template <class T>
__global__ void transpose_kernel(const T* in, T* out, int width, int height) {
  const int lane = threadIdx.x, first_x = blockIdx.x * 32, first_y = blockIdx.y * 32;
  T rows[32];
#pragma unroll
  for (int r = 0; r < 32; ++r)
    rows[r] = first_x + lane < width && first_y + r < height ? in[(first_y + r) * width + first_x + lane] : T();
    // Round by round, squares of size `half` above and below the diagonal change places.
#pragma unroll
  for (int half = 16; half > 0; half /= 2) {
#pragma unroll
    for (int r = 0; r < 32; ++r) {
      if (r & half) continue;
      const bool upper = lane & half;
      const T given = upper ? rows[r] : rows[r + half];
      const T taken = __shfl_xor_sync(0xffffffffu, given, half);
      if (upper) {
        rows[r] = taken;
      } else {
        rows[r + half] = taken;
      }
    }
  }
#pragma unroll
  for (int c = 0; c < 32; ++c)
    if (first_x + c < width && first_y + lane < height) out[(first_x + c) * height + first_y + lane] = rows[c];
}

template <class T>
void launch(const T* in, T* out, int width, int height) {
  if (width == 0 || height == 0) return;
  const dim3 grid((width + 31) / 32, (height + 31) / 32);
  transpose_kernel<<<grid, 32>>>(in, out, width, height);
}

void transpose(const float* in, float* out, int width, int height) { launch(in, out, width, height); }
void transpose(const double* in, double* out, int width, int height) { launch(in, out, width, height); }
