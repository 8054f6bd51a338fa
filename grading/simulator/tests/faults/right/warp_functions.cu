// Right programs whose lanes work together: masks of part of a warp, votes, matches, tails. None of them may be reported.
//
// expect mask_of_ballot: nothing
// expect mask_of_half_a_warp: nothing
// expect undefined_lanes_not_used: nothing
// expect tail_guarded_by_count: nothing
// expect block_of_48: nothing
// expect scan_up: nothing
// expect butterfly: nothing
// expect broadcast_in_loop: nothing
// expect exited_lanes_named: nothing
// expect match_and_reduce: nothing
// expect votes: nothing
// expect syncwarp_exchange: nothing
// expect syncwarp_of_half: nothing
// expect leader_writes_for_warp: nothing
// expect lanes_of_two_ways_meet: nothing
// expect histogram_of_a_warp: nothing
// expect coalesced_groups: nothing
// expect block_reduction_by_shuffles: nothing
// expect segments_of_eight: nothing
#include "../faults.h"

__device__ int lane() { return threadIdx.x % 32; }

__global__ void ballot_mask(const int* in, int* out, int n) {
  const int i = threadIdx.x;
  const unsigned mask = __ballot_sync(0xffffffffu, i < n);
  if (i < n) {
    int value = in[i];
    for (int step = 16; step > 0; step /= 2) {
      const int other = __shfl_down_sync(mask, value, step);
      if (i + step < n) value += other;
    }
    if (i == 0) *out = value;
  }
}
__global__ void half_mask(const int* in, int* out) {
  if (lane() < 16) {
    int value = in[threadIdx.x];
    for (int step = 8; step > 0; step /= 2) value += __shfl_xor_sync(0x0000ffffu, value, step);
    out[threadIdx.x] = value;
  } else {
    int value = in[threadIdx.x];
    for (int step = 8; step > 0; step /= 2) value += __shfl_xor_sync(0xffff0000u, value, step);
    out[threadIdx.x] = -value;
  }
}
// Lanes 8 to 15 take the values of lanes that the mask does not name; what they make of them goes nowhere.
__global__ void not_used(const int* in, int* out) {
  if (lane() < 16) {
    int value = in[threadIdx.x];
    for (int step = 8; step > 0; step /= 2) value += __shfl_down_sync(0x0000ffffu, value, step);
    if (lane() == 0) *out = value;
  }
}
__global__ void guarded_by_count(const int* in, int* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  int value = in[i];
  for (int step = 16; step > 0; step /= 2) {
    const int other = __shfl_down_sync(0xffffffffu, value, step);
    value += i + step < n ? other : 0;
  }
  if (i == 0) *out = value;
}
// The second warp has 16 lanes; the loop starts with 8.
__global__ void of_48(const int* in, int* out) {
  int value = in[threadIdx.x];
  const int first = threadIdx.x < 32 ? 16 : 8;
  const unsigned mask = threadIdx.x < 32 ? 0xffffffffu : 0xffffu;
  for (int step = first; step > 0; step /= 2) value += __shfl_down_sync(mask, value, step);
  if (lane() == 0) atomicAdd(out, value);
}
__global__ void up(const int* in, int* out) {
  int value = in[threadIdx.x];
  for (int step = 1; step < 32; step *= 2) {
    const int before = __shfl_up_sync(0xffffffffu, value, step);
    if (lane() >= step) value += before;
  }
  out[threadIdx.x] = value;
}
__global__ void xor_sum(const float* in, float* out) {
  float value = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
  out[threadIdx.x] = value;
}
__global__ void matrix_row(const float* a, const float* x, float* y, int n) {
  float sum = 0;
  for (int first = 0; first < n; first += 32) {
    const float mine = first + lane() < n ? x[first + lane()] : 0.f;
    for (int k = 0; k < 32 && first + k < n; ++k) sum += a[(first + k) * 32 + lane()] * __shfl_sync(0xffffffffu, mine, k);
  }
  y[lane()] = sum;
}
__global__ void exited(const int* in, int* out, int n) {
  if (threadIdx.x >= n) return;
  const int first = __shfl_sync(0xffffffffu, in[threadIdx.x], 0);
  const unsigned many = __ballot_sync(0xffffffffu, in[threadIdx.x] > 3);
  out[threadIdx.x] = first + __popc(many);
}
__global__ void match_reduce(const int* in, int* counts, int* out) {
  const int key = in[threadIdx.x] % 5;
  const unsigned same = __match_any_sync(0xffffffffu, key);
  if (lane() == __ffs(same) - 1) atomicAdd(&counts[key], __popc(same));
  const unsigned sum = __reduce_add_sync(same, unsigned(in[threadIdx.x]));
  const int most = __reduce_max_sync(0xffffffffu, in[threadIdx.x]);
  int all = 0;
  __match_all_sync(0xffffffffu, most, &all);
  out[threadIdx.x] = int(sum) + most + all;
}
__global__ void some_votes(const int* in, int* out) {
  const int value = in[threadIdx.x];
  int result = 0;
  if (__any_sync(0xffffffffu, value > 30)) result |= 1;
  if (__all_sync(0xffffffffu, value > 0)) result |= 2;
  if (__syncthreads_or(value == 7)) result |= 4;
  if (__syncthreads_and(value > 0)) result |= 8;
  out[threadIdx.x] = result + __syncthreads_count(value % 2);
}
__global__ void exchange(const int* in, int* out) {
  __shared__ int s[128];
  const int t = threadIdx.x;
  for (int k = 0; k < 3; ++k) {
    s[t] = in[t] + k;
    __syncwarp();
    const int other = s[t ^ 5];
    __syncwarp();
    out[t] = other;
  }
}
__global__ void half_sync(const int* in, int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  if (t < 16) {
    s[t] = in[t];
    __syncwarp(0x0000ffffu);
    out[t] = s[15 - t];
  } else {
    s[t] = in[t] * 2;
    __syncwarp(0xffff0000u);
    out[t] = s[t ^ 1];
  }
}
__global__ void leaders(const int* in, int* out) {
  __shared__ int sums[4];
  if (lane() == 0) sums[threadIdx.x / 32] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = sums[threadIdx.x / 32];
}
__global__ void two_ways(const int* in, int* out) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  if (in[t] % 2) s[t] = in[t];
  else s[t] = -in[t];
  __syncwarp();
  out[t] = s[(t + 1) % 32];
}
__global__ void warp_histogram(const int* in, int* out) {
  __shared__ int bins[4][8];
  const int warp = threadIdx.x / 32;
  if (lane() < 8) bins[warp][lane()] = 0;
  __syncwarp();
  atomicAdd(&bins[warp][in[threadIdx.x] % 8], 1);
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[0][threadIdx.x] + bins[1][threadIdx.x] + bins[2][threadIdx.x] + bins[3][threadIdx.x];
}
__global__ void groups(const int* in, int* count) {
  if (in[threadIdx.x] % 3 == 0) {
    const unsigned mask = __activemask();
    __syncwarp(mask);
    if (lane() == __ffs(mask) - 1) atomicAdd(count, __popc(mask));
  }
}
__device__ float warp_sum(float value) {
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step);
  return value;
}
__global__ void block_sum(const float* in, float* out) {
  __shared__ float sums[32];
  float value = warp_sum(in[blockIdx.x * blockDim.x + threadIdx.x]);
  if (lane() == 0) sums[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x < 32) {
    value = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0.f;
    value = warp_sum(value);
    if (threadIdx.x == 0) out[blockIdx.x] = value;
  }
}
__global__ void segments(const double* in, double* out) {
  double value = in[threadIdx.x];
  for (int step = 4; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step, 8);
  if (lane() % 8 == 0) out[threadIdx.x / 8] = value;
}

