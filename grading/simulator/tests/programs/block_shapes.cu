// Blocks and grids of one, two and three dimensions: indices, sizes, and how threads fill warps.
#include "check.h"

__global__ void write_place(unsigned* out) {
  unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  unsigned per_block = blockDim.x * blockDim.y * blockDim.z;
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  // Threads fill warps in the order of their number in the block, x fastest.
  unsigned* mine = out + (block * per_block + thread) * 4;
  mine[0] = threadIdx.x | threadIdx.y << 10 | threadIdx.z << 20;
  mine[1] = blockIdx.x | blockIdx.y << 10 | blockIdx.z << 20;
  mine[2] = lane;
  mine[3] = gridDim.x + 100 * gridDim.y + 10000 * gridDim.z + warpSize;
}

void check_shape(dim3 grid, dim3 block) {
  unsigned per_block = block.x * block.y * block.z, blocks = grid.x * grid.y * grid.z;
  check::DeviceArray<unsigned> out(per_block * blocks * 4);
  write_place<<<grid, block>>>(out.get());
  auto got = out.download();
  std::size_t place = 0;
  for (unsigned bz = 0; bz < grid.z; ++bz)
    for (unsigned by = 0; by < grid.y; ++by)
      for (unsigned bx = 0; bx < grid.x; ++bx)
        for (unsigned t = 0; t < per_block; ++t) {
          unsigned x = t % block.x, y = t / block.x % block.y, z = t / block.x / block.y;
          check::expect_equal("thread index", got[place++], x | y << 10 | z << 20);
          check::expect_equal("block index", got[place++], bx | by << 10 | bz << 20);
          check::expect_equal("lane", got[place++], t % 32);
          check::expect_equal("grid size", got[place++], grid.x + 100 * grid.y + 10000 * grid.z + 32);
        }
}

__global__ void count_blocks(unsigned* count, unsigned long long* sum) {
  if (threadIdx.x + threadIdx.y + threadIdx.z > 0) return;
  atomicAdd(count, 1u);
  atomicAdd(sum, static_cast<unsigned long long>(blockIdx.x) + 7ull * blockIdx.y + 49ull * blockIdx.z);
}

int main() {
  check_shape(1, 1);
  check_shape(5, 33);
  check_shape(2, 1024);
  check_shape({3, 4, 2}, 40);
  check_shape({2, 3}, {16, 16});
  check_shape({2, 2, 2}, {5, 7, 3});
  check_shape(3, {1, 1, 64});
  check_shape({1, 5}, {3, 50, 2});
  check_shape(1, {2, 512});

  check::DeviceArray<unsigned> count(1);
  check::DeviceArray<unsigned long long> sum(1);
  count_blocks<<<dim3(70, 9, 11), dim3(2, 2, 2)>>>(count.get(), sum.get());
  check::expect_equal("blocks run", count.download()[0], 70u * 9 * 11);
  unsigned long long wanted = 0;
  for (int z = 0; z < 11; ++z)
    for (int y = 0; y < 9; ++y)
      for (int x = 0; x < 70; ++x) wanted += x + 7 * y + 49 * z;
  check::expect_equal("sum over block indices", sum.download()[0], wanted);
  return check::verdict();
}
