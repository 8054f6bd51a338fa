// Shuffles that take the value of a lane that is not there, or that the mask does not name.
//
// expect exited_lanes: undefined-lane at [after return]: "takes the value of lane 20 of the warp, which has left the kernel already", "such a value is undefined, and line", "stores it", "guard the value, not the shuffle"
// expect warp_of_sixteen: undefined-lane at [half a warp]: "takes the value of lane 16 of the warp, which the block does not have", "updates memory with it"
// expect lane_not_named: undefined-lane at [other half]: "takes the value of lane 16 of the warp, which the mask does not name"
// expect lane_on_other_way: undefined-lane at [lane 0]: "takes the value of lane 0 of the warp, which the mask does not name"
// expect caller_not_named: undefined-lane at [mask without caller]: "is called by lane 16 with the mask 0x0000ffff, which does not name that lane", "every lane that calls it must be in its mask"
// expect decides_a_branch: undefined-lane at [neighbour to compare]: "takes the value of lane 20 of the warp, which has left the kernel already", "decides by it"
// expect part_of_second_warp: undefined-lane at [active lanes]: "takes the value of lane 8 of the warp, which the mask does not name"
// expect rest_of_the_warp_not_used: nothing
#include "faults.h"

__device__ int lane() { return threadIdx.x % 32; }

__global__ void sum_after_return(const int* in, int* out, int n) {
  if (threadIdx.x >= n) return;
  int value = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_down_sync(0xffffffffu, value, step);  // [after return]
  if (threadIdx.x == 0) *out = value;
}
__global__ void sum_of_48(const int* in, int* out) {
  int value = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_down_sync(0xffffffffu, value, step);  // [half a warp]
  if (lane() == 0) atomicAdd(out, value);
}
__global__ void lower_half(const int* in, int* out) {
  if (lane() < 16) {
    int value = in[threadIdx.x];
    for (int step = 16; step > 0; step /= 2)
      value += __shfl_xor_sync(0x0000ffffu, value, step);  // [other half]
    out[threadIdx.x] = value;
  }
}
__global__ void odd_lanes(const int* in, int* out) {
  int value = in[threadIdx.x];
  if (lane() % 2 == 1) value = __shfl_sync(0xaaaaaaaau, value, 0);  // [lane 0]
  out[threadIdx.x] = value;
}
__global__ void all_with_half_mask(const int* in, int* out) {
  out[threadIdx.x] = __shfl_sync(0x0000ffffu, in[threadIdx.x], lane() / 2);  // [mask without caller]
}
__global__ void decides(const int* in, int* out, int n) {
  if (threadIdx.x >= n) return;
  if (__shfl_down_sync(0xffffffffu, in[threadIdx.x], 1) > in[threadIdx.x])  // [neighbour to compare]
    atomicAdd(out, 1);
}
__global__ void in_shared(const int* in, int* out, int n) {
  __shared__ int sums[2];
  int value = 0;
  if (threadIdx.x < n) {
    value = in[threadIdx.x];
    for (int step = 16; step > 0; step /= 2)
      value += __shfl_down_sync(__activemask(), value, step);  // [active lanes]
    if (lane() == 0) sums[threadIdx.x / 32] = value;
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = sums[0] + sums[1];
}

// Lanes 16 to 19 take values of lanes that do not exist; lane 0 takes none of what they make of them.
__global__ void first_four(const int* in, int* out) {
  int value = in[threadIdx.x];
  for (int step = 2; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step);
  if (threadIdx.x == 0) *out = value;
}

const Case cases[] = {
    {"exited_lanes", [] { sum_after_return<<<1, 32>>>(counted<int>(32), zeros<int>(1), 20); }},
    {"warp_of_sixteen", [] { sum_of_48<<<1, 48>>>(counted<int>(48), zeros<int>(1)); }},
    {"lane_not_named", [] { lower_half<<<1, 32>>>(counted<int>(32), zeros<int>(32)); }},
    {"lane_on_other_way", [] { odd_lanes<<<1, 32>>>(counted<int>(32), zeros<int>(32)); }},
    {"caller_not_named", [] { all_with_half_mask<<<1, 32>>>(counted<int>(32), zeros<int>(32)); }},
    {"decides_a_branch", [] { decides<<<1, 32>>>(counted<int>(32), zeros<int>(1), 20); }},
    {"part_of_second_warp", [] { in_shared<<<1, 64>>>(counted<int>(64), zeros<int>(1), 40); }},
    {"rest_of_the_warp_not_used", [] { first_four<<<1, 20>>>(counted<int>(20), zeros<int>(1)); }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
