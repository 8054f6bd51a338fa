// Heat spreads over a plate: each step reads one buffer and writes the other, then the two change roles. Nothing is
// copied and the host does not wait between steps.
//   heat_ping_pong [steps] [width] [height]
#include <cmath>
#include <utility>
#include <vector>

#include "common/cuda_check.h"

constexpr float rate = 0.2f;

// The border keeps its temperature.
__global__ void step(const float* from, float* to, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int i = y * width + x;
  float here = from[i];
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    here += rate * (from[i - 1] + from[i + 1] + from[i - width] + from[i + width] - 4 * here);
  }
  to[i] = here;
}

int main(int argc, char** argv) {
  int steps = argc > 1 ? std::atoi(argv[1]) : 31;
  int width = argc > 2 ? std::atoi(argv[2]) : 90;
  int height = argc > 3 ? std::atoi(argv[3]) : 70;
  if (steps < 0 || width < 1 || height < 1) {
    std::fprintf(stderr, "Steps must be 0 or more, width and height 1 or more\n");
    return 2;
  }
  std::vector<float> plate(width * height);
  for (int i = 0; i < width * height; ++i) plate[i] = i < width ? 100.0f : i % 37 == 0 ? 50.0f : 20.0f;

  std::size_t bytes = plate.size() * sizeof(float);
  float *from, *to;
  check(cudaMalloc(&from, bytes));
  check(cudaMalloc(&to, bytes));
  check(cudaMemcpy(from, plate.data(), bytes, cudaMemcpyHostToDevice));
  dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
  for (int i = 0; i < steps; ++i) {
    step<<<grid, block>>>(from, to, width, height);
    std::swap(from, to);  // `from` holds the newest plate
  }
  check_launch();
  std::vector<float> got(plate.size());
  check(cudaMemcpy(got.data(), from, bytes, cudaMemcpyDeviceToHost));
  check(cudaFree(from));
  check(cudaFree(to));

  std::vector<double> now(plate.begin(), plate.end()), next(now);
  for (int i = 0; i < steps; ++i) {
    for (int y = 1; y < height - 1; ++y) {
      for (int x = 1; x < width - 1; ++x) {
        int k = y * width + x;
        next[k] = now[k] + double(rate) * (now[k - 1] + now[k + 1] + now[k - width] + now[k + width] - 4 * now[k]);
      }
    }
    std::swap(now, next);
  }
  // A step averages (its weights are positive and sum to 1), so errors do not grow: each step adds a few roundings of
  // numbers up to 800, half a unit in the last place (2^-15) each at most.
  double bound = steps * 6 * 0x1p-15 * rate + 1e-12;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!(std::fabs(got[i] - now[i]) <= bound)) {
      std::printf("cell %zu is %.7g degrees, should be %.7g\n", i, got[i], now[i]);
      return 1;
    }
  }
  std::printf("ok: %d steps on a plate of %d x %d\n", steps, width, height);
}
