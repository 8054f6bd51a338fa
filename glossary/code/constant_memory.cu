// A polynomial whose coefficients lie in constant memory: declared at file scope, uploaded by the host, used by name, and
// read so that all lanes of a warp ask for the same coefficient at the same time. The host checks the values.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int terms = 8;

//! [declare and read]
__constant__ float coefficients[terms];

/// out[i] = value of the polynomial at in[i]. The index k is the same for all lanes: each load is a broadcast.
__global__ void evaluate(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float value = 0;
  for (int k = terms - 1; k >= 0; --k) value = value * in[i] + coefficients[k];
  out[i] = value;
}
//! [declare and read]

//! [upload]
cudaError_t upload(const std::vector<float>& values) {
  // The variable itself: not its name in quotes, not its address. The size counts bytes.
  return cudaMemcpyToSymbol(coefficients, values.data(), terms * sizeof(float));
}
//! [upload]

int main() {
  constexpr int n = 1000, block = 256;
  std::vector<float> in(n), out(n), values(terms);
  for (int i = 0; i < n; ++i) in[i] = static_cast<float>(i * 37 % 7 - 3);
  for (int k = 0; k < terms; ++k) values[k] = static_cast<float>(k - 3);
  float *device_in = nullptr, *device_out = nullptr;
  cudaMalloc(&device_in, n * sizeof(float));
  cudaMalloc(&device_out, n * sizeof(float));
  cudaMemcpy(device_in, in.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaError_t status = upload(values);
  evaluate<<<(n + block - 1) / block, block>>>(device_in, device_out, n);
  if (status == cudaSuccess) status = cudaMemcpy(out.data(), device_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(device_in);
  cudaFree(device_out);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    float value = 0, power = 1;
    for (int k = 0; k < terms; ++k, power *= in[i]) value += values[k] * power;
    wrong += value != out[i];  // whole numbers below 2^24: exact
  }
  std::printf("%d values, %d wrong, %s\n", n, wrong, cudaGetErrorString(status));
  return wrong != 0 || status != cudaSuccess;
}
