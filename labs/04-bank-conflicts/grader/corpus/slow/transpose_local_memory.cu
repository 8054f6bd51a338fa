// The tile is padded, but before it goes there a thread moves its 32 elements about in an array of its own, at places that the
// compiler cannot know: in local memory.
#include <cuda_runtime.h>

#include "tasks.h"

template <class T>
__global__ void transpose_kernel(const T* in, T* out, int width, int height) {
  __shared__ T tile[32][33];
  T mine[32];
  const int first_x = blockIdx.x * 32, first_y = blockIdx.y * 32, lane = threadIdx.x;
  for (int r = 0; r < 32; ++r) {
    const int x = first_x + lane, y = first_y + r;
    mine[(5 * r + lane) % 32] = x < width && y < height ? in[y * width + x] : T(0);
  }
  // Every round swaps what the next one swaps back.
  for (int round = 0; round < 12; ++round)
    for (int r = 0; r < 16; ++r) {
      const int a = (r + lane + round / 2) % 32, b = (r + lane + round / 2 + 16) % 32;
      const T kept = mine[a];
      mine[a] = mine[b];
      mine[b] = kept;
    }
  for (int r = 0; r < 32; ++r) tile[r][lane] = mine[(5 * r + lane) % 32];
  __syncwarp();
  for (int column = 0; column < 32; ++column) {
    const int x = first_x + column, y = first_y + lane;
    if (x < width && y < height) out[x * height + y] = tile[lane][column];
  }
}

template <class T>
void launch(const T* in, T* out, int width, int height) {
  if (width == 0 || height == 0) return;
  transpose_kernel<<<dim3((width + 31) / 32, (height + 31) / 32), 32>>>(in, out, width, height);
}

void transpose(const float* in, float* out, int width, int height) { launch(in, out, width, height); }
void transpose(const double* in, double* out, int width, int height) { launch(in, out, width, height); }
