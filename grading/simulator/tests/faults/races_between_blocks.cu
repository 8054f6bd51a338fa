// Blocks of one launch that meet in global memory.
//
// expect lost_update: race at [count up]: "element 0 of allocation #", "of block (0,0,0)", "in the same launch", "blocks run in any order"
// expect life_in_place: race at [cells read]: "reads element 7 of allocation #", "of block (0,0,0)", "in the same launch", "write to a second buffer"
// expect heat_in_place: race at [heat read]: "reads element 63 of allocation #", "in the same launch"
// expect last_block_without_fence: race at [partial read]: "reads element", "of block", "__threadfence() must stand between the data and the flag"
// expect cleared_by_first_block: race at [counter used]: "updates element 0 of allocation #", "of block (0,0,0) wrote", "in the same launch"
// expect partial_sums_read: race at [sums read]: "reads element 0 of allocation #", "of block (0,0,0) wrote"
// expect which_block_stays: race at [block number]: "writes another value to element 0 of allocation #", "which value stays is luck"
// expect surface_in_place: race at [left read]: "of array, allocation #", "of block (0,0,0)", "in the same launch"
#include "faults.h"

__global__ void count_blocks(int* count) {
  if (threadIdx.x == 0) *count = *count + 1;  // [count up]
}
__global__ void life(unsigned char* g, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, alive = 0;
  if (x >= n || y >= n) return;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      if (i || j) alive += g[(y + j + n) % n * n + (x + i + n) % n];  // [cells read]
  g[y * n + x] = alive == 3 || (alive == 2 && g[y * n + x]);
}
__global__ void heat(float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool inside = i > 0 && i < n - 1;
  float left = inside ? a[i - 1] : 0, right = inside ? a[i + 1] : 0;  // [heat read]
  __syncthreads();
  if (inside) a[i] = 0.5f * (left + right);
}
__device__ unsigned finished;
__global__ void sum_all(const int* in, int* partial, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];
    last = atomicAdd(&finished, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x < gridDim.x) atomicAdd(out, partial[threadIdx.x]);  // [partial read]
}
__global__ void clear_and_count(const int* in, int* counter) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *counter = 0;
  if (in[blockIdx.x * blockDim.x + threadIdx.x] % 3 == 0) atomicAdd(counter, 1);  // [counter used]
}
__global__ void sum_and_scale(const float* in, float* sums, float* out) {
  if (threadIdx.x == 0) sums[blockIdx.x] = in[blockIdx.x * blockDim.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x] / sums[0];  // [sums read]
}
__global__ void who_was_here(int* out) {
  if (threadIdx.x == 0) *out = blockIdx.x;  // [block number]
}
__global__ void smooth(cudaSurfaceObject_t s, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float left = surf2Dread<float>(s, (x - 1) * 4, 0, cudaBoundaryModeClamp);  // [left read]
  float right = surf2Dread<float>(s, (x + 1) * 4, 0, cudaBoundaryModeClamp);
  if (x < w) surf2Dwrite(0.5f * (left + right), s, x * 4, 0);
}

const Case cases[] = {
    {"lost_update", [] { count_blocks<<<64, 64>>>(zeros<int>(1)); }},
    {"life_in_place", [] { life<<<dim3(8, 8), dim3(8, 8)>>>(counted<unsigned char>(4096), 64); }},
    {"heat_in_place", [] { heat<<<64, 64>>>(counted<float>(4098), 4098); }},
    {"last_block_without_fence", [] { sum_all<<<16, 32>>>(counted<int>(16), zeros<int>(16), zeros<int>(1)); }},
    {"cleared_by_first_block", [] { clear_and_count<<<4, 64>>>(counted<int>(256), zeros<int>(1)); }},
    {"partial_sums_read", [] { sum_and_scale<<<4, 64>>>(counted<float>(256), zeros<float>(4), zeros<float>(256)); }},
    {"which_block_stays", [] { who_was_here<<<64, 64>>>(zeros<int>(1)); }},
    {"surface_in_place",
     [] {
       cudaArray_t array;
       const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
       cudaMallocArray(&array, &format, 256, 1, cudaArraySurfaceLoadStore);
       std::vector<float> values(256, 1.0f);
       cudaMemcpy2DToArray(array, 0, 0, values.data(), 1024, 1024, 1, cudaMemcpyHostToDevice);
       cudaResourceDesc resource{};
       resource.resType = cudaResourceTypeArray;
       resource.res.array.array = array;
       cudaSurfaceObject_t surface;
       cudaCreateSurfaceObject(&surface, &resource);
       smooth<<<4, 64>>>(surface, 256);
     }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
