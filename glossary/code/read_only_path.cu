// A lookup table that each lane reads at a place of its own: through the read-only path of global memory, where the
// bill goes by sectors, and not from constant memory, where each place would be a request. The host checks the result.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

//! [read-only lookup]
/// out[i] = table[in[i]]. Nobody writes `table` or `in` while the kernel runs: `const` and `__restrict__` say so, and
/// the compiler may load both through the read-only path.
__global__ void look_up(const unsigned char* __restrict__ in, const float* __restrict__ table, float* __restrict__ out,
                        int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = table[in[i]];
}

/// The same without leaving it to the compiler.
__global__ void look_up_explicitly(const unsigned char* in, const float* table, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = __ldg(table + __ldg(in + i));
}
//! [read-only lookup]

int main() {
  constexpr int n = 1000, block = 128, grid = (n + block - 1) / block, places = 256;
  std::vector<unsigned char> in(n);
  std::vector<float> table(places), out(n);
  for (int i = 0; i < n; ++i) in[i] = static_cast<unsigned char>(i * 89);
  for (int k = 0; k < places; ++k) table[k] = static_cast<float>(3 * k + 1);
  unsigned char* device_in = nullptr;
  float *device_table = nullptr, *device_out = nullptr;
  cudaMalloc(&device_in, n);
  cudaMalloc(&device_table, places * sizeof(float));
  cudaMalloc(&device_out, n * sizeof(float));
  cudaMemcpy(device_in, in.data(), n, cudaMemcpyHostToDevice);
  cudaMemcpy(device_table, table.data(), places * sizeof(float), cudaMemcpyHostToDevice);
  int wrong = 0;
  cudaError_t status = cudaSuccess;
  for (const bool explicitly : {false, true}) {
    cudaMemset(device_out, 0, n * sizeof(float));
    if (explicitly) {
      look_up_explicitly<<<grid, block>>>(device_in, device_table, device_out, n);
    } else {
      look_up<<<grid, block>>>(device_in, device_table, device_out, n);
    }
    if (status == cudaSuccess) status = cudaMemcpy(out.data(), device_out, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) wrong += out[i] != table[in[i]];
  }
  cudaFree(device_in);
  cudaFree(device_table);
  cudaFree(device_out);
  std::printf("%d look-ups twice, %d wrong, %s\n", n, wrong, cudaGetErrorString(status));
  return wrong != 0 || status != cudaSuccess;
}
