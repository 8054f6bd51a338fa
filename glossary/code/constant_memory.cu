// A filter whose taps lie in constant memory: declared at file scope, uploaded by the host, used by name, and read so
// that all lanes of a warp ask for the same tap at the same time. The host checks the sums.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr int taps = 8;

//! [declare and read]
__constant__ float filter[taps];

/// out[i] = sum of filter[k] * in[i + k]. The index k is the same for all lanes: each load is a broadcast.
__global__ void convolve(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = 0;
  for (int k = 0; k < taps; ++k) sum += filter[k] * in[i + k];
  out[i] = sum;
}
//! [declare and read]

//! [upload]
cudaError_t upload(const std::vector<float>& values) {
  // The variable itself: not its name in quotes, not its address. The size counts bytes.
  return cudaMemcpyToSymbol(filter, values.data(), taps * sizeof(float));
}
//! [upload]

int main() {
  constexpr int n = 1000, block = 256;
  std::vector<float> in(n + taps - 1), out(n), values(taps);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i * 37 % 11);
  for (int k = 0; k < taps; ++k) values[k] = static_cast<float>(k - 3);
  float *device_in = nullptr, *device_out = nullptr;
  cudaMalloc(&device_in, in.size() * sizeof(float));
  cudaMalloc(&device_out, n * sizeof(float));
  cudaMemcpy(device_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaError_t status = upload(values);
  convolve<<<(n + block - 1) / block, block>>>(device_in, device_out, n);
  if (status == cudaSuccess) status = cudaMemcpy(out.data(), device_out, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(device_in);
  cudaFree(device_out);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int k = 0; k < taps; ++k) sum += values[k] * in[i + k];
    wrong += sum != out[i];  // whole numbers: exact
  }
  std::printf("%d sums, %d wrong, %s\n", n, wrong, cudaGetErrorString(status));
  return wrong != 0 || status != cudaSuccess;
}
