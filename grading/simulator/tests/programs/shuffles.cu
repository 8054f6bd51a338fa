// Warp shuffles: all four kinds, narrower widths, partial masks, every type.
#include "check.h"

constexpr unsigned full = 0xffffffff;

// PTX ISA, shfl.sync: a source outside the lane's segment (or beyond its end) gives the lane its own value.
int source(int kind, int lane, int argument, int width) {
  int base = lane / width * width, inside = lane - base;
  switch (kind) {
    case 0:
      return base + ((argument % width) + width) % width;
    case 1:
      return inside - argument >= 0 ? lane - argument : lane;
    case 2:
      return inside + argument < width ? lane + argument : lane;
    default:
      return (inside ^ argument) < width ? base + (inside ^ argument) : lane;
  }
}

__global__ void kinds(int* out, int argument, int width) {
  int t = threadIdx.x, value = 1000 + t * 3;
  out[t * 4] = __shfl_sync(full, value, argument, width);
  out[t * 4 + 1] = __shfl_up_sync(full, value, argument, width);
  out[t * 4 + 2] = __shfl_down_sync(full, value, argument, width);
  out[t * 4 + 3] = __shfl_xor_sync(full, value, argument, width);
}

// Each lane names another source.
template <class T>
__global__ void gather(T* out) {
  int t = threadIdx.x;
  T value = static_cast<T>(static_cast<T>(t * t) / static_cast<T>(2) - static_cast<T>(100));
  out[t] = __shfl_sync(full, value, t * 7 + 5);
}

__global__ void butterfly(const float* in, float* out) {
  float value = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(full, value, step);
  out[threadIdx.x] = value;
}

// Inclusive scan within groups of `width` lanes.
__global__ void scan(int* values, int width) {
  int lane = threadIdx.x % width, value = values[threadIdx.x];
  for (int step = 1; step < width; step *= 2) {
    int below = __shfl_up_sync(full, value, step, width);
    if (lane >= step) value += below;
  }
  values[threadIdx.x] = value;
}

// Only the lanes of the mask take part, from inside a branch.
__global__ void partial(int* out) {
  int t = threadIdx.x;
  out[t] = -1;
  if (t % 3 == 0) {
    constexpr unsigned mask = 0x49249249;  // lanes 0, 3, ..., 30
    out[t] = __shfl_sync(mask, t * 10, (t + 3) % 33);
  } else if (t >= 20) {
    constexpr unsigned mask = 0xb6d00000u;  // lanes 20, 22, 23, 25, ..., 31
    out[t] = __shfl_sync(mask, t * 100, 22);
  }
}

template <class T>
void check_gather(const std::string& type) {
  check::DeviceArray<T> out(64);
  gather<<<1, 64>>>(out.get());
  auto got = out.download();
  for (int t = 0; t < 64; ++t) {
    int from = t / 32 * 32 + (t * 7 + 5) % 32;
    check::expect_equal("gathered " + type, got[t], T(T(from * from) / T(2) - T(100)));
  }
}

int main() {
  const char* names[] = {"__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync"};
  check::DeviceArray<int> out(64 * 4);
  for (int width : {32, 16, 8, 4, 2, 1}) {
    for (int argument : {0, 1, 2, 5, 9, 16, 31}) {
      kinds<<<1, 64>>>(out.get(), argument, width);
      auto got = out.download();
      for (int t = 0; t < 64; ++t)
        for (int kind = 0; kind < 4; ++kind) {
          // A xor beyond the segment reads earlier segments of the warp but not later ones (CUDA C++ Programming
          // Guide, Warp Shuffle Functions).
          int lane = t % 32, from = source(kind, lane, argument, width);
          if (kind == 3 && (lane ^ argument) < lane / width * width) from = lane ^ argument;
          check::expect_equal(std::string(names[kind]) + " by " + check::text(argument) + ", width " +
                                  check::text(width) + ", thread " + check::text(t),
                              got[t * 4 + kind], 1000 + (t / 32 * 32 + from) * 3);
        }
    }
  }
  check_gather<int>("int");
  check_gather<unsigned>("unsigned");
  check_gather<float>("float");
  check_gather<double>("double");
  check_gather<long long>("long long");
  check_gather<unsigned long long>("unsigned long long");

  std::vector<float> values(96);
  for (int i = 0; i < 96; ++i) values[i] = float(i * i % 17);
  check::DeviceArray<float> in(values), sums(96);
  butterfly<<<1, 96>>>(in.get(), sums.get());
  auto got_sums = sums.download();
  for (int t = 0; t < 96; ++t) {
    float sum = 0;
    for (int k = t / 32 * 32; k < t / 32 * 32 + 32; ++k) sum += values[k];
    check::expect_equal("butterfly sum", got_sums[t], sum);
  }

  for (int width : {32, 16, 4}) {
    std::vector<int> start(64), wanted(64);
    for (int i = 0; i < 64; ++i) start[i] = i * 3 % 11, wanted[i] = start[i] + (i % width ? wanted[i - 1] : 0);
    check::DeviceArray<int> scanned(start);
    scan<<<1, 64>>>(scanned.get(), width);
    check::expect_equal("scan by shuffles", scanned.download(), wanted);
  }

  check::DeviceArray<int> picked(32);
  partial<<<1, 32>>>(picked.get());
  auto got = picked.download();
  for (int t = 0; t < 32; ++t) {
    check::expect_equal("partial mask, lane " + check::text(t), got[t],
                        t % 3 == 0 ? (t + 3) % 33 * 10
                        : t >= 20  ? 2200
                                   : -1);
  }
  return check::verdict();
}
