// Follows a device pointer on the host.
#include <cuda_runtime.h>

int main() {
  int* device = nullptr;
  if (cudaMalloc(&device, 4096) != cudaSuccess) return 1;
  return *static_cast<volatile int*>(device + 5);
}
