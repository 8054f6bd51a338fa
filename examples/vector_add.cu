// The first program: c = a + b, one thread an element, any length.
//   vector_add [length]
#include <vector>

#include "common/cuda_check.h"

__global__ void add(const float* a, const float* b, float* c, int length) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < length) c[i] = a[i] + b[i];  // the last block may reach beyond the end
}

int main(int argc, char** argv) {
  int length = argc > 1 ? std::atoi(argv[1]) : 100003;
  if (length < 1) {
    std::fprintf(stderr, "The length must be a whole number of at least 1\n");
    return 2;
  }
  std::vector<float> a(length), b(length), c(length);
  for (int i = 0; i < length; ++i) {
    a[i] = i * 0.5f;
    b[i] = 1.0f - i % 100;
  }

  std::size_t bytes = length * sizeof(float);
  float *device_a, *device_b, *device_c;
  check(cudaMalloc(&device_a, bytes));
  check(cudaMalloc(&device_b, bytes));
  check(cudaMalloc(&device_c, bytes));
  check(cudaMemcpy(device_a, a.data(), bytes, cudaMemcpyHostToDevice));
  check(cudaMemcpy(device_b, b.data(), bytes, cudaMemcpyHostToDevice));

  int block = 256, grid = (length + block - 1) / block;
  add<<<grid, block>>>(device_a, device_b, device_c, length);
  check_launch();

  check(cudaMemcpy(c.data(), device_c, bytes, cudaMemcpyDeviceToHost));
  for (float* pointer : {device_a, device_b, device_c}) check(cudaFree(pointer));

  for (int i = 0; i < length; ++i) {
    if (c[i] != a[i] + b[i]) {
      std::printf("c[%d] is %g, should be %g\n", i, c[i], a[i] + b[i]);
      return 1;
    }
  }
  std::printf("ok: %d sums\n", length);
}
