// Plain version of diffuse_fused: a region of 64 x 64 cells in shared memory, four steps; a thread goes down its column.
#include <cuda_runtime.h>

#include <algorithm>
#include <utility>

#include "tasks.h"

constexpr int region = 64, halo = 4, inner = region - 2 * halo, rows = 16;

__global__ void steps_kernel(const float* from, float* to, int width, int height, int steps) {
  __shared__ float plate[2][region][region];
  const int tx = threadIdx.x;
  const int x = blockIdx.x * inner + tx - halo, first_y = blockIdx.y * inner - halo;
  for (int ty = threadIdx.y; ty < region; ty += rows) {
    const int y = first_y + ty;
    const bool in_plate = x >= 0 && x < width && y >= 0 && y < height;
    plate[0][ty][tx] = in_plate ? from[y * width + x] : 0;
  }
  int newest = 0;
  for (int step = 0; step < steps; ++step) {
    __syncthreads();
    for (int ty = threadIdx.y; ty < region; ty += rows) {
      const int y = first_y + ty;
      const bool moves = x > 0 && x < width - 1 && y > 0 && y < height - 1 &&  // not the plate's rim
                         tx > 0 && tx < region - 1 && ty > 0 && ty < region - 1;  // not the region's edge
      float now = plate[newest][ty][tx];
      if (moves) {
        now += diffusivity * (plate[newest][ty][tx - 1] + plate[newest][ty][tx + 1] + plate[newest][ty - 1][tx] +
                              plate[newest][ty + 1][tx] - 4 * now);
      }
      plate[1 - newest][ty][tx] = now;
    }
    newest = 1 - newest;
  }
  // The thread that wrote a cell stores it: nothing more to wait for.
  for (int ty = threadIdx.y; ty < region; ty += rows) {
    const int y = first_y + ty;
    const bool in_tile = tx >= halo && tx < region - halo && ty >= halo && ty < region - halo;
    if (in_tile && x < width && y < height) to[y * width + x] = plate[newest][ty][tx];
  }
}

float* diffuse_fused(float* a, float* b, int width, int height, int steps) {
  if (width == 0 || height == 0) return a;
  const dim3 grid((width + inner - 1) / inner, (height + inner - 1) / inner);
  for (int done = 0; done < steps; done += halo) {
    steps_kernel<<<grid, dim3(region, rows)>>>(a, b, width, height, std::min(halo, steps - done));
    std::swap(a, b);
  }
  return a;
}
