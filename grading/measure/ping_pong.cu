// Steps of the heat equation between two buffers: pointers change places, or the result is copied back every step.
#include "bench.h"

using namespace measure;

__global__ void step_kernel(const float* from, float* to, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= side || y >= side) return;
  const std::size_t at = std::size_t(y) * side + x;
  const bool rim = x == 0 || y == 0 || x == side - 1 || y == side - 1;
  to[at] = rim ? from[at] : from[at] + 0.125f * (from[at - 1] + from[at + 1] + from[at - side] + from[at + side] - 4 * from[at]);
}

int main() {
  Timer timer;
  Table table("ping_pong");
  constexpr int steps = 100;
  for (const int side : {1024, 4096, 8192}) {
    const std::size_t n = std::size_t(side) * side;
    const Array<float> a(n), b(n);
    fill(a);
    const dim3 block(32, 8), grid((side + 31) / 32, (side + 7) / 8);
    const Time swapped = timer.time([&] {
      float *from = a.get(), *to = b.get();
      for (int s = 0; s < steps; ++s, std::swap(from, to)) step_kernel<<<grid, block>>>(from, to, side);
    }, 7);
    const Time copied = timer.time([&] {
      for (int s = 0; s < steps; ++s) {
        step_kernel<<<grid, block>>>(a.get(), b.get(), side);
        cudaMemcpyAsync(a.get(), b.get(), a.bytes(), cudaMemcpyDeviceToDevice);
      }
    }, 7);
    const Time waited = timer.time([&] {
      float *from = a.get(), *to = b.get();
      for (int s = 0; s < steps; ++s, std::swap(from, to)) {
        step_kernel<<<grid, block>>>(from, to, side);
        cudaDeviceSynchronize();
      }
    }, 7);
    table.row({{"side", double(side)},
               {"steps", double(steps)},
               {"swap_ms", swapped.ms},
               {"copy_back_ms", copied.ms},
               {"wait_every_step_ms", waited.ms},
               {"copy_back_over_swap", copied.ms / swapped.ms}});
  }
}
