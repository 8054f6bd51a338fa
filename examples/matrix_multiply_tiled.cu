// C = A B in tiles of 16 x 16: each element of A and B is read from global memory once a tile instead of once a
// product.
//   matrix_multiply_tiled [rows of A] [columns of A] [columns of B]
#include <cmath>
#include <vector>

#include "common/cuda_check.h"

constexpr int tile = 16;

// A is rows x inner, B inner x columns, C rows x columns, all by rows.
__global__ void multiply(const float* a, const float* b, float* c, int rows, int inner, int columns) {
  __shared__ float tile_a[tile][tile], tile_b[tile][tile];
  int column = blockIdx.x * tile + threadIdx.x, row = blockIdx.y * tile + threadIdx.y;
  float sum = 0;
  for (int start = 0; start < inner; start += tile) {
    int k_a = start + threadIdx.x, k_b = start + threadIdx.y;
    tile_a[threadIdx.y][threadIdx.x] = row < rows && k_a < inner ? a[row * inner + k_a] : 0;
    tile_b[threadIdx.y][threadIdx.x] = k_b < inner && column < columns ? b[k_b * columns + column] : 0;
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();  // the next turn overwrites the tiles
  }
  if (row < rows && column < columns) c[row * columns + column] = sum;
}

int main(int argc, char** argv) {
  int rows = argc > 1 ? std::atoi(argv[1]) : 100;
  int inner = argc > 2 ? std::atoi(argv[2]) : 75;
  int columns = argc > 3 ? std::atoi(argv[3]) : 130;
  if (rows < 1 || inner < 1 || columns < 1) {
    std::fprintf(stderr, "Rows and columns must be whole numbers of at least 1\n");
    return 2;
  }
  std::vector<float> a(rows * inner), b(inner * columns), c(rows * columns);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = std::sin(0.1f * i);
  for (std::size_t i = 0; i < b.size(); ++i) b[i] = std::cos(0.3f * i);

  float *device_a, *device_b, *device_c;
  check(cudaMalloc(&device_a, a.size() * sizeof(float)));
  check(cudaMalloc(&device_b, b.size() * sizeof(float)));
  check(cudaMalloc(&device_c, c.size() * sizeof(float)));
  check(cudaMemcpy(device_a, a.data(), a.size() * sizeof(float), cudaMemcpyHostToDevice));
  check(cudaMemcpy(device_b, b.data(), b.size() * sizeof(float), cudaMemcpyHostToDevice));
  dim3 block(tile, tile), grid((columns + tile - 1) / tile, (rows + tile - 1) / tile);
  multiply<<<grid, block>>>(device_a, device_b, device_c, rows, inner, columns);
  check_launch();
  check(cudaMemcpy(c.data(), device_c, c.size() * sizeof(float), cudaMemcpyDeviceToHost));
  for (float* pointer : {device_a, device_b, device_c}) check(cudaFree(pointer));

  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      double sum = 0, size = 0;
      for (int k = 0; k < inner; ++k) {
        double product = double(a[row * inner + k]) * b[k * columns + column];
        sum += product;
        size += std::fabs(product);
      }
      float got = c[row * columns + column];
      // Each of `inner` products and additions rounds by at most 2^-24 of what was summed so far.
      if (!(std::fabs(got - sum) <= (inner + 1) * 0x1p-24 * size)) {
        std::printf("C[%d][%d] is %.9g, should be %.9g\n", row, column, got, sum);
        return 1;
      }
    }
  }
  std::printf("ok: %d x %d times %d x %d\n", rows, inner, inner, columns);
}
