// Solution of diffuse_fused: four steps a launch in shared memory, eight rows of a column a thread.
#include <cuda_runtime.h>

#include <algorithm>
#include <utility>

#include "tasks.h"

constexpr int halo = 4;             // cells around the tile; as many steps can be made before the tile itself is wrong
constexpr int region = 64;          // cells of a block in each direction, halo included
constexpr int tile = region - 2 * halo;
constexpr int rows = 8;             // of one thread, below each other

// Each step makes one more ring of the region wrong, from its edge inwards, since what lies outside is not known here.
// After `halo` steps the tile in the middle is still right, and that is all that is stored.
__global__ void steps_kernel(const float* __restrict__ from, float* __restrict__ to, int width, int height, int steps) {
  __shared__ float plate[2][region][region];
  const int column = threadIdx.x, first_row = threadIdx.y * rows;
  const int x = blockIdx.x * tile - halo + column, first_y = blockIdx.y * tile - halo + first_row;

  float cells[rows];  // the newest plate, in registers: above and below rarely need shared memory
  bool moves[rows];   // neither on the rim of the plate nor at the edge of the region
  for (int r = 0; r < rows; ++r) {
    const int row = first_row + r, y = first_y + r;
    const bool in_plate = x >= 0 && x < width && y >= 0 && y < height;
    moves[r] = x > 0 && x < width - 1 && y > 0 && y < height - 1 &&
               column > 0 && column < region - 1 && row > 0 && row < region - 1;
    cells[r] = in_plate ? from[y * width + x] : 0;
    plate[0][row][column] = cells[r];
  }

  int newest = 0;
  for (int step = 0; step < steps; ++step) {
    __syncthreads();  // one barrier is enough: the next step writes the buffer that this one does not read
    float above = first_row > 0 ? plate[newest][first_row - 1][column] : 0;
    for (int r = 0; r < rows; ++r) {
      const int row = first_row + r;
      const float here = cells[r];
      if (moves[r]) {
        const float below = r + 1 < rows ? cells[r + 1] : plate[newest][row + 1][column];
        const float left = plate[newest][row][column - 1], right = plate[newest][row][column + 1];
        cells[r] += diffusivity * (left + right + above + below - 4 * here);
      }
      above = here;
      plate[1 - newest][row][column] = cells[r];
    }
    newest = 1 - newest;
  }

  for (int r = 0; r < rows; ++r) {
    const int row = first_row + r, y = first_y + r;
    const bool in_tile = column >= halo && column < region - halo && row >= halo && row < region - halo;
    if (in_tile && x < width && y < height) to[y * width + x] = cells[r];
  }
}

float* diffuse_fused(float* a, float* b, int width, int height, int steps) {
  if (width == 0 || height == 0) return a;
  const dim3 block(region, region / rows);
  const dim3 grid((width + tile - 1) / tile, (height + tile - 1) / tile);
  for (int done = 0; done < steps; done += halo) {
    steps_kernel<<<grid, block>>>(a, b, width, height, std::min(halo, steps - done));
    std::swap(a, b);  // `a` is the newest plate
  }
  return a;
}
