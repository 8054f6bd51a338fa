// Clocks of the device: they run forward, at any rate.
#include "check.h"

__global__ void measure(long long* out, int* work, int turns) {
  int t = threadIdx.x;
  long long start = clock64();
  clock_t short_start = clock();
  unsigned long long nanoseconds, later;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds));
  int value = t;
  for (int i = 0; i < turns; ++i) value = value * 3 + work[(value & 63)];
  work[64 + t] = value;
  __syncthreads();
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(later));
  out[t * 3] = clock64() - start;
  out[t * 3 + 1] = static_cast<int>(static_cast<unsigned>(clock()) - static_cast<unsigned>(short_start));
  out[t * 3 + 2] = static_cast<long long>(later - nanoseconds);
}

int main() {
  check::DeviceArray<long long> out(64 * 3);
  check::DeviceArray<int> work(128);
  measure<<<1, 64>>>(out.get(), work.get(), 1000);
  auto got = out.download();
  for (int t = 0; t < 64; ++t) {
    // A thousand dependent steps take at least one cycle each on any machine.
    check::expect(got[t * 3] >= 1000, "clock64 went on by " + check::text(got[t * 3]));
    check::expect(got[t * 3 + 1] >= 1000, "clock went on by " + check::text(got[t * 3 + 1]));
    check::expect(got[t * 3 + 2] >= 0, "globaltimer went on by " + check::text(got[t * 3 + 2]));
  }
  return check::verdict();
}
