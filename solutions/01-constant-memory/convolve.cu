// Solution of convolve: every tap an operand of a multiplication, four results a thread from one window of registers.
#include <cuda_runtime.h>

#include "tasks.h"

__constant__ float constant_taps[tap_count];

constexpr int results = 4;                       // neighbouring results of a thread
constexpr int window_size = tap_count + results;  // floats they are made from: 35, and one to make full float4s

// Nine 16-byte loads bring what four results need; 32 loads a result would bring every float 32 times.
// Both loops are unrolled, so that k is a number in the machine code: no load of a tap is left, the multiplication
// names its place in constant memory. And `window` never needs an address, so it stays in registers.
__global__ void convolve_kernel(const float* in, float* out, int n) {
  const int first = results * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first + results < n) {
    float window[window_size];
#pragma unroll
    for (int q = 0; q < window_size / 4; ++q) {
      const float4 four = reinterpret_cast<const float4*>(in + first)[q];
      window[4 * q] = four.x;
      window[4 * q + 1] = four.y;
      window[4 * q + 2] = four.z;
      window[4 * q + 3] = four.w;
    }
    float sum[results] = {};
#pragma unroll
    for (int k = 0; k < tap_count; ++k) {
#pragma unroll
      for (int r = 0; r < results; ++r) sum[r] += constant_taps[k] * window[k + r];
    }
    *reinterpret_cast<float4*>(out + first) = make_float4(sum[0], sum[1], sum[2], sum[3]);
  } else {
    // The last one to four results: their window ends with the array, in the middle of a float4.
    for (int i = first; i < n; ++i) {
      float sum = 0;
      for (int k = 0; k < tap_count; ++k) sum += constant_taps[k] * in[i + k];
      out[i] = sum;
    }
  }
}

void convolve(const float* in, const float* taps, float* out, int n) {
  if (n == 0) return;
  cudaMemcpyToSymbol(constant_taps, taps, tap_count * sizeof(float));
  constexpr int block = 256, per_block = results * block;
  convolve_kernel<<<n / per_block + (n % per_block != 0), block>>>(in, out, n);
}
