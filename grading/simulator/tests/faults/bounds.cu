// Indices that leave what was allocated or declared.
//
// expect past_shared_array: out-of-bounds at [into neighbour]: "writes element 64 of the shared array `a`, which has 64 elements of 4 bytes", "another variable is overwritten", "the hardware says nothing"
// expect before_dynamic_array: out-of-bounds at [before dynamic]: "reads element -1 of the shared array `words`"
// expect past_shared_memory: out-of-bounds at [past shared]: "shared memory, which has 256 bytes", "index 64 where 64 elements fit"
// status past_shared_memory: 700
// expect before_the_array: out-of-bounds at [left edge]: "reads 4 bytes 4 bytes before the start of allocation #", "index -1 where 100 elements"
// status before_the_array: 700
// expect no_guard: out-of-bounds at [no guard]: "reads 4 bytes right past the end of allocation #", "(80 bytes)", "index 20 where 20 elements"
// status no_guard: 700
// expect wrong_row_length: out-of-bounds at [wrong stride]: "past the end of allocation #", "elements of 4 bytes fit"
// status wrong_row_length: 700
// expect stride_overflows: out-of-bounds at [stride]: "before the start of allocation #", "index -", "as when an int grew past 2147483647"
// status stride_overflows: 700
// expect bytes_for_elements: out-of-bounds at [doubles]: "reads 8 bytes that begin inside allocation #", "(100 bytes) and end past it", "12 elements of 8 bytes fit"
// status bytes_for_elements: 700
// expect misaligned_float4: misaligned at [float4]: "an access of 16 bytes needs an address that is a multiple of 16"
// status misaligned_float4: 716
// expect used_after_free: out-of-bounds at [after free]: "reads 4 bytes of allocation #", "which was freed already"
// status used_after_free: 700
// expect device_variable_on_host: out-of-bounds at [host array]: "the host's shadow of the __device__ variable `field`", "use the variable by its name in the kernel"
// status device_variable_on_host: 700
// expect address_of_pointer: out-of-bounds at [host array]: "the host keeps a device pointer there", "(&pointer) where the pointer itself was meant"
// status address_of_pointer: 700
// expect never_a_pointer: out-of-bounds at [host array]: "which is not device memory: no host pointer either", "never was a pointer"
// status never_a_pointer: 700
// expect host_pointer: out-of-bounds at [host array]: "which is not device memory: a host pointer", "copy the data there first"
// status host_pointer: 700
// expect constant_on_host: out-of-bounds at [host array]: "which is not device memory: the host's shadow of the __constant__ variable `table`", "cudaGetSymbolAddress"
// status constant_on_host: 700
// expect null_pointer: out-of-bounds at [host array]: "through a null pointer"
// status null_pointer: 700
#include "faults.h"

__global__ void neighbour(const int* in, int* out) {
  __shared__ int a[64], b[64];
  int t = threadIdx.x;
  b[t] = in[t];
  __syncthreads();
  a[t + 1] = in[t];  // [into neighbour]
  __syncthreads();
  out[t] = a[t | 1] + b[t];
}
__global__ void before_dynamic(const int* in, int* out) {
  __shared__ int table[16];
  extern __shared__ int words[];
  int t = threadIdx.x;
  if (t < 16) table[t] = in[t];
  words[t] = in[t];
  __syncthreads();
  out[t] = words[t - 1] + table[t % 16];  // [before dynamic]
}
__global__ void past_shared(const int* in, int* out) {
  __shared__ int s[64];
  s[threadIdx.x + 1] = in[threadIdx.x];  // [past shared]
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
__global__ void heat(const float* a, float* b, float c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float left = i == 1 ? 0.f : a[i - 1], right = i == n - 1 ? 1.f : a[i + 1];  // [left edge]
  b[i] = a[i] + c * (left + right - 2 * a[i]);
}
__global__ void add_ten(float* out, const float* a) {
  int i = threadIdx.x;
  out[i] = a[i] + 10.f;  // [no guard]
}
__global__ void multiply(const float* a, const float* b, float* c, int m, int k, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (int i = 0; i < k; ++i) sum += a[row * k + i] * b[i * k + column];  // [wrong stride]
  c[row * n + column] = sum;
}
__global__ void increment(float* x, int first, int n) {
  for (int i = first + blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) x[i] += 1.f;  // [stride]
}
__global__ void halve(const double* in, double* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = in[i] / 2;  // [doubles]
}
__global__ void copy_rows(const float* in, float* out, int w) {
  auto from = reinterpret_cast<const float4*>(in + size_t(blockIdx.x) * w);
  auto to = reinterpret_cast<float4*>(out + size_t(blockIdx.x) * w);
  for (int k = threadIdx.x; k < w / 4; k += blockDim.x) to[k] = from[k];  // [float4]
}
__global__ void after_free(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // [after free]
}
__global__ void copy(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];  // [host array]
}
__constant__ float table[8];
__device__ float field[8];

const Case cases[] = {
    {"past_shared_array", [] { neighbour<<<1, 64>>>(counted<int>(64), zeros<int>(64)); }},
    {"before_dynamic_array", [] { before_dynamic<<<1, 64, 256>>>(counted<int>(64), zeros<int>(64)); }},
    {"past_shared_memory", [] { past_shared<<<1, 64>>>(counted<int>(64), zeros<int>(64)); }},
    {"before_the_array", [] { heat<<<1, 128>>>(counted<float>(100), zeros<float>(100), 0.1f, 100); }},
    {"no_guard", [] { add_ten<<<1, 32>>>(zeros<float>(32), counted<float>(20)); }},
    {"wrong_row_length",
     [] { multiply<<<dim3(1, 2), dim3(16, 16)>>>(counted<float>(20 * 40), counted<float>(40 * 10), zeros<float>(20 * 10), 20, 40, 10); }},
    {"stride_overflows",
     [] {
       const int n = 2147483647;
       float* x = nullptr;
       cudaMalloc(&x, size_t(n) * 4);
       cudaMemset(x + n - 4096, 0, 4096 * 4);
       increment<<<8, 256>>>(x, n - 4096, n);
     }},
    {"bytes_for_elements",
     [] {
       double* in = nullptr;
       const std::vector<double> host(100, 1.0);
       cudaMalloc(&in, 100);
       cudaMemcpy(in, host.data(), 100, cudaMemcpyHostToDevice);
       halve<<<1, 128>>>(in, zeros<double>(100), 100);
     }},
    {"misaligned_float4", [] { copy_rows<<<4, 32>>>(counted<float>(4 * 129), zeros<float>(4 * 129), 129); }},
    {"used_after_free",
     [] {
       int* in = counted<int>(64);
       cudaFree(in);
       after_free<<<1, 64>>>(in, zeros<int>(64));
     }},
    {"host_pointer",
     [] {
       static float host[32];
       copy<<<1, 32>>>(host, zeros<float>(32));
     }},
    {"constant_on_host", [] { copy<<<1, 8>>>(table, zeros<float>(8)); }},
    {"device_variable_on_host", [] { copy<<<1, 8>>>(field, zeros<float>(8)); }},
    {"address_of_pointer",
     [] {
       float* in = counted<float>(8);
       copy<<<1, 8>>>(reinterpret_cast<const float*>(&in), zeros<float>(8));
     }},
    {"never_a_pointer", [] { copy<<<1, 8>>>(reinterpret_cast<const float*>(0x123456789a0), zeros<float>(8)); }},
    {"null_pointer", [] { copy<<<1, 8>>>(nullptr, zeros<float>(8)); }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
