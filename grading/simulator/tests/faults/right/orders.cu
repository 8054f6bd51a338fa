// Right programs that look like faults: none of them may be reported.
//
// expect last_block_sums: nothing
// expect chain_of_flags: nothing
// expect spin_lock: nothing
// expect volatile_variable: nothing
// expect one_value_by_all: nothing
// expect found_flag: nothing
// expect warp_tail_guarded: nothing
// expect warp_tail_in_two_steps: nothing
// expect shuffles: nothing
// expect double_buffer: nothing
// expect aggregated_atomics: nothing
// expect check_then_atomic: nothing
// expect shared_bytes_as_words: nothing
// expect two_uses_of_shared_memory: nothing
// expect padded_structures: nothing
// expect padded_copy_in_shared: nothing
// expect pitched_rows: nothing
// expect barrier_in_uniform_branch: nothing
// expect named_barriers: nothing
// expect exit_without_barrier: nothing
// expect partial_tile: nothing
// expect two_arrays_in_one: nothing
// expect counter_reset_by_last_block: nothing
// expect written_then_read: nothing
// expect millions_of_intervals: nothing
#include "../faults.h"

__device__ unsigned finished;
__global__ void last_block(const int* in, int* partial, int* out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicAdd(&finished, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b];
    *out = sum;
    finished = 0;
  }
}
__global__ void last_block_all_fence(const int* in, int* partial, int* out) {
  __shared__ bool last;
  partial[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    int sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) sum += partial[b * blockDim.x + threadIdx.x];
    out[threadIdx.x] = sum;
  }
}
__global__ void chain(const int* in, int* out, volatile int* sums, volatile int* flags) {
  if (threadIdx.x != 0) return;
  int before = 0;
  if (blockIdx.x > 0) {
    while (flags[blockIdx.x - 1] == 0) {
    }
    __threadfence();
    before = sums[blockIdx.x - 1];
  }
  sums[blockIdx.x] = before + in[blockIdx.x];
  __threadfence();
  flags[blockIdx.x] = 1;
  out[blockIdx.x] = before;
}
__global__ void locked(int* mutex, int* value) {
  if (threadIdx.x % 32 != 0) return;
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  __threadfence();
  *value = *value + 1;
  __threadfence();
  atomicExch(mutex, 0);
}
__global__ void all_write_one(const int* in, int* any, int* out) {
  __shared__ int block_any;
  block_any = 0;
  __syncthreads();
  if (in[blockIdx.x * blockDim.x + threadIdx.x] % 5 == 0) block_any = 1, *any = 1;
  __syncthreads();
  out[threadIdx.x] = block_any;
}
__global__ void find(const int* in, int n, int wanted, int* found) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (*found || i >= n) return;
  if (in[i] >= wanted) *found = 1;
}
__global__ void guarded_tail(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    __syncwarp();
    for (int step = 16; step > 0; step /= 2) {
      if (t < step) s[t] += s[t + step];
      __syncwarp();
    }
  }
  if (t == 0) *out = s[0];
}
__global__ void two_step_tail(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t], s[t + 32] = 0;
  __syncwarp();
  for (int step = 16; step > 0; step /= 2) {
    int sum = s[t] + s[t + step];
    __syncwarp();
    s[t] = sum;
    __syncwarp();
  }
  if (t == 0) *out = s[0];
}
__global__ void shuffle_sum(const int* in, int* out) {
  __shared__ int sums[4];
  int value = in[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;
  __syncthreads();
  if (threadIdx.x < 4) {
    value = sums[threadIdx.x];
    value += __shfl_down_sync(0xfu, value, 2);
    value += __shfl_down_sync(0xfu, value, 1);
    if (threadIdx.x == 0) *out = value;
  }
}
__global__ void buffers(const int* in, int* out) {
  __shared__ int s[2][128];
  int t = threadIdx.x, from = 0;
  s[0][t] = in[t];
  __syncthreads();
  for (int step = 1; step < 128; step *= 2, from ^= 1) {
    s[from ^ 1][t] = s[from][t] + (t >= step ? s[from][t - step] : 0);
    __syncthreads();
  }
  out[t] = s[from][t];
}
__global__ void compact(const int* in, int* out, int* count) {
  int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  bool keep = value % 3 == 0;
  unsigned lanes = __ballot_sync(0xffffffffu, keep);
  int lane = threadIdx.x % 32, leader = __ffs(lanes) - 1, base = 0;
  if (lane == leader) base = atomicAdd(count, __popc(lanes));
  base = __shfl_sync(0xffffffffu, base, leader);
  if (keep) out[base + __popc(lanes & ((1u << lane) - 1))] = value;
}
__global__ void most(const int* in, int* best) {
  int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (value > *best) atomicMax(best, value);
}
__global__ void bytes_as_words(const unsigned char* in, unsigned* out) {
  __shared__ unsigned words[64];
  unsigned char* bytes = reinterpret_cast<unsigned char*>(words);
  bytes[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 64) out[threadIdx.x] = words[threadIdx.x];
}
__global__ void used_twice(const float* in, int* out) {
  extern __shared__ char memory[];
  float* floats = reinterpret_cast<float*>(memory);
  short* shorts = reinterpret_cast<short*>(memory);
  floats[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float value = floats[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  shorts[2 * threadIdx.x] = short(value), shorts[2 * threadIdx.x + 1] = 1;
  __syncthreads();
  out[threadIdx.x] = shorts[threadIdx.x] + shorts[threadIdx.x + blockDim.x];
}
struct Padded {
  char kind;
  double value;
  int count;
};
struct alignas(16) Wide {
  double value;
};
__global__ void fill(Padded* p, Wide* w) {
  int i = threadIdx.x;
  p[i].kind = 'a', p[i].value = i, p[i].count = 1;
  w[i].value = i;
}
__global__ void copy(const Padded* p, Padded* q, const Wide* w, Wide* v) {
  q[threadIdx.x] = p[threadIdx.x];
  v[threadIdx.x] = w[threadIdx.x];
}
__global__ void copy_in_shared(const Padded* in, Padded* out) {
  __shared__ Padded a[32], b[32];
  int t = threadIdx.x;
  a[t].kind = in[t].kind, a[t].value = in[t].value, a[t].count = in[t].count;
  __syncthreads();
  b[31 - t] = a[t];
  __syncthreads();
  out[t] = b[t];
}
__global__ void rows(const float* in, float* out, size_t pitch, int w) {
  const float* from = reinterpret_cast<const float*>(reinterpret_cast<const char*>(in) + blockIdx.x * pitch);
  float* to = reinterpret_cast<float*>(reinterpret_cast<char*>(out) + blockIdx.x * pitch);
  if (int(threadIdx.x) < w) to[threadIdx.x] = from[threadIdx.x];
}
__global__ void uniform(const int* in, int* out) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
  if (blockIdx.x % 2) {
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[63 - threadIdx.x];
  } else {
    s[threadIdx.x] += 1;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = s[threadIdx.x ^ 1];
  }
}
__global__ void halves(const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x, half = t / 64;
  s[t] = in[t];
  asm volatile("bar.sync %0, 64;" ::"r"(half + 1) : "memory");
  out[t] = s[half * 64 + 63 - t % 64];
}
__global__ void leave(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i];
}
__global__ void partial(const int* in, int* out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  if (t < n) s[t] = in[t];
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += s[i];
  if (t < n) out[t] = sum;
}
__global__ void carved(const int* in, float* out) {
  extern __shared__ int words[];
  int* a = words;
  float* b = reinterpret_cast<float*>(words + 64);
  a[threadIdx.x] = in[threadIdx.x];
  b[threadIdx.x] = float(in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = float(a[63 - threadIdx.x]) + b[threadIdx.x ^ 1];
}

__global__ void write_and_read(int* scratch, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  scratch[i] = i;
  out[i] = scratch[i] + 1;
}

// More barriers and blocks than the race finder's clock counts.
__global__ void many_blocks(const int* in, int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  int other = s[31 - threadIdx.x];
  __syncthreads();
  s[threadIdx.x] = other;
  __syncthreads();
  if (blockIdx.x % 65536 == 0) out[blockIdx.x / 65536 * 32 + threadIdx.x] = s[threadIdx.x ^ 1];
}
__device__ int door = 0;
__device__ volatile int entered = 0;
__global__ void enter_one_by_one() {
  if (threadIdx.x != 0) return;
  while (atomicCAS(&door, 0, 1) != 0) {
  }
  __threadfence();
  entered = entered + 1;
  __threadfence();
  atomicExch(&door, 0);
}

const Case cases[] = {
    {"last_block_sums",
     [] {
       last_block<<<16, 32>>>(counted<int>(16), unwritten<int>(16), zeros<int>(1));
       last_block_all_fence<<<16, 64>>>(counted<int>(64), unwritten<int>(16 * 64), zeros<int>(64));
     }},
    {"chain_of_flags", [] { chain<<<20, 32>>>(counted<int>(20), zeros<int>(20), unwritten<int>(20), zeros<int>(20)); }},
    {"spin_lock", [] { locked<<<8, 64>>>(zeros<int>(1), zeros<int>(1)); }},
    {"volatile_variable",
     [] {
       enter_one_by_one<<<20, 32>>>();
       int count = 0;
       cudaMemcpyFromSymbol(&count, entered, sizeof count);
       if (count != 20) std::printf("status -2\n");
     }},
    {"one_value_by_all", [] { all_write_one<<<4, 128>>>(counted<int>(512), zeros<int>(1), zeros<int>(128)); }},
    {"found_flag", [] { find<<<8, 64>>>(counted<int>(512), 512, 100, zeros<int>(1)); }},
    {"warp_tail_guarded", [] { guarded_tail<<<1, 64>>>(counted<int>(64), zeros<int>(1)); }},
    {"warp_tail_in_two_steps", [] { two_step_tail<<<1, 32>>>(counted<int>(32), zeros<int>(1)); }},
    {"shuffles", [] { shuffle_sum<<<1, 128>>>(counted<int>(128), zeros<int>(1)); }},
    {"double_buffer", [] { buffers<<<1, 128>>>(counted<int>(128), zeros<int>(128)); }},
    {"aggregated_atomics", [] { compact<<<8, 64>>>(counted<int>(512), unwritten<int>(512), zeros<int>(1)); }},
    {"check_then_atomic", [] { most<<<8, 64>>>(counted<int>(512), zeros<int>(1)); }},
    {"shared_bytes_as_words", [] { bytes_as_words<<<1, 256>>>(counted<unsigned char>(256), zeros<unsigned>(64)); }},
    {"two_uses_of_shared_memory", [] { used_twice<<<1, 64, 256>>>(counted<float>(64), zeros<int>(64)); }},
    {"padded_structures",
     [] {
       Padded *p = unwritten<Padded>(32), *q = unwritten<Padded>(32);
       Wide *w = unwritten<Wide>(32), *v = unwritten<Wide>(32);
       fill<<<1, 32>>>(p, w);
       copy<<<1, 32>>>(p, q, w, v);
     }},
    {"padded_copy_in_shared",
     [] {
       Padded* p = unwritten<Padded>(32);
       fill<<<1, 32>>>(p, unwritten<Wide>(32));
       copy_in_shared<<<1, 32>>>(p, unwritten<Padded>(32));
     }},
    {"pitched_rows",
     [] {
       float *in, *out;
       size_t pitch;
       const std::vector<float> host(40 * 5, 1.0f);
       std::vector<float> back(40 * 5);
       cudaMallocPitch(&in, &pitch, 40 * 4, 5);
       cudaMallocPitch(&out, &pitch, 40 * 4, 5);
       cudaMemcpy2D(in, pitch, host.data(), 160, 160, 5, cudaMemcpyHostToDevice);
       rows<<<5, 64>>>(in, out, pitch, 40);
       cudaMemcpy2D(back.data(), 160, out, pitch, 160, 5, cudaMemcpyDeviceToHost);
     }},
    {"barrier_in_uniform_branch", [] { uniform<<<4, 64>>>(counted<int>(64), zeros<int>(256)); }},
    {"named_barriers", [] { halves<<<1, 128>>>(counted<int>(128), zeros<int>(128)); }},
    {"exit_without_barrier", [] { leave<<<2, 64>>>(counted<int>(100), zeros<int>(100), 100); }},
    {"partial_tile", [] { partial<<<1, 128>>>(counted<int>(100), zeros<int>(100), 100); }},
    {"two_arrays_in_one", [] { carved<<<1, 64, 512>>>(counted<int>(64), zeros<float>(64)); }},
    {"written_then_read", [] { write_and_read<<<64, 64>>>(unwritten<int>(4096), unwritten<int>(4096)); }},
    {"millions_of_intervals", [] { many_blocks<<<800000, 32>>>(counted<int>(32), zeros<int>(13 * 32)); }},
    {"counter_reset_by_last_block",
     [] {
       int *in = counted<int>(16), *partial = unwritten<int>(16), *out = zeros<int>(1);
       for (int k = 0; k < 3; ++k) last_block<<<16, 32>>>(in, partial, out);
     }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
