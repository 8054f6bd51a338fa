// Block barriers: in loops, and the three that combine a condition.
#include "check.h"

// Hillis and Steele: each of log2(n) steps needs what all threads wrote in the step before.
__global__ void scan(const int* in, int* out, int n) {
  __shared__ int buffers[2][512];
  int t = threadIdx.x, from = 0;
  buffers[0][t] = t < n ? in[t] : 0;
  __syncthreads();
  for (int step = 1; step < int(blockDim.x); step *= 2, from ^= 1) {
    buffers[from ^ 1][t] = buffers[from][t] + (t >= step ? buffers[from][t - step] : 0);
    __syncthreads();
  }
  if (t < n) out[t] = buffers[from][t];
}

// A value wanders through all warps, one barrier a turn; the number of turns is a run-time value.
__global__ void relay(int* out, int turns) {
  __shared__ int baton;
  int t = threadIdx.x;
  if (t == 0) baton = 1;
  __syncthreads();
  for (int turn = 0; turn < turns; ++turn) {
    if (t == turn * 37 % int(blockDim.x)) baton = baton * 3 + turn;
    __syncthreads();
    if (turn % 2) continue;
    out[t] += baton;
    __syncthreads();
  }
}

__global__ void conditions(const int* in, int* out) {
  int t = threadIdx.x, value = in[t];
  out[t * 3] = __syncthreads_count(value > 10);
  out[t * 3 + 1] = __syncthreads_and(value < 100) ? 1 : 0;
  out[t * 3 + 2] = __syncthreads_or(value == 42) ? 1 : 0;
}

int main() {
  check::Random random(6);
  for (int n : {1, 31, 200, 512}) {
    std::vector<int> in(n), wanted(n);
    int sum = 0;
    for (int i = 0; i < n; ++i) in[i] = int(random.below(100)), wanted[i] = sum += in[i];
    check::DeviceArray<int> device_in(in), out(n);
    scan<<<1, 512>>>(device_in.get(), out.get(), n);
    check::expect_equal("scan", out.download(), wanted);
  }

  for (int turns : {0, 1, 7, 10}) {
    check::DeviceArray<int> out(160);
    relay<<<1, 160>>>(out.get(), turns);
    int baton = 1, sum = 0;
    for (int turn = 0; turn < turns; ++turn) {
      baton = baton * 3 + turn;
      if (turn % 2 == 0) sum += baton;
    }
    check::expect_equal("relay", out.download(), std::vector<int>(160, sum));
  }

  for (int special : {0, 1, 2}) {
    std::vector<int> in(150);
    for (int i = 0; i < 150; ++i) in[i] = i % 20;
    if (special == 1) in[149] = 42;
    if (special == 2) in[77] = 100;
    int count = 0;
    for (int value : in) count += value > 10;
    check::DeviceArray<int> device_in(in), out(450);
    conditions<<<1, 150>>>(device_in.get(), out.get());
    auto got = out.download();
    for (int t = 0; t < 150; ++t) {
      check::expect_equal("__syncthreads_count", got[t * 3], count);
      check::expect_equal("__syncthreads_and", got[t * 3 + 1], special == 2 ? 0 : 1);
      check::expect_equal("__syncthreads_or", got[t * 3 + 2], special == 1 ? 1 : 0);
    }
  }
  return check::verdict();
}
