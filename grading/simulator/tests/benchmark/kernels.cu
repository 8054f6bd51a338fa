// The kernels of the speed benchmark. Prints for each: name, launches, seconds of processor time for all launches
// together: what one core does in a second, whatever else the machine is doing.
#include <cuda_runtime.h>

#include <cstdio>
#include <ctime>
#include <vector>

__constant__ float taps[32];

__global__ void convolve(float* out, const float* in, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int rotate = threadIdx.x & mask;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += taps[(rotate + k) & 31] * in[i + k];
  out[i] = sum;
}

__global__ void transpose_padded(float* out, const float* in, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void heat_step(float* out, const float* in, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  int i = y * n + x;
  if (x == 0 || y == 0 || x == n - 1 || y == n - 1) {
    out[i] = in[i];
    return;
  }
  out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}

__global__ void multiply_tiled(float* c, const float* a, const float* b, int n) {
  __shared__ float as[16][16], bs[16][16];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    as[y][x] = a[row * n + t + x];
    bs[y][x] = b[(t + y) * n + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void histogram(unsigned* bins, const unsigned char* data, int n) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[data[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

template <class F>
void measure(const char* name, int launches, F launch) {
  launch();
  const std::clock_t start = std::clock();
  for (int k = 0; k < launches; ++k) launch();
  cudaDeviceSynchronize();
  const double taken = double(std::clock() - start) / CLOCKS_PER_SEC;
  if (cudaGetLastError() != cudaSuccess) std::exit(1);
  std::printf("%s %d %.9f\n", name, launches, taken);
}

int main() {
  const int n = 1024, count = n * n;
  std::vector<float> host(count + 32, 1.5f);
  std::vector<unsigned char> bytes(count);
  for (int i = 0; i < count; ++i) bytes[i] = static_cast<unsigned char>(i * 2654435761u >> 24);
  float *in, *out, *other;
  unsigned char* data;
  unsigned* bins;
  cudaMalloc(&in, (count + 32) * sizeof(float));
  cudaMalloc(&out, (count + 32) * sizeof(float));
  cudaMalloc(&other, (count + 32) * sizeof(float));
  cudaMalloc(&data, count);
  cudaMalloc(&bins, 256 * sizeof(unsigned));
  cudaMemcpy(in, host.data(), (count + 32) * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(other, host.data(), (count + 32) * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(data, bytes.data(), count, cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, 256 * sizeof(unsigned));
  cudaMemcpyToSymbol(taps, host.data(), sizeof taps);

  measure("convolution_2^20_same_tap", 5, [&] { convolve<<<count / 256, 256>>>(out, in, count, 0); });
  measure("convolution_2^20_tap_per_lane", 3, [&] { convolve<<<count / 256, 256>>>(out, in, count, 31); });
  measure("transpose_padded_1024^2", 20, [&] { transpose_padded<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(out, in, n); });
  measure("heat_step_1024^2", 20, [&] { heat_step<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(out, in, n); });
  measure("matrix_product_tiled_512^3", 1, [&] { multiply_tiled<<<dim3(32, 32), dim3(16, 16)>>>(out, in, other, 512); });
  measure("histogram_shared_2^20", 10, [&] { histogram<<<256, 256>>>(bins, data, count); });
}
