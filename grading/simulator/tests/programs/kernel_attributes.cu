// What the runtime says about kernels and the device: attributes, occupancy, properties.
#include "check.h"

__global__ void plain(int* out) { out[threadIdx.x] = threadIdx.x; }

__global__ void __launch_bounds__(256) with_shared(float* out) {
  __shared__ float values[1000];
  __shared__ double more[25];
  values[threadIdx.x] = out[threadIdx.x];
  more[threadIdx.x % 25] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[255 - threadIdx.x] + float(more[3]);
}

__global__ void with_local(int* out, int index) {
  // Written at places that are known at run time only: else ptxas keeps the elements in registers.
  int values[64] = {};
  for (int i = 0; i < out[0]; ++i) values[(index + i) % 64] += out[i] * i;
  out[0] = values[index] + values[(index * 7) % 64];
}

extern __shared__ int dynamic[];
__global__ void with_dynamic(int* out) {
  dynamic[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = dynamic[0];
}

int main() {
  cudaFuncAttributes attributes;
  check::succeed(cudaFuncGetAttributes(&attributes, plain));
  check::expect_equal("static shared memory of a plain kernel", attributes.sharedSizeBytes, std::size_t{0});
  check::expect_equal("largest block of a plain kernel", attributes.maxThreadsPerBlock, 1024);
  check::expect(attributes.numRegs > 0 && attributes.numRegs <= 255,
                "registers are " + check::text(attributes.numRegs));
  check::succeed(cudaFuncGetAttributes(&attributes, with_shared));
  // 4200 bytes, up to the next multiple of 16, where `dynamic` could begin: any kernel of a file that declares it.
  check::expect_equal("static shared memory", attributes.sharedSizeBytes, std::size_t{4208});
  check::expect_equal("largest block within launch bounds", attributes.maxThreadsPerBlock, 256);
  check::succeed(cudaFuncGetAttributes(&attributes, with_local));
  check::expect(attributes.localSizeBytes >= 256, "local memory is " + check::text(attributes.localSizeBytes));

  // Occupancy from the limits of the device: a plain kernel of few registers fills all thread slots.
  cudaDeviceProp properties;
  check::succeed(cudaGetDeviceProperties(&properties, 0));
  int blocks = 0;
  for (int block : {32, 64, 128, 192, 1024}) {
    check::succeed(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, block, 0));
    int by_threads = properties.maxThreadsPerMultiProcessor / block;
    check::expect_equal("blocks of " + check::text(block), blocks,
                        std::min(by_threads, properties.maxBlocksPerMultiProcessor));
  }
  // By shared memory: each block also takes what the system reserves.
  constexpr std::size_t bytes = 40000;
  check::succeed(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, with_dynamic, 64, bytes));
  std::size_t granted = (bytes + properties.reservedSharedMemPerBlock + 127) / 128 * 128;
  check::expect_equal("blocks of 40000 bytes", blocks, int(properties.sharedMemPerMultiprocessor / granted));
  int least_grid = 0, best_block = 0;
  check::succeed(cudaOccupancyMaxPotentialBlockSize(&least_grid, &best_block, plain));
  check::expect(best_block % 32 == 0 && best_block >= 64 && best_block <= 1024,
                "best block is " + check::text(best_block));
  check::succeed(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, best_block, 0));
  check::expect_equal("threads in the best shape", blocks * best_block, properties.maxThreadsPerMultiProcessor);
  check::expect_equal("smallest grid that fills the device", least_grid, blocks * properties.multiProcessorCount);

  int devices = 0, device = -1, value = 0;
  check::succeed(cudaGetDeviceCount(&devices));
  check::succeed(cudaGetDevice(&device));
  check::expect(devices >= 1, "there is a device");
  check::expect_equal("current device", device, 0);
  check::expect_equal("warp size", properties.warpSize, 32);
  check::expect_equal("threads in a block", properties.maxThreadsPerBlock, 1024);
  check::expect_equal("constant memory", properties.totalConstMem, std::size_t{65536});
  check::expect_equal("block depth", properties.maxThreadsDim[2], 64);
  check::expect_equal("grid height", properties.maxGridSize[1], 65535);
  auto same = [&](const char* name, cudaDeviceAttr attribute, long long wanted) {
    check::succeed(cudaDeviceGetAttribute(&value, attribute, 0));
    check::expect_equal(name, static_cast<long long>(value), wanted);
  };
  same("multiprocessors", cudaDevAttrMultiProcessorCount, properties.multiProcessorCount);
  same("major", cudaDevAttrComputeCapabilityMajor, properties.major);
  same("minor", cudaDevAttrComputeCapabilityMinor, properties.minor);
  same("shared memory per block", cudaDevAttrMaxSharedMemoryPerBlock,
       static_cast<long long>(properties.sharedMemPerBlock));
  same("opting in", cudaDevAttrMaxSharedMemoryPerBlockOptin, static_cast<long long>(properties.sharedMemPerBlockOptin));
  same("registers", cudaDevAttrMaxRegistersPerBlock, properties.regsPerBlock);
  same("warp size", cudaDevAttrWarpSize, 32);
  return check::verdict();
}
