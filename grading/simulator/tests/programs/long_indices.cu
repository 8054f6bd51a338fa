// Indices and pointer arithmetic in 64 bits: products that do not fit 32 bits, negative offsets, differences of
// pointers.
#include "check.h"

// The intermediate product exceeds 2^32; the final index does not.
__global__ void wide_products(const int* in, int* out, long long stride, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  long long place = i * stride;  // up to 5e12
  out[i] = in[place % count] + int(place >> 32);
  std::size_t index = static_cast<std::size_t>(i) * 4000000000u;
  out[i] += int(index / 1000000000u);
}

// Far away and back: the pointer in between points nowhere and is not followed.
__global__ void far_and_back(const int* in, int* out, long long far) {
  int t = threadIdx.x;
  const int* away = in + far;
  const int* back = away - far + t;
  out[t] = *back + int((back - in) * 1000);
}

__global__ void negative(const double* end, double* out, int count) {
  int t = threadIdx.x;
  if (t >= count) return;
  out[t] = end[-1 - t];
  const double* cursor = end;
  cursor -= t + 1;
  out[t] += *cursor;
  out[t] += end[-static_cast<long long>(count) + t];
}

__global__ void unsigned_wrap(const int* in, int* out, unsigned n) {
  unsigned t = threadIdx.x;
  // t - n wraps as an unsigned 32-bit number and comes back with + n.
  unsigned wrapped = t - n;
  out[t] = in[wrapped + n] + (wrapped > t ? 1000 : 0);
}

__global__ void distances(const char* base, const char* const* pointers, long long* out) {
  int t = threadIdx.x;
  out[t] = pointers[t] - base;
  out[t + 32] = reinterpret_cast<const double*>(pointers[t]) - reinterpret_cast<const double*>(base);
}

int main() {
  constexpr int count = 1000;
  std::vector<int> in(count);
  for (int i = 0; i < count; ++i) in[i] = i * 3 - 500;
  check::DeviceArray<int> device_in(in), out(count);
  constexpr long long stride = 5000000007;
  wide_products<<<8, 128>>>(device_in.get(), out.get(), stride, count);
  auto got = out.download();
  for (long long i = 0; i < count; ++i) {
    check::expect_equal("wide product", got[i], in[i * stride % count] + int((i * stride) >> 32) + int(i * 4));
  }

  for (long long far : {1ll << 31, 1ll << 35, -(1ll << 33), 3000000001ll}) {
    far_and_back<<<1, 64>>>(device_in.get(), out.get(), far);
    got = out.download();
    for (int t = 0; t < 64; ++t) check::expect_equal("far and back", got[t], in[t] + 1000 * t);
  }

  std::vector<double> doubles(50);
  for (int i = 0; i < 50; ++i) doubles[i] = i * i + 0.25;
  check::DeviceArray<double> device_doubles(doubles), sums(50);
  negative<<<1, 64>>>(device_doubles.get() + 50, sums.get(), 50);
  auto got_sums = sums.download();
  for (int t = 0; t < 50; ++t) check::expect_equal("negative index", got_sums[t], 2 * doubles[49 - t] + doubles[t]);

  unsigned_wrap<<<1, 64>>>(device_in.get(), out.get(), 40);
  got = out.download();
  for (int t = 0; t < 64; ++t) check::expect_equal("unsigned wrap", got[t], in[t] + (t < 40 ? 1000 : 0));

  check::DeviceArray<char> bytes(4096);
  std::vector<const char*> pointers(32);
  for (int t = 0; t < 32; ++t) pointers[t] = bytes.get() + t * t * 4 / 8 * 8;
  check::DeviceArray<const char*> device_pointers(pointers);
  check::DeviceArray<long long> differences(64);
  distances<<<1, 32>>>(bytes.get(), device_pointers.get(), differences.get());
  auto got_differences = differences.download();
  for (int t = 0; t < 32; ++t) {
    check::expect_equal("difference in bytes", got_differences[t], t * t * 4 / 8 * 8);
    check::expect_equal("difference in doubles", got_differences[t + 32], t * t * 4 / 8);
  }
  return check::verdict();
}
