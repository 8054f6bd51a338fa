// A convolution with 32 taps in constant or global memory. `mask` decides which tap the lanes of a warp ask for at the
// same time: with 0 all ask for the same one, with 31 each for another. The sum is the same, only its order differs.
//   convolution [mask: 0 to 31] [constant|global] [length]
// Try: course run examples/convolution.cu --counters -- 31 constant
#include <cmath>
#include <cstring>
#include <vector>

#include "common/cuda_check.h"

constexpr int taps = 32;

__constant__ float constant_taps[taps];

// out[i] = sum over k of tap[k] * in[i + k]; `in` holds length + taps - 1 elements.
template <bool in_constant_memory>
__global__ void convolve(const float* in, const float* global_taps, float* out, int length, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= length) return;
  int rotate = threadIdx.x & mask;
  float sum = 0;
  for (int step = 0; step < taps; ++step) {
    int k = (step + rotate) % taps;
    float tap = in_constant_memory ? constant_taps[k] : global_taps[k];
    sum += tap * in[i + k];
  }
  out[i] = sum;
}

// The same sum in double, and how far a sum of `taps` products rounded to float may lie from it in any order:
// each product and each addition adds at most half a unit in the last place (2^-24) of what was summed so far.
bool agrees(const std::vector<float>& in, const std::vector<float>& tap, const std::vector<float>& out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    double sum = 0, size = 0;
    for (int k = 0; k < taps; ++k) {
      double product = double(tap[k]) * in[i + k];
      sum += product;
      size += std::fabs(product);
    }
    double bound = (taps + 1) * 0x1p-24 * size;
    if (!(std::fabs(out[i] - sum) <= bound)) {
      std::printf("wrong: out[%zu] is %.9g, the CPU says %.9g, allowed is a distance of %.2g\n", i, out[i], sum, bound);
      return false;
    }
  }
  return true;
}

int main(int argc, char** argv) {
  int mask = argc > 1 ? std::atoi(argv[1]) : 0;
  const char* where = argc > 2 ? argv[2] : "constant";
  int length = argc > 3 ? std::atoi(argv[3]) : 50001;
  bool in_constant = std::strcmp(where, "constant") == 0;
  if (mask < 0 || mask > 31 || length < 1 || (!in_constant && std::strcmp(where, "global") != 0)) {
    std::fprintf(stderr, "usage: convolution [mask: 0 to 31] [constant|global] [length: 1 or more]\n");
    return 2;
  }

  std::vector<float> in(length + taps - 1), tap(taps), out(length);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = std::sin(0.01f * i) + 0.1f * (i * 37 % 11);
  for (int k = 0; k < taps; ++k) tap[k] = std::exp(-0.02f * (k - 16) * (k - 16)) / (k % 3 + 1);

  float *device_in, *device_taps, *device_out;
  check(cudaMalloc(&device_in, in.size() * sizeof(float)));
  check(cudaMalloc(&device_taps, taps * sizeof(float)));
  check(cudaMalloc(&device_out, length * sizeof(float)));
  check(cudaMemcpy(device_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
  check(cudaMemcpy(device_taps, tap.data(), taps * sizeof(float), cudaMemcpyHostToDevice));
  check(cudaMemcpyToSymbol(constant_taps, tap.data(), taps * sizeof(float)));

  int block = 256, grid = (length + block - 1) / block;
  if (in_constant) {
    convolve<true><<<grid, block>>>(device_in, device_taps, device_out, length, mask);
  } else {
    convolve<false><<<grid, block>>>(device_in, device_taps, device_out, length, mask);
  }
  check_launch();
  check(cudaMemcpy(out.data(), device_out, length * sizeof(float), cudaMemcpyDeviceToHost));
  for (float* pointer : {device_in, device_taps, device_out}) check(cudaFree(pointer));

  if (!agrees(in, tap, out)) return 1;
  std::printf("ok: %d sums of %d products, taps in %s memory, mask %d\n", length, taps, where, mask);
}
