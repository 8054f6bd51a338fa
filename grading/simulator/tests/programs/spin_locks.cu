// Locks and flags that threads wait for: between blocks, and between the lanes of one warp, which since Volta make
// progress on their own.
#include "check.h"

__device__ void lock(int* mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  __threadfence();
}
__device__ void unlock(int* mutex) {
  __threadfence();
  atomicExch(mutex, 0);
}

// One thread of each block takes the lock; the critical section is no atomic operation.
__global__ void between_blocks(int* mutex, volatile int* value) {
  if (threadIdx.x == 0) {
    lock(mutex);
    value[0] = value[0] * 3 % 10007 + 1;
    value[1] = value[1] + 1;
    unlock(mutex);
  }
}

// All lanes of a warp want the same lock.
__global__ void between_lanes(int* mutex, volatile int* value) {
  lock(mutex);
  value[0] = value[0] + 1;
  unlock(mutex);
}

// The form that also worked before Volta: the critical section lies inside the loop.
__global__ void between_lanes_old(int* mutex, volatile int* value) {
  bool done = false;
  while (!done) {
    if (atomicCAS(mutex, 0, 1) == 0) {
      __threadfence();
      value[0] = value[0] + 1;
      unlock(mutex);
      done = true;
    }
  }
}

// Lane by lane in turn: each waits for the one before it, which is in the same warp.
__global__ void take_turns(volatile int* turn, volatile int* order) {
  int t = threadIdx.x;
  while (*turn != t) {
  }
  order[t] = t == 0 ? 1 : order[t - 1] * 3 % 1009;
  __threadfence();
  *turn = t + 1;
}

// A ticket lock over many locks, hashed: neighbouring lanes contend for few locks.
__global__ void tickets(unsigned* next, volatile unsigned* serving, volatile int* sums, int locks) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, which = i * 7 % locks;
  unsigned ticket = atomicAdd(next + which, 1u);
  while (serving[which] != ticket) {
  }
  __threadfence();
  sums[which] = sums[which] + i;
  __threadfence();
  serving[which] = ticket + 1;
}

int main() {
  check::DeviceArray<int> mutex(1), value(2);
  between_blocks<<<50, 32>>>(mutex.get(), value.get());
  int wanted = 0;
  for (int b = 0; b < 50; ++b) wanted = wanted * 3 % 10007 + 1;
  check::expect_equal("lock between blocks", value.download(), {wanted, 50});

  value.upload({0, 0});
  between_lanes<<<2, 64>>>(mutex.get(), value.get());
  check::expect_equal("lock between lanes", value.download()[0], 128);
  value.upload({0, 0});
  between_lanes_old<<<2, 64>>>(mutex.get(), value.get());
  check::expect_equal("lock between lanes, the old form", value.download()[0], 128);

  check::DeviceArray<int> turn(1), order(64);
  take_turns<<<1, 64>>>(turn.get(), order.get());
  auto got = order.download();
  int power = 1;
  for (int t = 0; t < 64; ++t) {
    check::expect_equal("turn of lane " + check::text(t), got[t], power);
    power = power * 3 % 1009;
  }

  constexpr int locks = 5, count = 4 * 64;
  check::DeviceArray<unsigned> next(locks), serving(locks);
  check::DeviceArray<int> sums(locks);
  tickets<<<4, 64>>>(next.get(), serving.get(), sums.get(), locks);
  std::vector<int> wanted_sums(locks);
  for (int i = 0; i < count; ++i) wanted_sums[i * 7 % locks] += i;
  check::expect_equal("ticket locks", sums.download(), wanted_sums);
  return check::verdict();
}
