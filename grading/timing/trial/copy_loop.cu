// The artificial load of the trial: another process that copies device memory without pause until it is killed.
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>

int main() {
  constexpr std::size_t bytes = std::size_t{256} << 20;
  void *from = nullptr, *to = nullptr;
  if (cudaMalloc(&from, bytes) != cudaSuccess || cudaMalloc(&to, bytes) != cudaSuccess) {
    std::fprintf(stderr, "copy_loop: no device memory\n");
    return 2;
  }
  std::puts("copying");
  std::fflush(stdout);
  while (true) {
    for (int i = 0; i < 64; ++i) cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  }
}
