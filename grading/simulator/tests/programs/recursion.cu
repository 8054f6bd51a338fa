// Functions that call themselves and each other, with frames in local memory, to depths that differ by lane.
#include "check.h"

__host__ __device__ __noinline__ unsigned fibonacci(unsigned n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__host__ __device__ __noinline__ unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

__host__ __device__ bool is_odd(unsigned n);
__host__ __device__ __noinline__ bool is_even(unsigned n) { return n == 0 || is_odd(n - 1); }
__host__ __device__ __noinline__ bool is_odd(unsigned n) { return n != 0 && is_even(n - 1); }

// Each frame keeps an array of its own.
__host__ __device__ __noinline__ int hanoi(int disks, int from, int to, int* heights) {
  if (disks == 0) return 0;
  int spare[3] = {3 - from - to, from, to};
  int moves = hanoi(disks - 1, from, spare[0], heights);
  --heights[spare[1]];
  ++heights[spare[2]];
  return moves + 1 + hanoi(disks - 1, spare[0], to, heights);
}

// Queens on a board, one bit set for columns and each direction of diagonals.
__host__ __device__ __noinline__ int queens(unsigned all, unsigned columns, unsigned left, unsigned right) {
  if (columns == all) return 1;
  int solutions = 0;
  for (unsigned free = all & ~(columns | left | right); free; free &= free - 1) {
    unsigned place = free & -free;
    solutions += queens(all, columns | place, (left | place) << 1, (right | place) >> 1);
  }
  return solutions;
}

__device__ __noinline__ void quicksort(int* values, int low, int high) {
  if (low >= high) return;
  int pivot = values[(low + high) / 2], i = low, j = high;
  while (i <= j) {
    while (values[i] < pivot) ++i;
    while (values[j] > pivot) --j;
    if (i <= j) {
      int kept = values[i];
      values[i++] = values[j];
      values[j--] = kept;
    }
  }
  quicksort(values, low, j);
  quicksort(values, i, high);
}

__global__ void run(unsigned* results, int* moves, int* sorted) {
  int t = threadIdx.x;
  results[t * 4] = fibonacci(t % 14);
  results[t * 4 + 1] = ackermann(t % 3, t % 5);
  results[t * 4 + 2] = is_even(t) * 2 + is_odd(t);
  unsigned size = t % 6 + 1;
  results[t * 4 + 3] = queens((1u << size) - 1, 0, 0, 0);
  int heights[3] = {t % 7, 0, 0};
  moves[t * 2] = hanoi(t % 7, 0, 2, heights);
  moves[t * 2 + 1] = heights[0] * 100 + heights[1] * 10 + heights[2];
  quicksort(sorted + t * 20, 0, 19);
}

int main() {
  constexpr int threads = 64, length = 20;
  check::DeviceArray<unsigned> results(threads * 4);
  check::DeviceArray<int> moves(threads * 2);
  std::vector<int> values(threads * length);
  check::Random random(3);
  for (int& value : values) value = int(random.below(50)) - 25;
  check::DeviceArray<int> sorted(values);
  check::succeed(cudaDeviceSetLimit(cudaLimitStackSize, 16 * 1024));
  run<<<1, threads>>>(results.get(), moves.get(), sorted.get());
  auto got = results.download();
  auto got_moves = moves.download();
  auto got_sorted = sorted.download();
  const unsigned fibonaccis[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233};
  const int solutions[] = {0, 1, 0, 0, 2, 10, 4};  // queens on boards of 0 to 6
  for (int t = 0; t < threads; ++t) {
    std::string of = " in thread " + check::text(t);
    unsigned m = t % 3, n = t % 5;
    check::expect_equal("Fibonacci number" + of, got[t * 4], fibonaccis[t % 14]);
    check::expect_equal("Ackermann's function" + of, got[t * 4 + 1], m == 0 ? n + 1 : m == 1 ? n + 2 : 2 * n + 3);
    check::expect_equal("even and odd" + of, got[t * 4 + 2], t % 2 ? 1u : 2u);
    check::expect_equal("queens" + of, got[t * 4 + 3], unsigned(solutions[t % 6 + 1]));
    check::expect_equal("moves of the tower" + of, got_moves[t * 2], (1 << t % 7) - 1);
    check::expect_equal("heights of the towers" + of, got_moves[t * 2 + 1], t % 7);
    for (int i = 1; i < length; ++i) {
      check::expect(got_sorted[t * length + i - 1] <= got_sorted[t * length + i], "not sorted" + of);
    }
    long sum = 0, wanted = 0;
    for (int i = 0; i < length; ++i) sum += got_sorted[t * length + i] * 1L, wanted += values[t * length + i];
    check::expect_equal("sum of the sorted values" + of, sum, wanted);
  }
  return check::verdict();
}
