// Right programs that use shared and global memory in uncommon ways. None of them may be reported.
//
// expect double_buffered_tiles: nothing
// expect uniform_loops_of_blocks: nothing
// expect floats_as_integers: nothing
// expect union_of_types: nothing
// expect three_arrays_in_dynamic: nothing
// expect part_cleared_part_read: nothing
// expect cleared_by_bytes: nothing
// expect volatile_flag: nothing
// expect lock_by_exchange: nothing
// expect ticket_order: nothing
// expect last_block_by_threads: nothing
// expect bits_by_atomics: nothing
// expect compare_and_swap_loop: nothing
// expect structure_of_vectors: nothing
// expect local_array: nothing
// expect halo_tile: nothing
// expect transpose_tile: nothing
// expect queue_by_counter: nothing
// expect read_before_write_own: nothing
// expect unequal_halves_named: nothing
// expect in_place_own_element: nothing
// expect shorts_side_by_side: nothing
// expect grid_stride_reduce: nothing
// expect disjoint_halves: nothing
// expect flag_array_reset: nothing
#include <cstdint>

#include "../faults.h"

__global__ void tiles(const float* in, float* out, int count) {
  __shared__ float s[2][128];
  const int t = threadIdx.x;
  s[0][t] = in[t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < count; ++k) {
    if (k + 1 < count) s[(k + 1) % 2][t] = in[(k + 1) * 128 + t];
    sum += s[k % 2][127 - t];
    __syncthreads();
  }
  out[t] = sum;
}
__global__ void uniform_loops(const int* in, int* out) {
  __shared__ int s[64];
  int sum = 0;
  for (unsigned k = 0; k <= blockIdx.x; ++k) {
    s[threadIdx.x] = in[threadIdx.x] + int(k);
    __syncthreads();
    sum += s[63 - threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
__global__ void as_integers(const float* in, unsigned* out) {
  __shared__ float s[64];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = reinterpret_cast<const unsigned*>(s)[63 - threadIdx.x] & 0x7fffffffu;
}
union Word {
  float real;
  unsigned bits;
  unsigned char bytes[4];
};
__global__ void unions(const float* in, unsigned* out) {
  __shared__ Word s[64];
  s[threadIdx.x].real = in[threadIdx.x];
  __syncthreads();
  const Word& other = s[threadIdx.x ^ 1];
  out[threadIdx.x] = other.bits + other.bytes[3];
}
__global__ void three_arrays(const int* in, double* out, int n) {
  extern __shared__ double memory[];
  double* sums = memory;
  float* floats = reinterpret_cast<float*>(sums + n);
  unsigned char* marks = reinterpret_cast<unsigned char*>(floats + n);
  const int t = threadIdx.x;
  sums[t] = in[t], floats[t] = float(in[t]) / 2, marks[t] = (unsigned char)(in[t] % 2);
  __syncthreads();
  out[t] = sums[n - 1 - t] + double(floats[t ^ 1]) + marks[(t + 1) % n];
}
__global__ void add_up(const int* in, int n, int* out) {
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += in[k];
  *out = sum;
}
__global__ void wait_for_flag(const int* in, volatile int* flag, volatile int* value, int* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      *value = in[3];
      __threadfence();
      *flag = 1;
    }
  } else if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    __threadfence();
    out[blockIdx.x] = *value;
  }
}
__global__ void lock_exchange(int* lock, int* total) {
  if (threadIdx.x == 0) {
    while (atomicExch(lock, 1) != 0) {
    }
    __threadfence();
    volatile int* t = total;
    *t = *t + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}
__global__ void tickets(int* next, int* log) {
  __shared__ int mine;
  if (threadIdx.x == 0) mine = atomicAdd(next, 1);
  __syncthreads();
  log[mine * blockDim.x + threadIdx.x] = blockIdx.x;
}
__device__ unsigned arrived;
__global__ void last_by_threads(const float* in, float* partial, float* out) {
  __shared__ bool last;
  const int t = threadIdx.x;
  partial[blockIdx.x * blockDim.x + t] = in[t] * blockIdx.x;
  __threadfence();
  __syncthreads();
  if (t == 0) last = atomicAdd(&arrived, 1) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  float sum = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b * blockDim.x + t];
  out[t] = sum;
  if (t == 0) arrived = 0;
}
__global__ void bits(const int* in, unsigned* words, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] % 3 == 0) atomicOr(&words[i / 32], 1u << (i % 32));
}
__global__ void swap_loop(const float* in, float* most) {
  const float mine = in[blockIdx.x * blockDim.x + threadIdx.x];
  int* const word = reinterpret_cast<int*>(most);
  int old = *word;
  while (__int_as_float(old) < mine) {
    const int seen = atomicCAS(word, old, __float_as_int(mine));
    if (seen == old) break;
    old = seen;
  }
}
struct Body {
  float4 place;
  float3 speed;
  int kind;
};
__global__ void bodies(Body* all, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Body b = all[i];
  b.place.x += b.speed.x, b.place.y += b.speed.y, b.place.z += b.speed.z;
  all[i] = b;
}
__global__ void local_sort(const int* in, int* out) {
  int v[8];
  for (int k = 0; k < 8; ++k) v[k] = in[threadIdx.x * 8 + k];
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 7; ++b)
      if (v[b] < v[b + 1]) { const int x = v[b]; v[b] = v[b + 1], v[b + 1] = x; }
  for (int k = 0; k < 8; ++k) out[threadIdx.x * 8 + v[k] % 8] = v[k];
}
__global__ void halo(const float* in, float* out, int n) {
  __shared__ float s[130];
  const int i = blockIdx.x * 128 + threadIdx.x, t = threadIdx.x + 1;
  if (i < n) s[t] = in[i];
  if (threadIdx.x == 0) s[0] = i > 0 ? in[i - 1] : 0.f;
  if (threadIdx.x == 127 || i == n - 1) s[t + 1] = i + 1 < n ? in[i + 1] : 0.f;
  __syncthreads();
  if (i < n) out[i] = s[t - 1] + s[t] + s[t + 1];
}
__global__ void transpose(const float* in, float* out, int w, int h) {
  __shared__ float s[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    if (x < w && y + k < h) s[threadIdx.y + k][threadIdx.x] = in[(y + k) * w + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8)
    if (x < h && y + k < w) out[(y + k) * h + x] = s[threadIdx.x][threadIdx.y + k];
}
__global__ void enqueue(const int* in, int* queue, int* size) {
  __shared__ int items[64], count, base;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  const int value = in[blockIdx.x * 64 + threadIdx.x];
  if (value % 4 == 1) items[atomicAdd(&count, 1)] = value;
  __syncthreads();
  if (threadIdx.x == 0) base = atomicAdd(size, count);
  __syncthreads();
  for (int k = threadIdx.x; k < count; k += 64) queue[base + k] = items[k];
}
__global__ void own_element(int* x) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = x[t];
  for (int k = 0; k < 4; ++k) s[t] = s[t] * 3 + 1;
  x[t] = s[t];
}
__global__ void named_halves(const int* in, int* out) {
  __shared__ int s[96];
  const int t = threadIdx.x;
  if (t < 32) {
    asm volatile("bar.sync 1, 96;" ::: "memory");
    out[t] = s[t + 32] + s[t + 64];
  } else {
    s[t] = in[t];
    asm volatile("bar.arrive 1, 96;" ::: "memory");
  }
}
__global__ void in_place(float* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] = x[i] * x[i];
}
__global__ void shorts(const int* in, short* out) {
  __shared__ short s[128];
  s[threadIdx.x] = short(in[threadIdx.x]);
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void stride_reduce(const float* in, int n, float* out) {
  __shared__ float s[128];
  float sum = 0;
  for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += gridDim.x * 128) sum += in[i];
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int k = 64; k > 0; k /= 2) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, s[0]);
}
// Blocks read the upper half and write the lower one of one allocation.
__global__ void lower_from_upper(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[n + i] + (i + 1 < n ? x[n + i + 1] : 0.f);
}
__global__ void flags(int* changed, int* level, int depth) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (level[i] == depth && i + 1 < int(gridDim.x * blockDim.x) && level[i + 1] < 0) {
    level[i + 1] = depth + 1;
    *changed = 1;
  }
}

