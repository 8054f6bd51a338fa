// Blocks that hand results to each other in one launch: the last block sums up, and a chain of flags from block to
// block.
#include "check.h"

__device__ unsigned finished = 0;

// The last block to finish adds the partial sums (CUDA C++ Programming Guide, Memory Fence Functions).
__global__ void sum_all(const int* in, int count, volatile long long* partial, long long* result) {
  __shared__ long long sums[128];
  __shared__ bool last;
  long long sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) sum += in[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sums[0];
    __threadfence();
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;  // wraps to 0 for the next launch
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    long long total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) total += partial[b];
    *result = total;
  }
}

// Inclusive scan in one pass: each block waits for the sum of all blocks before it. Blocks take their number from a
// counter, since the hardware promises no order for blockIdx.
__global__ void chained_scan(const int* in, int* out, int count, unsigned* order, volatile int* sums,
                             volatile int* flags) {
  __shared__ unsigned block;
  __shared__ int values[64], before;
  if (threadIdx.x == 0) block = atomicAdd(order, 1u);
  __syncthreads();
  int t = threadIdx.x, i = int(block) * 64 + t;
  values[t] = i < count ? in[i] : 0;
  __syncthreads();
  for (int step = 1; step < 64; step *= 2) {
    int below = t >= step ? values[t - step] : 0;
    __syncthreads();
    values[t] += below;
    __syncthreads();
  }
  if (t == 0) {
    before = 0;
    if (block > 0) {
      while (flags[block - 1] == 0) {
      }
      __threadfence();
      before = sums[block - 1];
    }
    sums[block] = before + values[63];
    __threadfence();
    flags[block] = 1;
  }
  __syncthreads();
  if (i < count) out[i] = before + values[t];
}

// Two warps of a block: one makes numbers, the other uses them, through a flag in shared memory.
__global__ void producer_consumer(int* out, int rounds) {
  __shared__ volatile int slot, full;
  if (threadIdx.x == 0) full = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0; i < rounds; ++i) {
      while (full) {
      }
      slot = i * i;
      __threadfence_block();
      full = 1;
    }
  } else if (threadIdx.x == 32) {
    int sum = 0;
    for (int i = 0; i < rounds; ++i) {
      while (!full) {
      }
      __threadfence_block();
      sum = sum * 2 % 10007 + slot;
      __threadfence_block();
      full = 0;
    }
    *out = sum;
  }
}

int main() {
  check::Random random(10);
  std::vector<int> in(5000);
  long long total = 0;
  for (int& value : in) total += value = int(random.below(2000000)) - 700000;
  check::DeviceArray<int> device_in(in);
  check::DeviceArray<long long> partial(20), result(1);
  for (int blocks : {1, 7, 20}) {
    result.upload({0});
    sum_all<<<blocks, 128>>>(device_in.get(), 5000, partial.get(), result.get());
    check::expect_equal("sum by the last of " + check::text(blocks) + " blocks", result.download()[0], total);
  }

  for (int count : {1, 64, 1000, 5000}) {
    int blocks = (count + 63) / 64;
    std::vector<int> wanted(count);
    unsigned sum = 0;
    for (int i = 0; i < count; ++i) wanted[i] = int(sum += unsigned(in[i]));
    check::DeviceArray<int> out(count), sums(blocks), flags(blocks);
    check::DeviceArray<unsigned> order(1);
    chained_scan<<<blocks, 64>>>(device_in.get(), out.get(), count, order.get(), sums.get(), flags.get());
    check::expect_equal("chained scan", out.download(), wanted);
  }

  check::DeviceArray<int> made(1);
  producer_consumer<<<1, 64>>>(made.get(), 30);
  int sum = 0;
  for (int i = 0; i < 30; ++i) sum = sum * 2 % 10007 + i * i;
  check::expect_equal("producer and consumer", made.download()[0], sum);
  return check::verdict();
}
