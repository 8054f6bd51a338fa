// Follows a device pointer on the host or, with an argument, calls itself without end.
#include <cuda_runtime.h>

int deeper(volatile int* caller) {
  volatile int here = *caller + 1;
  return here < 0 ? 0 : deeper(&here) + here;  // never negative: the stack ends first
}

int main(int argc, char**) {
  int* device = nullptr;
  if (cudaMalloc(&device, 4096) != cudaSuccess) return 1;
  volatile int depth = 0;
  if (argc > 1) return deeper(&depth);
  return *static_cast<volatile int*>(device + 5);
}
