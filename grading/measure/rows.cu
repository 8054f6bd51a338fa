// Sums of rows of many lengths, 2^26 floats in all: a thread a row, a block a row, up to 32 lanes a row.
#include "bench.h"

using namespace measure;

__global__ void thread_a_row(const float* in, float* out, int rows, int length) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < length; ++k) sum += in[std::size_t(row) * length + k];
  out[row] = sum;
}

__global__ void block_a_row(const float* in, float* out, int length) {
  __shared__ float parts[8];
  float sum = 0;
  for (int k = threadIdx.x; k < length; k += 256) sum += in[std::size_t(blockIdx.x) * length + k];
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = sum;
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (int w = 1; w < 8; ++w) sum += parts[w];
  out[blockIdx.x] = sum;
}

template <int lanes>
__global__ void lanes_a_row(const float* in, float* out, int rows, int length) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / lanes, lane = threadIdx.x % lanes;
  float sum = 0;
  if (row < rows)
    for (int k = lane; k < length; k += lanes) sum += in[std::size_t(row) * length + k];
  for (int d = lanes / 2; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffffu, sum, d, lanes);
  if (row < rows && lane == 0) out[row] = sum;
}

int main() {
  Timer timer;
  const std::size_t total = std::size_t{1} << 26;
  const Array<float> in(total), out(total / 2);
  fill(in);
  Table table("row_length");
  for (const int length : {2, 8, 32, 128, 1024, 4096}) {
    const int rows = static_cast<int>(total / length);
    const double bytes = 4.0 * (static_cast<double>(total) + rows);
    const Time by_thread = timer.time([&] { thread_a_row<<<(rows + 255) / 256, 256>>>(in.get(), out.get(), rows, length); });
    const Time by_block = timer.time([&] { block_a_row<<<rows, 256>>>(in.get(), out.get(), length); });
    const Time by_lanes = timer.time([&] {
      if (length == 2) lanes_a_row<2><<<rows / 128, 256>>>(in.get(), out.get(), rows, length);
      else if (length == 8) lanes_a_row<8><<<rows / 32, 256>>>(in.get(), out.get(), rows, length);
      else lanes_a_row<32><<<(rows + 7) / 8, 256>>>(in.get(), out.get(), rows, length);
    });
    table.row({{"length", double(length)},
               {"thread_gb_per_s", gb_per_s(bytes, by_thread.ms)},
               {"block_gb_per_s", gb_per_s(bytes, by_block.ms)},
               {"lanes_gb_per_s", gb_per_s(bytes, by_lanes.ms)}});
  }
}
