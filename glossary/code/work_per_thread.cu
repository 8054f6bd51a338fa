// More work for a thread: several independent loads under way, a value that is loaded once and used often, and a promise
// about the block that lets the compiler give a thread more registers.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

/// Sums of four columns an array apart. The four loads do not depend on each other: they are under way together.
//! [independent loads]
__global__ void add_four_arrays(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float a = in[i], b = in[n + i], c = in[2 * n + i], d = in[3 * n + i];
  out[i] = (a + b) + (c + d);
}
//! [independent loads]

/// Each address comes from the load before it: one load of a thread is under way at a time.
//! [dependent loads]
__global__ void follow_chain(int* out, const int* next, int start, int steps) {
  int at = start + threadIdx.x;
  for (int step = 0; step < steps; ++step) at = next[at];
  out[threadIdx.x] = at;
}
//! [dependent loads]

/// Each thread multiplies `rows` elements of its column by one factor, which it loads once.
//! [coarsened]
template <int rows>
__global__ void scale_columns(float* x, const float* factors, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (column >= columns) return;
  const float factor = factors[column];
#pragma unroll
  for (int row = 0; row < rows; ++row) x[row * columns + column] *= factor;
}
//! [coarsened]

/// No block of this kernel has more than 256 threads, so the compiler may use up to 255 registers a thread.
//! [launch bounds]
__global__ void __launch_bounds__(256) sum_of_squares(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float values[8], sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) values[k] = 8 * i + k < n ? in[8 * i + k] : 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += values[k] * values[k];
  if (8 * i < n) out[i] = sum;
}
//! [launch bounds]

//! [ask for registers]
int largest_block(const void* kernel) {
  cudaFuncAttributes attributes{};
  cudaFuncGetAttributes(&attributes, kernel);
  std::printf("%d registers a thread, at most %d threads a block\n", attributes.numRegs,
              attributes.maxThreadsPerBlock);
  return attributes.maxThreadsPerBlock;
}
//! [ask for registers]

int main() {
  constexpr int n = 1000, rows = 4, threads = 64;
  std::vector<float> in(rows * n), factors(n), sums(n), scaled(rows * n), squares(n / 8);
  std::vector<int> next(threads), chained(threads);
  for (int i = 0; i < rows * n; ++i) in[i] = static_cast<float>(i % 11);
  for (int i = 0; i < n; ++i) factors[i] = static_cast<float>(1 + i % 3);
  for (int i = 0; i < threads; ++i) next[i] = (i + 1) % threads;

  float *device = nullptr, *device_factors = nullptr, *out = nullptr;
  int *device_next = nullptr, *device_chained = nullptr;
  cudaMalloc(&device, in.size() * sizeof(float));
  cudaMalloc(&device_factors, factors.size() * sizeof(float));
  cudaMalloc(&out, sums.size() * sizeof(float));
  cudaMalloc(&device_next, next.size() * sizeof(int));
  cudaMalloc(&device_chained, chained.size() * sizeof(int));
  cudaMemcpy(device, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(device_factors, factors.data(), factors.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(device_next, next.data(), next.size() * sizeof(int), cudaMemcpyHostToDevice);

  add_four_arrays<<<(n + 255) / 256, 256>>>(out, device, n);
  cudaMemcpy(sums.data(), out, sums.size() * sizeof(float), cudaMemcpyDeviceToHost);
  sum_of_squares<<<1, 256>>>(out, device, n);
  cudaMemcpy(squares.data(), out, squares.size() * sizeof(float), cudaMemcpyDeviceToHost);
  scale_columns<rows><<<(n + 255) / 256, 256>>>(device, device_factors, n);
  cudaMemcpy(scaled.data(), device, scaled.size() * sizeof(float), cudaMemcpyDeviceToHost);
  follow_chain<<<1, threads>>>(device_chained, device_next, 0, 5);
  const cudaError_t status =
      cudaMemcpy(chained.data(), device_chained, chained.size() * sizeof(int), cudaMemcpyDeviceToHost);
  const int largest = largest_block(reinterpret_cast<const void*>(sum_of_squares));
  cudaFree(device);
  cudaFree(device_factors);
  cudaFree(out);
  cudaFree(device_next);
  cudaFree(device_chained);

  int wrong = largest != 256;
  for (int i = 0; i < n; ++i) wrong += sums[i] != in[i] + in[n + i] + in[2 * n + i] + in[3 * n + i];
  for (int i = 0; i < rows * n; ++i) wrong += scaled[i] != in[i] * factors[i % n];
  for (int i = 0; i < threads; ++i) wrong += chained[i] != (i + 5) % threads;
  for (int i = 0; i < n / 8; ++i) {
    float sum = 0;
    for (int k = 0; k < 8; ++k) sum += in[8 * i + k] * in[8 * i + k];
    wrong += squares[i] != sum;
  }
  std::printf("%d wrong, %s\n", wrong, cudaGetErrorString(status));
  return wrong != 0 || status != cudaSuccess;
}