const Case cases[] = {
    {"mask_of_ballot", [] { ballot_mask<<<1, 32>>>(counted<int>(32), zeros<int>(1), 20); }},
    {"mask_of_half_a_warp", [] { half_mask<<<1, 32>>>(counted<int>(32), unwritten<int>(32)); }},
    {"undefined_lanes_not_used", [] { not_used<<<1, 32>>>(counted<int>(32), zeros<int>(1)); }},
    {"tail_guarded_by_count", [] { guarded_by_count<<<1, 32>>>(counted<int>(32), zeros<int>(1), 20); }},
    {"block_of_48", [] { of_48<<<1, 48>>>(counted<int>(48), zeros<int>(1)); }},
    {"scan_up", [] { up<<<1, 64>>>(counted<int>(64), unwritten<int>(64)); }},
    {"butterfly", [] { xor_sum<<<1, 64>>>(counted<float>(64), unwritten<float>(64)); }},
    {"broadcast_in_loop", [] { matrix_row<<<1, 32>>>(counted<float>(50 * 32), counted<float>(50), unwritten<float>(32), 50); }},
    {"exited_lanes_named", [] { exited<<<1, 32>>>(counted<int>(32), unwritten<int>(32), 20); }},
    {"match_and_reduce", [] { match_reduce<<<1, 64>>>(counted<int>(64), zeros<int>(5), unwritten<int>(64)); }},
    {"votes", [] { some_votes<<<1, 64>>>(counted<int>(64), unwritten<int>(64)); }},
    {"syncwarp_exchange", [] { exchange<<<1, 128>>>(counted<int>(128), unwritten<int>(128)); }},
    {"syncwarp_of_half", [] { half_sync<<<1, 32>>>(counted<int>(32), unwritten<int>(32)); }},
    {"leader_writes_for_warp", [] { leaders<<<1, 128>>>(counted<int>(128), unwritten<int>(128)); }},
    {"lanes_of_two_ways_meet", [] { two_ways<<<1, 32>>>(counted<int>(32), unwritten<int>(32)); }},
    {"histogram_of_a_warp", [] { warp_histogram<<<1, 128>>>(counted<int>(128), unwritten<int>(8)); }},
    {"coalesced_groups", [] { groups<<<1, 64>>>(counted<int>(64), zeros<int>(1)); }},
    {"block_reduction_by_shuffles", [] { block_sum<<<4, 128>>>(counted<float>(512), unwritten<float>(4)); }},
    {"segments_of_eight", [] { segments<<<1, 64>>>(counted<double>(64), unwritten<double>(8)); }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
