// Atomic functions beside plain accesses that nothing orders.
//
// expect clear_before_add: race at [total added]: "updates the shared variable `total`, which thread (0,0,0) of another warp wrote (line 10)", "whether that write wipes this update out is luck", "put a __syncthreads() between the two"
// expect clear_by_a_lane: race at [lane added]: "updates the shared variable `total`, which thread (0,0,0) of the same warp wrote (line 17)", "with no __syncwarp() in between"
// expect total_read_early: race at [total read]: "reads the shared variable `total`, which other threads updated by an atomic function (line 26)", "__syncthreads()"
#include "faults.h"

__global__ void clear_and_add(const int* in, int* out) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  atomicAdd(&total, in[threadIdx.x]);  // [total added]
  __syncthreads();
  if (threadIdx.x == 0) *out = total;
}
__global__ void clear_in_a_warp(const int* in, int* out) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  atomicAdd(&total, in[threadIdx.x]);  // [lane added]
  __syncwarp();
  if (threadIdx.x == 0) *out = total;
}
__global__ void read_in_a_warp(const int* in, int* out) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncwarp();
  atomicAdd(&total, in[threadIdx.x]);
  if (threadIdx.x == 0) *out = total;  // [total read]
}

const Case cases[] = {
    {"clear_before_add", [] { clear_and_add<<<1, 128>>>(counted<int>(128), zeros<int>(1)); }},
    {"clear_by_a_lane", [] { clear_in_a_warp<<<1, 32>>>(counted<int>(32), zeros<int>(1)); }},
    {"total_read_early", [] { read_in_a_warp<<<1, 32>>>(counted<int>(32), zeros<int>(1)); }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
