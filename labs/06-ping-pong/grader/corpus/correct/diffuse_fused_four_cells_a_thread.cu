// A region of 64 x 64 cells, four steps; a thread keeps four cells of a column in registers, and shared memory holds them
// for its neighbours.
#include <cuda_runtime.h>

#include <algorithm>
#include <utility>

#include "tasks.h"

constexpr int region = 64, halo = 4, inner = region - 2 * halo, cells = 4;

__global__ void steps_kernel(const float* from, float* to, int width, int height, int steps) {
  __shared__ float plate[2][region][region];
  const int tx = threadIdx.x, first = cells * threadIdx.y;
  const int x = blockIdx.x * inner + tx - halo, top = blockIdx.y * inner + first - halo;
  float own[cells];
  bool moves[cells];
  for (int k = 0; k < cells; ++k) {
    const int y = top + k, ty = first + k;
    own[k] = x >= 0 && x < width && y >= 0 && y < height ? from[y * width + x] : 0;
    moves[k] = x > 0 && x < width - 1 && y > 0 && y < height - 1 &&             // not the plate's rim
               tx > 0 && tx < region - 1 && ty > 0 && ty < region - 1;  // not the region's edge
    plate[0][ty][tx] = own[k];
  }
  int newest = 0;
  for (int step = 0; step < steps; ++step) {
    __syncthreads();
    float above = first > 0 ? plate[newest][first - 1][tx] : 0;
    const float last = first + cells < region ? plate[newest][first + cells][tx] : 0;
    for (int k = 0; k < cells; ++k) {
      const int ty = first + k;
      const float now = own[k], below = k + 1 < cells ? own[k + 1] : last;
      if (moves[k]) {
        own[k] += diffusivity * (plate[newest][ty][tx - 1] + plate[newest][ty][tx + 1] + above + below - 4 * now);
      }
      above = now;
      plate[1 - newest][ty][tx] = own[k];
    }
    newest = 1 - newest;
  }
  for (int k = 0; k < cells; ++k) {
    const int y = top + k, ty = first + k;
    const bool still_right = tx >= halo && tx < region - halo && ty >= halo && ty < region - halo;
    if (still_right && x < width && y < height) to[y * width + x] = own[k];
  }
}

float* diffuse_fused(float* a, float* b, int width, int height, int steps) {
  if (width == 0 || height == 0) return a;
  const dim3 grid((width + inner - 1) / inner, (height + inner - 1) / inner);
  for (int done = 0; done < steps; done += halo) {
    steps_kernel<<<grid, dim3(region, region / cells)>>>(a, b, width, height, std::min(halo, steps - done));
    std::swap(a, b);
  }
  return a;
}
