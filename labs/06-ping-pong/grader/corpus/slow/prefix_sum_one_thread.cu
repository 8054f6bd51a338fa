// One thread adds up everything: a sector for each element.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void scan_kernel(const int* in, int* out, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) out[i] = sum += in[i];
}

void prefix_sum(const int* in, int* out, int*, int n) {
  if (n > 0) scan_kernel<<<1, 1>>>(in, out, n);
}
