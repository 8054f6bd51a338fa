// A single block walks over the whole array: one visit, on one of many multiprocessors.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void scan_kernel(const int* in, int* out, int n) {
  __shared__ int sums[2][1024];
  const int t = threadIdx.x;
  int carry = 0;
  for (int first = 0; first < n; first += 1024) {
    int newest = 0;
    sums[newest][t] = first + t < n ? in[first + t] : 0;
    for (int distance = 1; distance < 1024; distance *= 2) {
      __syncthreads();
      sums[1 - newest][t] = sums[newest][t] + (t >= distance ? sums[newest][t - distance] : 0);
      newest = 1 - newest;
    }
    if (first + t < n) out[first + t] = carry + sums[newest][t];
    __syncthreads();
    carry += sums[newest][1023];
    __syncthreads();
  }
}

void prefix_sum(const int* in, int* out, int*, int n) {
  if (n > 0) scan_kernel<<<1, 1024>>>(in, out, n);
}
