// Loops whose number of turns differs from lane to lane, with break, continue, nesting and return from inside.
#include "check.h"

__host__ __device__ int collatz(unsigned n) {
  int steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    ++steps;
  }
  return steps;
}

__host__ __device__ int break_and_continue(int i) {
  int sum = 0;
  for (int k = 0; k < 50; ++k) {
    if (k % (i % 5 + 2) == 0) continue;
    if (k * k > i * 10) break;
    sum += k;
  }
  return sum;
}

__host__ __device__ int nested_loops(int i) {
  int count = 0;
  for (int a = 0; a <= i % 11; ++a) {
    for (int b = a; b < i % 7 + a; ++b) {
      if ((a * b + i) % 5 == 3) break;
      int c = b;
      do {
        ++count;
        c -= 2;
      } while (c > 0);
    }
    if (count > 60) break;
  }
  return count;
}

// A return from inside two loops.
__host__ __device__ int first_factor_pair(int n) {
  for (int a = 2; a < n; ++a) {
    for (int b = a; a * b <= n; ++b) {
      if (a * b == n) return a * 1000 + b;
    }
  }
  return -1;
}

__host__ __device__ int greatest_common_divisor(int a, int b) {
  while (b) {
    int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

// Lanes leave at different turns and the state of those that left must stay.
__host__ __device__ float newton_root(float a, int* turns) {
  float x = a > 1 ? a : 1;
  *turns = 0;
  while (*turns < 100) {
    float next = 0.5f * (x + a / x);
    ++*turns;
    if (next >= x) break;
    x = next;
  }
  return x;
}

__global__ void run(int* results, float* roots, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    int* mine = results + i * 5;
    mine[0] = collatz(i + 1);
    mine[1] = break_and_continue(i);
    mine[2] = nested_loops(i);
    mine[3] = first_factor_pair(i);
    mine[4] = greatest_common_divisor(i * 12, 1000 - i);
    int turns;
    roots[i] = newton_root(i * 3.0f, &turns);
  }
}

// The number of turns is known at compile time: unrolled or not, the same sum.
template <int turns>
__global__ void unrolled(int* sums) {
  int sum = 0;
#pragma unroll
  for (int k = 0; k < turns; ++k) sum += k * (threadIdx.x + 1);
#pragma unroll 1
  for (int k = 0; k < turns; ++k) sum ^= k << (threadIdx.x % 8);
  sums[threadIdx.x] = sum;
}

int main() {
  constexpr int count = 500;
  check::DeviceArray<int> results(count * 5);
  check::DeviceArray<float> roots(count);
  run<<<3, 64>>>(results.get(), roots.get(), count);
  auto got = results.download();
  auto got_roots = roots.download();
  for (int i = 0; i < count; ++i) {
    std::string of = " of " + check::text(i);
    check::expect_equal("Collatz steps" + of, got[i * 5], collatz(i + 1));
    check::expect_equal("break and continue" + of, got[i * 5 + 1], break_and_continue(i));
    check::expect_equal("nested loops" + of, got[i * 5 + 2], nested_loops(i));
    check::expect_equal("first pair of factors" + of, got[i * 5 + 3], first_factor_pair(i));
    check::expect_equal("greatest common divisor" + of, got[i * 5 + 4], greatest_common_divisor(i * 12, 1000 - i));
    // Newton's steps fall until rounding stops them: within two units in the last place of the root.
    double root = std::sqrt(i * 3.0);
    check::expect(std::fabs(got_roots[i] - root) <= 3e-7 * root + 1e-6,
                  "root" + of + " is " + check::text(got_roots[i]));
  }
  check::DeviceArray<int> sums(40);
  unrolled<17><<<1, 40>>>(sums.get());
  auto got_sums = sums.download();
  for (int t = 0; t < 40; ++t) {
    int wanted = 136 * (t + 1);
    for (int k = 0; k < 17; ++k) wanted ^= k << (t % 8);
    check::expect_equal("unrolled sum of thread " + check::text(t), got_sums[t], wanted);
  }
  return check::verdict();
}
