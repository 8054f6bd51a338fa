// Indices that leave what was allocated or declared.
//
// expect past_shared_array: out-of-bounds at [into neighbour]: "writes element 64 of the shared array `a`, which has 64 elements of 4 bytes", "another variable is overwritten", "the hardware says nothing"
// expect before_dynamic_array: out-of-bounds at [before dynamic]: "reads element -1 of the shared array `words`"
// expect past_shared_memory: out-of-bounds at [past shared]: "writes element 64 of the shared array `s`, which has 64 elements of 4 bytes", "outside the block's shared memory, which has 256 bytes"
// status past_shared_memory: 700
// expect before_the_array: out-of-bounds at [left edge]: "reads 4 bytes, 4 bytes before the start of allocation #", "index -1 where 100 elements"
// status before_the_array: 700
// expect no_guard: out-of-bounds at [no guard]: "reads 4 bytes right past the end of allocation #", "(80 bytes)", "index 20 where 20 elements"
// status no_guard: 700
// expect wrong_row_length: out-of-bounds at [wrong stride]: "past the end of allocation #", "elements of 4 bytes fit"
// status wrong_row_length: 700
// expect stride_overflows: out-of-bounds at [stride]: "before the start of allocation #", "index -", "as when an int grew past 2147483647"
// status stride_overflows: 700
// expect product_overflows: out-of-bounds at [row times length]: "before the start of allocation #", "as when an int grew past 2147483647", "use size_t for the index"
// status product_overflows: 700
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
// expect past_constant_array: out-of-bounds at [past constant]: "reads 4 bytes right past the end of the variable `table` (32 bytes): index 8 where 8 elements"
// status past_constant_array: 700
// expect past_device_variable: out-of-bounds at [past variable]: "writes 4 bytes right past the end of the variable `field` (32 bytes): index 8 where 8 elements"
// status past_device_variable: 700
// expect past_local_array: out-of-bounds at [past local]: "reads 4 bytes outside the thread's own local memory", "past the end of an array that the kernel declares"
// status past_local_array: 700
// expect unsigned_below_zero: out-of-bounds at [left neighbour]: "reads 4 bytes at index 4294967295 of allocation #", "(400 bytes, 100 elements)", "-1 in an unsigned number", "test the index before subtracting"
// status unsigned_below_zero: 700
// expect grid_sized_by_bytes: out-of-bounds at [block too many]: "right past the end of allocation #", "index 1024 where 1024 elements"
// status grid_sized_by_bytes: 700
// expect misaligned_in_shared: misaligned at [float4 of shared]: "reads 16 bytes at an address that is 4 bytes past a multiple of 16"
// status misaligned_in_shared: 716
// expect atomic_past_the_end: out-of-bounds at [bin too many]: "updates 4 bytes right past the end of allocation #", "index 16 where 16 elements"
// status atomic_past_the_end: 700
// expect guard_with_or: out-of-bounds at [or for and]: "right past the end of allocation #", "index 400 where 400 elements"
// status guard_with_or: 700
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
__global__ void mark_rows(char* x, int length) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  x[row * length] = 1;  // [row times length]
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
__global__ void past_constant(float* out) {
  out[threadIdx.x] = table[threadIdx.x];  // [past constant]
}
__global__ void past_variable(float* out) {
  field[threadIdx.x] = 1.f;  // [past variable]
  out[threadIdx.x] = field[threadIdx.x];
}
__global__ void past_local(const int* in, int* out) {
  int digits[16];
  for (int k = 0; k < 16; ++k) digits[k] = in[k];
  for (int k = 0; k < in[0]; ++k) digits[in[k + 20]] += k;  // [past local]
  for (int k = 0; k < 16; ++k) out[k] = digits[k];
}
__global__ void grid_of_bytes(float* x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;  // [block too many]
}
__global__ void misaligned_shared(const float* in, float* out, int shift) {
  __shared__ __align__(16) float s[132];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) {
    const float4 v = *reinterpret_cast<const float4*>(s + 4 * threadIdx.x + shift);  // [float4 of shared]
    out[threadIdx.x] = v.x + v.y + v.z + v.w;
  }
}
__global__ void count_values(const int* in, int* bins) {
  atomicAdd(&bins[in[threadIdx.x]], 1);  // [bin too many]
}
__global__ void tile_edge(const float* in, float* out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w || y < h) out[y * w + x] = in[y * w + x];  // [or for and]
}
__global__ void differences(const int* in, int* out, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] - in[i - 1];  // [left neighbour]
}

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
    {"product_overflows",  // 71428 rows of 70000 bytes: from row 30679 on the product needs more than 31 bits
     [] {
       char* x = nullptr;
       cudaMalloc(&x, size_t(71428) * 70000);
       mark_rows<<<256, 256>>>(x, 70000);
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
    {"past_constant_array", [] { past_constant<<<1, 32>>>(zeros<float>(32)); }},
    {"past_device_variable", [] { past_variable<<<1, 32>>>(zeros<float>(32)); }},
    {"past_local_array", [] { past_local<<<1, 1>>>(counted<int>(64), zeros<int>(16)); }},
    {"grid_sized_by_bytes", [] { grid_of_bytes<<<(1024 * 4 + 255) / 256, 256>>>(counted<float>(1024)); }},
    {"misaligned_in_shared", [] { misaligned_shared<<<1, 128>>>(counted<float>(128), zeros<float>(32), 1); }},
    {"atomic_past_the_end", [] { count_values<<<1, 32>>>(counted<int>(32), zeros<int>(16)); }},
    {"guard_with_or", [] { tile_edge<<<dim3(2, 2), dim3(16, 16)>>>(counted<float>(20 * 20), zeros<float>(20 * 20), 20, 20); }},
    {"unsigned_below_zero",  // the output, allocated later, lies nearer to the address
     [] {
       const int* in = counted<int>(100);
       differences<<<1, 128>>>(in, zeros<int>(100), 100);
     }},
    {"null_pointer", [] { copy<<<1, 8>>>(nullptr, zeros<float>(8)); }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
