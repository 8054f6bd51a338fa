// A 32-tap convolution with its taps in constant and in global memory: all lanes one tap, each lane another, unrolled.
#include "bench.h"

using namespace measure;

constexpr int taps = 32;
__constant__ float constant_taps[taps];

struct FromConstant {
  static __device__ float tap(const float*, int k) { return constant_taps[k]; }
};
struct FromGlobal {
  static __device__ float tap(const float* global, int k) { return global[k]; }
};

// `first` is 0 for all lanes, or the lane: then each starts at another tap and adds the same products in another order.
template <class From>
__global__ void loop_kernel(const float* in, const float* global, float* out, int n, int lanes_apart) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int first = lanes_apart * (threadIdx.x % 32);
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < taps; ++k) {
    const int tap = (first + k) % taps;
    sum += From::tap(global, tap) * in[i + tap];
  }
  out[i] = sum;
}

template <class From>
__global__ void unrolled_kernel(const float* in, const float* global, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
#pragma unroll
  for (int k = 0; k < taps; ++k) sum += From::tap(global, k) * in[i + k];
  out[i] = sum;
}

int main() {
  Timer timer;
  const Array<float> global(taps);
  fill(global, 7);
  check(cudaMemcpyToSymbol(constant_taps, global.get(), global.bytes(), 0, cudaMemcpyDeviceToDevice), "taps");
  Table table("constant_against_global");
  for (const int n : {4096, 32768, 262144, 2097152, 8388608}) {
    const Array<float> in(n + taps), out(n);
    fill(in, 13);
    const int blocks = (n + 255) / 256;
    // Warm: the sizes of the table are small enough that a program would find them in the cache.
    const auto loop = [&](auto from, int apart) {
      return timer.time([&] { loop_kernel<decltype(from)><<<blocks, 256>>>(in.get(), global.get(), out.get(), n, apart); },
                        31, false);
    };
    const auto unrolled = [&](auto from) {
      return timer.time([&] { unrolled_kernel<decltype(from)><<<blocks, 256>>>(in.get(), global.get(), out.get(), n); }, 31,
                        false);
    };
    const Time one_constant = loop(FromConstant{}, 0), one_global = loop(FromGlobal{}, 0);
    const Time lane_constant = loop(FromConstant{}, 1), lane_global = loop(FromGlobal{}, 1);
    const Time unrolled_constant = unrolled(FromConstant{}), unrolled_global = unrolled(FromGlobal{});
    table.row({{"n", double(n)},
               {"one_tap_constant_us", 1e3 * one_constant.ms},
               {"one_tap_global_us", 1e3 * one_global.ms},
               {"one_tap_ratio", one_constant.ms / one_global.ms},
               {"tap_per_lane_constant_us", 1e3 * lane_constant.ms},
               {"tap_per_lane_global_us", 1e3 * lane_global.ms},
               {"tap_per_lane_ratio", lane_constant.ms / lane_global.ms},
               {"unrolled_constant_us", 1e3 * unrolled_constant.ms},
               {"unrolled_global_us", 1e3 * unrolled_global.ms},
               {"unrolled_ratio", unrolled_constant.ms / unrolled_global.ms},
               {"empty_launch_us", 1e3 * timer.empty_ms()},
               {"launch_bound", timer.launch_bound(std::min(one_constant.ms, one_global.ms))}});
  }
}
