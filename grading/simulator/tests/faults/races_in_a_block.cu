// Threads of one block that meet in shared or global memory without a barrier.
//
// expect no_barrier_after_write: race at [total written]: "the shared variable `total`", "__syncthreads()"
// expect no_barrier_volatile: race at [volatile written]: "the shared variable `total`", "__syncthreads()"
// expect one_barrier_in_tile_loop: race at [tile read]: "reads element 255 of the shared array `s`", "thread (255,0,0) of another warp wrote", "__syncthreads()"
// expect scan_in_place: race at [scan step]: "shared array `s`", "warps run in any order", "__syncthreads()"
// expect atomic_then_read: race at [total read]: "reads the shared variable `total`", "updated by an atomic function", "__syncthreads()"
// expect atomic_before_clear: race at [bin cleared]: "writes element 32 of the shared array `bins`", "updated by an atomic function", "__syncthreads()"
// expect neighbour_in_global: race at [neighbour written]: "writes element 31 of allocation #", "thread (31,0,0) of another warp reads", "__syncthreads()"
// expect two_values: race at [last value]: "writes another value to the shared variable `s`", "which value stays is luck", "let one thread write it, use an atomic function"
// expect bytes_of_one_word: race at [byte written]: "writes element 0 of the shared array `text`", "__syncthreads()"
// expect count_without_atomic: race at [counted]: "of the shared array `bins`", "of another warp wrote (line", "where several threads update one place (+=, ++), use an atomic function"
#include "faults.h"

__global__ void total_of_last(const int* in, int* out) {
  __shared__ int total;
  if (threadIdx.x == 127) total = in[blockIdx.x];  // [total written]
  out[threadIdx.x] = total;
}
__global__ void volatile_total(const int* in, int* out) {
  volatile __shared__ int total;
  if (threadIdx.x == 127) total = in[blockIdx.x];  // [volatile written]
  out[threadIdx.x] = total;
}
__global__ void sum_tiles(const float* in, float* out, int tiles) {
  __shared__ float s[256];
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    s[threadIdx.x] = in[t * 256 + threadIdx.x];
    __syncthreads();
    sum += s[255 - threadIdx.x];  // [tile read]
  }
  out[threadIdx.x] = sum;
}
__global__ void scan(int* d) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = d[t];
  __syncthreads();
  for (int step = 1; step < int(blockDim.x); step *= 2) {
    if (t >= step) s[t] += s[t - step];  // [scan step]
    __syncthreads();
  }
  d[t] = s[t];
}
__global__ void sum_and_use(const int* in, int* out) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  atomicAdd(&total, in[threadIdx.x]);
  out[threadIdx.x] = total;  // [total read]
}
__global__ void count_bins(const int* in, int* out) {
  __shared__ int bins[64];
  if (threadIdx.x < 64) bins[threadIdx.x] = 0;  // [bin cleared]
  atomicAdd(&bins[in[threadIdx.x] % 64], 1);
  __syncthreads();
  if (threadIdx.x < 64) out[threadIdx.x] = bins[threadIdx.x];
}
__global__ void read_neighbour(int* a, int* out) {
  int t = threadIdx.x;
  a[blockDim.x - 1 - t] = t;  // [neighbour written]
  out[t] = a[t];
}
__global__ void last_value(int* out) {
  __shared__ int s;
  if (threadIdx.x % 32 == 0) s = threadIdx.x;  // [last value]
  __syncthreads();
  out[threadIdx.x] = s;
}
__global__ void copy_text(const char* in, char* out) {
  __shared__ char text[256];
  text[threadIdx.x ^ 64] = in[threadIdx.x];  // [byte written]
  out[threadIdx.x] = text[threadIdx.x];
}
__global__ void count_plainly(const int* in, int* out) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
  bins[in[threadIdx.x] / 32 % 16]++;  // [counted]
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

const Case cases[] = {
    {"no_barrier_after_write", [] { total_of_last<<<1, 128>>>(counted<int>(1), zeros<int>(128)); }},
    {"no_barrier_volatile", [] { volatile_total<<<1, 128>>>(counted<int>(1), zeros<int>(128)); }},
    {"one_barrier_in_tile_loop", [] { sum_tiles<<<1, 256>>>(counted<float>(1024), zeros<float>(256), 4); }},
    {"scan_in_place", [] { scan<<<1, 256, 256 * sizeof(int)>>>(counted<int>(256)); }},
    {"atomic_then_read", [] { sum_and_use<<<1, 128>>>(counted<int>(128), zeros<int>(128)); }},
    {"atomic_before_clear", [] { count_bins<<<1, 128>>>(counted<int>(128), zeros<int>(64)); }},
    {"neighbour_in_global", [] { read_neighbour<<<1, 64>>>(zeros<int>(64), zeros<int>(64)); }},
    {"two_values", [] { last_value<<<1, 128>>>(zeros<int>(128)); }},
    {"count_without_atomic", [] { count_plainly<<<1, 128>>>(counted<int>(128), zeros<int>(16)); }},
    {"bytes_of_one_word", [] { copy_text<<<1, 256>>>(counted<char>(256), zeros<char>(256)); }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
