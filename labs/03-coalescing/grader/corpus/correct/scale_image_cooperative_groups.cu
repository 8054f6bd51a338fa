// A warp a row, with cooperative groups instead of index arithmetic.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "tasks.h"

namespace cg = cooperative_groups;

__global__ void scale_kernel(const float* in, std::size_t in_pitch, float* out, std::size_t out_pitch, int width,
                             int height, float gain) {
  const auto grid = cg::this_grid();
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  for (unsigned long long y = grid.thread_rank() / 32; y < height; y += grid.size() / 32) {
    const auto* source = reinterpret_cast<const float*>(reinterpret_cast<const char*>(in) + y * in_pitch);
    auto* target = reinterpret_cast<float*>(reinterpret_cast<char*>(out) + y * out_pitch);
    for (int x = warp.thread_rank(); x < width; x += warp.size()) target[x] = gain * source[x];
  }
}

void scale_image(const float* in, std::size_t in_pitch, float* out, std::size_t out_pitch, int width, int height,
                 float gain) {
  if (width == 0 || height == 0) return;
  scale_kernel<<<(height + 3) / 4, 128>>>(in, in_pitch, out, out_pitch, width, height, gain);
}
