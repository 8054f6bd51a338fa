// Atomic operations of every type on global and shared memory, and the values they return.
#include <algorithm>

#include "check.h"

constexpr int threads = 96, blocks = 3;

// Every kind on one word each. `where` holds 11 words.
template <class T>
__device__ void integer_operations(T* where, T i) {
  atomicAdd(where, i);
  atomicMin(where + 1, i);
  atomicMax(where + 2, i);
  atomicAnd(where + 3, ~(T{1} << (i % 13)));
  atomicOr(where + 4, T{1} << (i % 29));
  atomicXor(where + 5, i * 77);
}

template <class T>
__global__ void on_global(T* where) {
  integer_operations(where, static_cast<T>(blockIdx.x * blockDim.x + threadIdx.x + 1));
}

template <class T>
__global__ void on_shared(T* out) {
  __shared__ T words[6];
  if (threadIdx.x < 6) words[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  for (int b = 0; b < blocks; ++b) integer_operations(words, static_cast<T>(b * threads + threadIdx.x + 1));
  __syncthreads();
  if (threadIdx.x < 6) out[threadIdx.x] = words[threadIdx.x];
}

template <class T>
void check_integers(const std::string& type) {
  std::vector<T> start = {T(5), T(1000), T(0), T(-1), T(0), T(9)}, wanted = start;
  for (T i = 1; i <= T(threads * blocks); ++i) {
    wanted[0] += i;
    wanted[1] = std::min(wanted[1], i);
    wanted[2] = std::max(wanted[2], i);
    wanted[3] &= ~(T{1} << (i % 13));
    wanted[4] |= T{1} << (i % 29);
    wanted[5] ^= i * 77;
  }
  check::DeviceArray<T> global(start), shared(start);
  on_global<<<blocks, threads>>>(global.get());
  on_shared<<<1, threads>>>(shared.get());
  check::expect_equal(type + " on global memory", global.download(), wanted);
  check::expect_equal(type + " on shared memory", shared.download(), wanted);
}

template <class T>
__global__ void floating(T* where, T* old) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  old[i] = atomicAdd(where, T(0.5));
  __shared__ T sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, T(threadIdx.x));
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(where + 1, sum);
}

template <class T>
void check_floating(const std::string& type) {
  check::DeviceArray<T> where(2), old(blocks * threads);
  floating<<<blocks, threads>>>(where.get(), old.get());
  // Halves up to 144 and whole numbers: exact in every order.
  check::expect_equal(type + " atomicAdd", where.download(),
                      {T(blocks * threads / 2.0), T(blocks * threads * (threads - 1) / 2)});
  auto values = old.download();
  std::sort(values.begin(), values.end());
  for (int i = 0; i < blocks * threads; ++i) check::expect_equal(type + " old values", values[i], T(i * 0.5));
}

__global__ void returning(int* counter, int* old, unsigned* wrap, unsigned* wrapped, int* exchanged, int* taken,
                          unsigned long long* swapped) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  old[i] = atomicAdd(counter, 1);
  atomicSub(counter + 1, 2);
  wrapped[i] = atomicInc(wrap, 9);  // counts 0 to 9 and starts again
  atomicDec(wrap + 1, 6);           // counts down, from 0 back to 6
  taken[i] = atomicExch(exchanged, i + 1);
  // Compare and swap in a loop: the largest square modulo a prime, as any operation can be made atomic.
  unsigned long long mine = (static_cast<unsigned long long>(i) * i + 3) % 1009, seen = *swapped, assumed;
  do {
    assumed = seen;
    seen = atomicCAS(swapped, assumed, assumed > mine ? assumed : mine);
  } while (seen != assumed);
}

__device__ float atomic_max_float(float* where, float value) {
  int* bits = reinterpret_cast<int*>(where);
  int seen = *bits;
  while (__int_as_float(seen) < value) {
    int assumed = seen;
    seen = atomicCAS(bits, assumed, __float_as_int(value));
    if (seen == assumed) break;
  }
  return __int_as_float(seen);
}

__global__ void custom(float* largest, unsigned short* halves, int* scoped) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomic_max_float(largest, float(i * 37 % 289) + 0.25f);
  unsigned short seen = *halves, assumed;
  do {
    assumed = seen;
    seen = atomicCAS(halves, assumed, static_cast<unsigned short>(assumed + 3));
  } while (seen != assumed);
  atomicAdd_system(scoped, 1);
  atomicAdd_block(scoped + 1 + blockIdx.x, 2);
  atomicMax_block(scoped + 1 + blocks + blockIdx.x, i);
}

int main() {
  check_integers<int>("int");
  check_integers<unsigned>("unsigned");
  check_integers<unsigned long long>("unsigned long long");
  check_floating<float>("float");
  check_floating<double>("double");

  constexpr int count = threads * blocks;
  check::DeviceArray<int> counter(2), old(count), exchanged(1), taken(count);
  check::DeviceArray<unsigned> wrap(2), wrapped(count);
  check::DeviceArray<unsigned long long> swapped(1);
  returning<<<blocks, threads>>>(counter.get(), old.get(), wrap.get(), wrapped.get(), exchanged.get(), taken.get(),
                                 swapped.get());
  check::expect_equal("counters", counter.download(), {count, -2 * count});
  auto values = old.download();
  std::sort(values.begin(), values.end());
  for (int i = 0; i < count; ++i) check::expect_equal("every old value once", values[i], i);
  check::expect_equal("atomicInc and atomicDec", wrap.download(),
                      {unsigned(count % 10), unsigned((7 - count % 7) % 7)});
  std::vector<int> seen(10);
  for (unsigned value : wrapped.download()) ++seen[std::min(value, 9u)];
  for (int k = 0; k < 10; ++k) check::expect_equal("turns of atomicInc", seen[k], count / 10 + (k < count % 10));
  // What was exchanged in comes out once, except for the last, which stays.
  auto out = taken.download();
  out.push_back(exchanged.download()[0]);
  std::sort(out.begin(), out.end());
  for (int i = 0; i <= count; ++i) check::expect_equal("exchanged values", out[i], i);
  unsigned long long largest = 0;
  for (unsigned long long i = 0; i < count; ++i) largest = std::max(largest, (i * i + 3) % 1009);
  check::expect_equal("largest by compare and swap", swapped.download()[0], largest);

  check::DeviceArray<float> maximum(1);
  check::DeviceArray<unsigned short> halves(2);
  check::DeviceArray<int> scoped(1 + 2 * blocks);
  custom<<<blocks, threads>>>(maximum.get(), halves.get(), scoped.get());
  float wanted = 0;
  for (int i = 0; i < count; ++i) wanted = std::max(wanted, float(i * 37 % 289) + 0.25f);
  check::expect_equal("largest float", maximum.download()[0], wanted);
  check::expect_equal("16-bit compare and swap", halves.download(), {static_cast<unsigned short>(3 * count), 0});
  std::vector<int> scopes = {count};
  for (int b = 0; b < blocks; ++b) scopes.push_back(2 * threads);
  for (int b = 0; b < blocks; ++b) scopes.push_back((b + 1) * threads - 1);
  check::expect_equal("scoped atomics", scoped.download(), scopes);
  return check::verdict();
}
