// Six ways in which 32 lanes can ask for 32 floats: what hardware of compute capability 1.0 made of them, what a sector
// costs today, and how fast a copy in that order is.
#include "bench.h"

using namespace measure;

struct InOrder { static __device__ std::size_t at(std::size_t i, std::size_t) { return i; } };
struct Reversed { static __device__ std::size_t at(std::size_t i, std::size_t) { return i ^ 31; } };
// A permutation inside the warp: lane k takes element 5k mod 32.
struct Permuted { static __device__ std::size_t at(std::size_t i, std::size_t) { return (i & ~std::size_t{31}) | (5 * i & 31); } };
struct Shifted { static __device__ std::size_t at(std::size_t i, std::size_t) { return i + 1; } };
struct EverySecond { static __device__ std::size_t at(std::size_t i, std::size_t) { return 2 * i; } };
// Lanes are a page apart; every element is taken once.
struct FarApart {
  static __device__ std::size_t at(std::size_t i, std::size_t n) { return (i & 31) * (n / 32) + i / 32; }
};

template <class Order>
__global__ void copy_kernel(const float* in, float* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::size_t at = Order::at(i, n);
  out[at] = in[at];
}

int main() {
  Timer timer;
  const std::size_t n = large_count() / 2;
  const Array<float> in(2 * n + 32), out(2 * n + 32);
  fill(in);
  const double ceiling = copy_gb_per_s(timer, n * 4);
  Table table("access_patterns");
  const auto row = [&](auto order, const char* pattern, double then, double now) {
    const Time time = timer.time([&] { copy_kernel<decltype(order)><<<static_cast<unsigned>(n / 256), 256>>>(in.get(), out.get(), n); });
    const double speed = gb_per_s(8.0 * static_cast<double>(n), time.ms);
    table.row({{"pattern", std::string(pattern)},
               {"transactions_cc_1_0", then},
               {"sectors", now},
               {"useful_gb_per_s", speed},
               {"share_of_copy", speed / ceiling}});
  };
  // Capability 1.0 (CUDA programming guide 1.1, section 5.1.2.1): a half-warp that asks in order from a multiple of 64
  // bytes gets one transaction, any other half-warp one for each lane.
  row(InOrder{}, "neighbours in order", 2, 4);
  row(Reversed{}, "neighbours in reverse", 32, 4);
  row(Permuted{}, "neighbours in any order", 32, 4);
  row(Shifted{}, "shifted by one float", 32, 5);
  row(EverySecond{}, "every second float", 32, 8);
  row(FarApart{}, "far apart", 32, 32);
}
