// Sorting networks and ranks: a bitonic sort in shared memory, then across blocks in global memory, and a radix step.
#include <algorithm>

#include "check.h"

template <class T>
__global__ void bitonic_block(T* values) {
  __shared__ T tile[256];
  int t = threadIdx.x;
  tile[t] = values[blockIdx.x * 256 + t];
  __syncthreads();
  for (int size = 2; size <= 256; size *= 2) {
    for (int step = size / 2; step > 0; step /= 2) {
      int partner = t ^ step;
      if (partner > t) {
        bool ascending = (t & size) == 0;
        if ((tile[t] > tile[partner]) == ascending) {
          T kept = tile[t];
          tile[t] = tile[partner];
          tile[partner] = kept;
        }
      }
      __syncthreads();
    }
  }
  values[blockIdx.x * 256 + t] = tile[t];
}

__global__ void bitonic_step(int* values, int size, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, partner = i ^ step;
  if (partner <= i) return;
  bool ascending = (i & size) == 0;
  int a = values[i], b = values[partner];
  if ((a > b) == ascending) {
    values[i] = b;
    values[partner] = a;
  }
}

// The place of each element is the count of those that come before it.
__global__ void by_rank(const int* in, int* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int rank = 0, mine = in[i];
  for (int k = 0; k < count; ++k) rank += in[k] < mine || (in[k] == mine && k < i);
  out[rank] = mine;
}

// Least significant digit first, one block: counts, prefix sums, places.
__global__ void radix_sort(unsigned* values, unsigned* other, int count) {
  __shared__ int ones_before[128];
  int t = threadIdx.x;
  for (int bit = 0; bit < 32; ++bit) {
    int mine = t < count ? values[t] >> bit & 1 : 0;
    ones_before[t] = mine;
    __syncthreads();
    for (int step = 1; step < 128; step *= 2) {
      int below = t >= step ? ones_before[t - step] : 0;
      __syncthreads();
      ones_before[t] += below;
      __syncthreads();
    }
    int zeros = count - ones_before[127];
    if (t < count) other[mine ? zeros + ones_before[t] - 1 : t - ones_before[t]] = values[t];
    __syncthreads();
    if (t < count) values[t] = other[t];
    __syncthreads();
  }
}

int main() {
  check::Random random(12);
  std::vector<float> floats(4 * 256);
  for (float& value : floats) value = float(random.between(-1, 1));
  check::DeviceArray<float> device_floats(floats);
  bitonic_block<<<4, 256>>>(device_floats.get());
  for (int b = 0; b < 4; ++b) std::sort(floats.begin() + b * 256, floats.begin() + (b + 1) * 256);
  check::expect_equal("blocks sorted", device_floats.download(), floats);

  constexpr int count = 1024;
  std::vector<int> ints(count);
  for (int& value : ints) value = int(random.below(500)) - 250;
  check::DeviceArray<int> device_ints(ints), ranked(900);
  by_rank<<<8, 128>>>(device_ints.get(), ranked.get(), 900);
  std::vector<int> part(ints.begin(), ints.begin() + 900);
  std::sort(part.begin(), part.end());
  check::expect_equal("sorted by rank", ranked.download(), part);
  for (int size = 2; size <= count; size *= 2)
    for (int step = size / 2; step > 0; step /= 2) bitonic_step<<<count / 128, 128>>>(device_ints.get(), size, step);
  std::sort(ints.begin(), ints.end());
  check::expect_equal("all sorted", device_ints.download(), ints);

  std::vector<unsigned> words(101);
  for (unsigned& word : words) word = unsigned(random.bits());
  check::DeviceArray<unsigned> device_words(words), other(101);
  radix_sort<<<1, 128>>>(device_words.get(), other.get(), 101);
  std::sort(words.begin(), words.end());
  check::expect_equal("radix sort", device_words.download(), words);
  return check::verdict();
}
