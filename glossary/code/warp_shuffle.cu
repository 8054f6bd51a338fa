// Lanes of a warp that pass values from register to register, beside the same exchange by way of shared memory.
// The host checks every result.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

constexpr unsigned all_lanes = 0xffffffffu;

//! [shuffles]
/// out[0]: the sum of the warp's 32 numbers, out[1]: the largest, out[2]: the one of lane 5.
__global__ void by_shuffles(float* out, const float* in) {
  const float mine = in[threadIdx.x];
  float sum = mine, largest = mine;
  for (int step = 16; step > 0; step /= 2) {
    sum += __shfl_down_sync(all_lanes, sum, step);                        // only lane 0 ends with all of it
    largest = fmaxf(largest, __shfl_xor_sync(all_lanes, largest, step));  // every lane does
  }
  const float fifth = __shfl_sync(all_lanes, mine, 5);  // one lane's value for all
  if (threadIdx.x == 0) out[0] = sum, out[1] = largest, out[2] = fifth;
}
//! [shuffles]

//! [warp tail]
/// The sum of 64 numbers by one warp in shared memory. Reading and writing are kept apart by __syncwarp, which makes
/// lanes wait for each other and what they have written visible.
__global__ void by_shared_memory(float* out, const float* in) {
  __shared__ float partial[32];
  const int lane = threadIdx.x;
  float sum = in[lane] + in[lane + 32];
  for (int half = 16; half > 0; half /= 2) {
    partial[lane] = sum;
    __syncwarp();
    if (lane < half) sum += partial[lane + half];
    __syncwarp();
  }
  if (lane == 0) out[3] = sum;
}
//! [warp tail]

int main() {
  std::vector<float> in(64), out(4);
  float sum = 0, largest = -1000, sum_of_64 = 0;
  for (int i = 0; i < 64; ++i) {
    in[i] = static_cast<float>(i * 37 % 64);
    if (i < 32) sum += in[i], largest = fmaxf(largest, in[i]);
    sum_of_64 += in[i];
  }
  float *device_in = nullptr, *device_out = nullptr;
  cudaMalloc(&device_in, 64 * sizeof(float));
  cudaMalloc(&device_out, 4 * sizeof(float));
  cudaMemcpy(device_in, in.data(), 64 * sizeof(float), cudaMemcpyHostToDevice);
  by_shuffles<<<1, 32>>>(device_out, device_in);
  by_shared_memory<<<1, 32>>>(device_out, device_in);
  const cudaError_t status = cudaMemcpy(out.data(), device_out, 4 * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(device_in);
  cudaFree(device_out);
  const bool right = out[0] == sum && out[1] == largest && out[2] == in[5] && out[3] == sum_of_64;
  std::printf("sum %g, largest %g, fifth %g, sum of 64 %g: %s, %s\n", out[0], out[1], out[2], out[3],
              right ? "right" : "wrong", cudaGetErrorString(status));
  return !right || status != cudaSuccess;
}
