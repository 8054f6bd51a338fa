// Reads of memory that nobody has written.
//
// expect shared_never_written: uninitialised-read at [shared read]: "reads element 32 of the shared array `s`", "no thread of the block has written", "shared memory starts with whatever was there"
// expect shared_tail: uninitialised-read at [tail read]: "reads element 100 of the shared array `s`", "no thread of the block has written"
// expect dynamic_shared: uninitialised-read at [dynamic read]: "of the shared array `words`", "no thread of the block has written"
// expect shared_counter: uninitialised-read at [shared count]: "updates the shared variable `count`", "set it first"
// expect assumed_zero: uninitialised-read at [sum up]: "updates element 0 of allocation #", "nobody has written", "memory from cudaMalloc is not zero", "cudaMemset it first"
// expect accumulate: uninitialised-read at [accumulate]: "reads element 0 of allocation #", "nobody has written"
// expect copied_too_little: uninitialised-read at [past the copy]: "reads element 25 of allocation #", "(400 bytes)", "copy something into it first"
// expect second_stage: uninitialised-read at [partial sums]: "reads element 16 of allocation #", "nobody has written"
// expect array_never_written: uninitialised-read at [surface read]: "nobody has written", "cudaMallocArray"
// expect leftover_index: uninitialised-read at [index used]: "reads element", "of the shared array `s`", "no thread of the block has written"
// also leftover_index: out-of-bounds at [index used]: "reads 4 bytes"
// status leftover_index: 700
#include "faults.h"

// What no instruction writes the compiler drops; here the loop that writes has no turns.
__global__ void never(const int* in, int* out, int n) {
  __shared__ int s[64];
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = in[i];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];  // [shared read]
}
__global__ void sum_all_256(const int* in, int* out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  if (t < n) s[t] = in[t];
  __syncthreads();
  if (t == 0) {
    int sum = 0;
    for (int i = 0; i < 256; ++i) sum += s[i];  // [tail read]
    *out = sum;
  }
}
__global__ void dynamic(const int* in, int* out) {
  extern __shared__ int words[];
  words[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = words[threadIdx.x + 64];  // [dynamic read]
}
__global__ void count_odd(const int* in, int* out) {
  __shared__ int count;
  if (in[threadIdx.x] % 2) atomicAdd(&count, 1);  // [shared count]
  __syncthreads();
  *out = count;
}
__global__ void add_up(const float* in, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, in[i]);  // [sum up]
}
__global__ void accumulate(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] += in[i];  // [accumulate]
}
__global__ void doubled(const float* in, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];  // [past the copy]
}
__global__ void partial_sums(const int* in, int* out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];  // [partial sums]
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (t < k) s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void from_surface(cudaSurfaceObject_t surface, float* out) {
  out[threadIdx.x] = surf2Dread<float>(surface, threadIdx.x * 4, 0);  // [surface read]
}
__global__ void best(const int* v, int* index, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  if (t < n) s[t] = index[t];
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (t < k && v[s[t + k]] > v[s[t]]) s[t] = s[t + k];  // [index used]
    __syncthreads();
  }
  if (t == 0) *index = s[0];
}

const Case cases[] = {
    {"shared_never_written", [] { never<<<1, 64>>>(counted<int>(64), zeros<int>(64), 0); }},
    {"shared_tail", [] { sum_all_256<<<1, 256>>>(counted<int>(100), zeros<int>(1), 100); }},
    {"dynamic_shared", [] { dynamic<<<1, 64, 512>>>(counted<int>(64), zeros<int>(64)); }},
    {"shared_counter", [] { count_odd<<<1, 64>>>(counted<int>(64), zeros<int>(1)); }},
    {"assumed_zero", [] { add_up<<<4, 256>>>(counted<float>(1000), unwritten<float>(1), 1000); }},
    {"accumulate", [] { accumulate<<<64, 64>>>(counted<float>(4096), unwritten<float>(4096)); }},
    {"copied_too_little",
     [] {
       const std::vector<float> host(100, 1.0f);
       float* in = unwritten<float>(100);
       cudaMemcpy(in, host.data(), 100, cudaMemcpyHostToDevice);  // 100 bytes, not 100 floats
       doubled<<<1, 128>>>(in, zeros<float>(100), 100);
     }},
    {"second_stage",
     [] {
       int* sums = unwritten<int>(256);
       partial_sums<<<16, 256>>>(counted<int>(16 * 256), sums);
       partial_sums<<<1, 256>>>(sums, zeros<int>(1));
     }},
    {"array_never_written",
     [] {
       cudaArray_t array;
       const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
       cudaMallocArray(&array, &format, 64, 1, cudaArraySurfaceLoadStore);
       cudaResourceDesc resource{};
       resource.resType = cudaResourceTypeArray;
       resource.res.array.array = array;
       cudaSurfaceObject_t surface;
       cudaCreateSurfaceObject(&surface, &resource);
       from_surface<<<1, 64>>>(surface, zeros<float>(64));
     }},
    {"leftover_index", [] { best<<<1, 256>>>(counted<int>(100), zeros<int>(100), 100); }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
