// Arrays of a thread's own, indexed at run time: local memory, its addresses taken and passed on.
#include "check.h"

__device__ __noinline__ void insertion_sort(int* values, int count) {
  for (int i = 1; i < count; ++i) {
    int value = values[i], k = i;
    for (; k > 0 && values[k - 1] > value; --k) values[k] = values[k - 1];
    values[k] = value;
  }
}

__global__ void medians(const int* input, int* output, int window, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int values[31];
  for (int k = 0; k < window; ++k) values[k] = input[(i + k) % count];
  insertion_sort(values, window);
  output[i] = values[window / 2];
}

// A matrix, bytes, doubles and structs side by side: each with its own alignment.
struct Entry {
  char tag;
  double value;
};
__global__ void mixed(double* output, int seed) {
  int t = threadIdx.x;
  unsigned char bytes[37];
  double matrix[4][5];
  Entry entries[6];
  for (int k = 0; k < 37; ++k) bytes[k] = static_cast<unsigned char>(k * seed + t);
  for (int r = 0; r < 4; ++r)
    for (int c = 0; c < 5; ++c) matrix[r][c] = r * 10 + c + t;
  for (int k = 0; k < 6; ++k) entries[k] = {char('a' + (k + t) % 26), k * 0.5 + t};
  int row = (t + seed) % 4, column = (t * seed) % 5;
  matrix[row][column] += 1000;
  double sum = bytes[(t * 7 + seed) % 37] + entries[(t + seed) % 6].value + entries[(t * 5) % 6].tag;
  for (int k = 0; k < 5; ++k) sum += matrix[(t + k) % 4][k];
  output[t] = sum;
}

// One of two arrays by pointer, and a pointer to a scalar on the stack.
__device__ __noinline__ void bump(int* where, int by) { *where += by; }
__global__ void chosen(int* output) {
  int t = threadIdx.x;
  int first[8] = {1, 2, 3, 4, 5, 6, 7, 8}, second[8] = {10, 20, 30, 40, 50, 60, 70, 80}, scalar = t;
  int* array = t % 3 ? first : second;
  bump(array + t % 8, 100);
  bump(&scalar, 7);
  int sum = scalar;
  for (int k = 0; k < 8; ++k) sum += first[k] * (k + 1) + second[k];
  output[t] = sum;
}

int main() {
  constexpr int count = 300;
  std::vector<int> input(count);
  check::Random random(4);
  for (int& value : input) value = int(random.below(1000));
  check::DeviceArray<int> in(input), out(count);
  for (int window : {1, 3, 9, 31}) {
    medians<<<5, 64>>>(in.get(), out.get(), window, count);
    auto got = out.download();
    for (int i = 0; i < count; ++i) {
      // By definition: as many values below the median as above it, counted without sorting.
      int below = 0, equal = 0;
      for (int k = 0; k < window; ++k) {
        int value = input[(i + k) % count];
        below += value < got[i];
        equal += value == got[i];
      }
      check::expect(below <= window / 2 && below + equal > window / 2 && equal > 0,
                    "median of " + check::text(window) + " from " + check::text(i) + " is " + check::text(got[i]));
    }
  }

  check::DeviceArray<double> sums(96);
  mixed<<<1, 96>>>(sums.get(), 3);
  auto got = sums.download();
  for (int t = 0; t < 96; ++t) {
    int k = (t * 7 + 3) % 37;
    double wanted = (k * 3 + t) % 256 + ((t + 3) % 6 * 0.5 + t) + ('a' + ((t * 5) % 6 + t) % 26);
    for (int c = 0; c < 5; ++c) {
      int r = (t + c) % 4;
      wanted += r * 10 + c + t + (r == (t + 3) % 4 && c == t * 3 % 5 ? 1000 : 0);
    }
    check::expect_equal("mixed arrays of thread " + check::text(t), got[t], wanted);
  }

  check::DeviceArray<int> picks(96);
  chosen<<<1, 96>>>(picks.get());
  auto got_picks = picks.download();
  for (int t = 0; t < 96; ++t) {  // 204 = 1*1 + ... + 8*8, 360 = 10 + ... + 80
    check::expect_equal("chosen array", got_picks[t], t + 7 + 204 + 360 + (t % 3 ? 100 * (t % 8 + 1) : 100));
  }
  return check::verdict();
}