const Case cases[] = {
    {"double_buffered_tiles", [] { tiles<<<1, 128>>>(counted<float>(5 * 128), unwritten<float>(128), 5); }},
    {"uniform_loops_of_blocks", [] { uniform_loops<<<6, 64>>>(counted<int>(64), unwritten<int>(384)); }},
    {"floats_as_integers", [] { as_integers<<<1, 64>>>(counted<float>(64), unwritten<unsigned>(64)); }},
    {"union_of_types", [] { unions<<<1, 64>>>(counted<float>(64), unwritten<unsigned>(64)); }},
    {"three_arrays_in_dynamic", [] { three_arrays<<<1, 64, 64 * 13>>>(counted<int>(64), unwritten<double>(64), 64); }},
    {"part_cleared_part_read",
     [] {
       int* in = unwritten<int>(100);
       cudaMemset(in, 0, 40 * sizeof(int));
       cudaMemset(in + 40, 1, 10 * sizeof(int));
       add_up<<<1, 1>>>(in, 50, unwritten<int>(1));
     }},
    {"cleared_by_bytes",
     [] {
       unsigned char* in = unwritten<unsigned char>(64);
       for (int k = 0; k < 64; ++k) cudaMemset(in + k, k, 1);
       add_up<<<1, 1>>>(reinterpret_cast<int*>(in), 16, unwritten<int>(1));
     }},
    {"volatile_flag", [] { wait_for_flag<<<4, 32>>>(counted<int>(8), zeros<int>(1), unwritten<int>(1), unwritten<int>(4)); }},
    {"lock_by_exchange", [] { lock_exchange<<<8, 32>>>(zeros<int>(1), zeros<int>(1)); }},
    {"ticket_order", [] { tickets<<<8, 32>>>(zeros<int>(1), unwritten<int>(8 * 32)); }},
    {"last_block_by_threads",
     [] {
       float *in = counted<float>(64), *partial = unwritten<float>(8 * 64), *out = unwritten<float>(64);
       last_by_threads<<<8, 64>>>(in, partial, out);
       last_by_threads<<<8, 64>>>(in, partial, out);
     }},
    {"bits_by_atomics", [] { bits<<<4, 64>>>(counted<int>(256), zeros<unsigned>(8), 250); }},
    {"compare_and_swap_loop", [] { swap_loop<<<4, 64>>>(counted<float>(256), zeros<float>(1)); }},
    {"structure_of_vectors",
     [] {
       Body* all = unwritten<Body>(100);
       const std::vector<Body> host(100);
       cudaMemcpy(all, host.data(), 100 * sizeof(Body), cudaMemcpyHostToDevice);
       bodies<<<2, 64>>>(all, 100);
     }},
    {"local_array", [] { local_sort<<<1, 32>>>(counted<int>(256), unwritten<int>(256)); }},
    {"halo_tile", [] { halo<<<3, 128>>>(counted<float>(300), unwritten<float>(300), 300); }},
    {"transpose_tile", [] { transpose<<<dim3(3, 2), dim3(32, 8)>>>(counted<float>(70 * 45), unwritten<float>(70 * 45), 70, 45); }},
    {"queue_by_counter", [] { enqueue<<<4, 64>>>(counted<int>(256), unwritten<int>(256), zeros<int>(1)); }},
    {"read_before_write_own", [] { own_element<<<1, 64>>>(counted<int>(64)); }},
    {"unequal_halves_named", [] { named_halves<<<1, 96>>>(counted<int>(96), unwritten<int>(32)); }},
    {"in_place_own_element", [] { in_place<<<4, 64>>>(counted<float>(1000), 1000); }},
    {"shorts_side_by_side", [] { shorts<<<1, 128>>>(counted<int>(128), unwritten<short>(128)); }},
    {"grid_stride_reduce", [] { stride_reduce<<<4, 128>>>(counted<float>(1000), 1000, zeros<float>(1)); }},
    {"disjoint_halves", [] { lower_from_upper<<<4, 64>>>(counted<float>(500), 250); }},
    {"flag_array_reset",
     [] {
       int *changed = zeros<int>(1), *level = unwritten<int>(256);
       cudaMemset(level, 0xff, 256 * sizeof(int));
       cudaMemset(level, 0, sizeof(int));
       for (int depth = 0; depth < 3; ++depth) {
         cudaMemset(changed, 0, sizeof(int));
         flags<<<4, 64>>>(changed, level, depth);
       }
     }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
