// Barriers that not all threads reach.
//
// expect early_return: barrier at [after return]: "28 of the block's 128 threads never reach", "they have left the kernel already", "thread (100,0,0)", "guard the work with an if"
// expect two_branches: barrier at [second branch]: "waits at this barrier while thread (0,0,0) of the block waits at another one", "must come to the same __syncthreads()"
// expect one_branch: barrier at [for all]: "waits at this barrier while thread (0,0,0) of the block waits at another one"
// expect unequal_loops: barrier at [in loop]: "waits at another one", "equally often"
// also unequal_loops: barrier at [after loop]: "64 of the block's 128 threads never reach"
// expect odd_threads_only: barrier at [odd threads]: "32 of the block's 64 threads never reach", "keep it out of an if"
// also odd_threads_only: race at [written before]: "since the last __syncthreads()"
// expect turns_by_thread: barrier at [turns by thread]: "28 of the block's 64 threads never reach", "a loop that only some run"
// also turns_by_thread: barrier at [second of the turn]: "28 of the block's 64 threads never reach"
#include "faults.h"

__global__ void reverse(const int* in, int* out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t >= n) return;
  s[t] = in[t];
  __syncthreads();  // [after return]
  out[t] = s[n - 1 - t];
}
__global__ void branches(const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = in[t];
    __syncthreads();
    out[t] = s[t ^ 1];
  } else {
    s[t] = in[t] * 2;
    __syncthreads();  // [second branch]
    out[t] = s[t ^ 2];
  }
}
__global__ void half(const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t < 64) __syncthreads();
  __syncthreads();  // [for all]
  out[t] = s[127 - t];
}
__global__ void loops(const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 3 + t / 64; ++k) {
    s[t] = in[t] + k;
    __syncthreads();  // [in loop]
    sum += s[t];
  }
  __syncthreads();  // [after loop]
  out[t] = sum + s[t];
}
__global__ void odd_threads(const int* in, int* out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];  // [written before]
  if (t % 2) __syncthreads();  // [odd threads]
  out[t] = s[63 - t];
}
__global__ void break_out(const int* in, int* out, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  int sum = 0;
  for (int k = t; k < n; k += 64) {
    s[t] = in[k];
    __syncthreads();  // [turns by thread]
    sum += s[63 - t];
    __syncthreads();  // [second of the turn]
  }
  out[t] = sum;
}
const Case cases[] = {
    {"early_return", [] { reverse<<<1, 128>>>(counted<int>(128), zeros<int>(128), 100); }},
    {"two_branches", [] { branches<<<1, 128>>>(counted<int>(128), zeros<int>(128)); }},
    {"one_branch", [] { half<<<1, 128>>>(counted<int>(128), zeros<int>(128)); }},
    {"unequal_loops", [] { loops<<<1, 128>>>(counted<int>(128), zeros<int>(128)); }},
    {"odd_threads_only", [] { odd_threads<<<1, 64>>>(counted<int>(64), zeros<int>(64)); }},
    {"turns_by_thread", [] { break_out<<<1, 64>>>(counted<int>(100), zeros<int>(64), 100); }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
