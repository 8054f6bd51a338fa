// Memory-access cases whose hardware counters are recorded in access_cases.h200.csv.
// One kernel per case, so that a profiler row can be matched by kernel name.
// Unless a name says otherwise a case is one block of one warp.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                   \
  do {                                                                                \
    cudaError_t status_ = (call);                                                     \
    if (status_ != cudaSuccess) {                                                     \
      std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(status_)); \
      std::exit(1);                                                                   \
    }                                                                                 \
  } while (0)

// ---- global memory: one load per lane, index as a function of the lane t ----------
//! [one load per lane]
#define GLOBAL_LOAD(name, type, index)                             \
  __global__ void name(type* out, const type* in) {                \
    int t = threadIdx.x;                                           \
    out[t] = in[index];                                            \
  }
//! [one load per lane]
//! [unit and offset loads]
GLOBAL_LOAD(global_f32_unit, float, t)
GLOBAL_LOAD(global_f32_offset1, float, t + 1)
GLOBAL_LOAD(global_f32_offset8, float, t + 8)
//! [unit and offset loads]
//! [strided loads]
GLOBAL_LOAD(global_f32_stride2, float, 2 * t)
GLOBAL_LOAD(global_f32_stride3, float, 3 * t)
GLOBAL_LOAD(global_f32_stride4, float, 4 * t)
GLOBAL_LOAD(global_f32_stride8, float, 8 * t)
GLOBAL_LOAD(global_f32_stride32, float, 32 * t)
//! [strided loads]
//! [permuted loads]
GLOBAL_LOAD(global_f32_reversed, float, 31 - t)
GLOBAL_LOAD(global_f32_xor5, float, t ^ 5)
GLOBAL_LOAD(global_f32_swap_pairs, float, t % 2 ? t - 1 : t + 1)
GLOBAL_LOAD(global_f32_broadcast, float, 0)
GLOBAL_LOAD(global_f32_half, float, t / 2)
//! [permuted loads]
//! [narrow loads]
GLOBAL_LOAD(global_u8_unit, unsigned char, t)
GLOBAL_LOAD(global_u16_unit, unsigned short, t)
//! [narrow loads]
GLOBAL_LOAD(global_f64_unit, double, t)
GLOBAL_LOAD(global_f64_offset1, double, t + 1)
//! [wide loads]
GLOBAL_LOAD(global_f32x2_unit, float2, t)
GLOBAL_LOAD(global_f32x4_unit, float4, t)
GLOBAL_LOAD(global_f32x4_stride2, float4, 2 * t)
//! [wide loads]
GLOBAL_LOAD(global_f32_tile16x2, float, (t / 16) * 64 + t % 16)
GLOBAL_LOAD(global_f32_tile8x4, float, (t / 8) * 1024 + t % 8)
GLOBAL_LOAD(global_f32_column, float, t * 1024)

__global__ void global_f32_store_stride4(float* out, const float* in) { out[4 * threadIdx.x] = in[threadIdx.x]; }
__global__ void global_f32_store_column(float* out, const float* in) { out[1024 * threadIdx.x] = in[threadIdx.x]; }

//! [arrays of structures]
struct Vec3 { float x, y, z; };
__global__ void global_aos12_all_fields(float* out, const Vec3* in) {
  Vec3 v = in[threadIdx.x];
  out[threadIdx.x] = v.x + v.y + v.z;
}
struct alignas(16) Particle { float x, y, z, w; };
__global__ void global_aos16_one_field(float* out, const Particle* in) { out[threadIdx.x] = in[threadIdx.x].x; }
//! [arrays of structures]
//! [partly active warps]
__global__ void global_first_20_lanes(float* out, const float* in) {
  if (threadIdx.x < 20) out[threadIdx.x] = in[threadIdx.x];
}
__global__ void global_odd_lanes(float* out, const float* in) {
  if (threadIdx.x & 1) out[threadIdx.x] = in[threadIdx.x];
}
//! [partly active warps]
// Each lane walks its own number of rows; lanes leave the loop one after another.
__global__ void global_lane_dependent_trip_count(float* out, const float* in) {
  float sum = 0;
  for (int row = 0; row <= (int)threadIdx.x / 4; ++row) sum += in[row * 32 + threadIdx.x];
  out[threadIdx.x] = sum;
}
//! [diverged halves]
__global__ void global_diverged_halves(float* out, const float* in) {
  int t = threadIdx.x;
  if (t < 16) out[t] = in[t] * 2; else out[t] = in[64 + 2 * t] + 1;
}
//! [diverged halves]

// ---- shared memory: load width x stride; the fill is one float per lane per step ---
//! [shared load]
template <class T, int Stride, int Divide>
__global__ void shared_load(T* out, int zero) {
  extern __shared__ char raw[];
  T* tile = reinterpret_cast<T*>(raw);
  int t = threadIdx.x;
  for (int i = t; i < int(32768 / sizeof(T)); i += 32) tile[i] = T();
  __syncthreads();
  T value = tile[(t / Divide) * Stride + zero];
  out[t] = value;
}
//! [shared load]
__global__ void shared_column_32x32(float* out) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  for (int row = 0; row < 32; ++row) tile[row][t] = row + t;
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int column = 0; column < 32; ++column) sum += tile[t][column];
  out[t] = sum;
}
//! [padded tile]
__global__ void shared_column_32x33(float* out) {
  __shared__ float tile[32][33];
  int t = threadIdx.x;
  for (int row = 0; row < 32; ++row) tile[row][t] = row + t;
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int column = 0; column < 32; ++column) sum += tile[t][column];
  out[t] = sum;
}
//! [padded tile]
//! [swizzled tile]
__global__ void shared_column_xor_swizzle(float* out) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  for (int row = 0; row < 32; ++row) tile[row][t ^ row] = row + t;
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int column = 0; column < 32; ++column) sum += tile[t][column ^ t];
  out[t] = sum;
}
//! [swizzled tile]
__global__ void shared_two_words_one_bank(float* out) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  tile[t] = t;
  tile[t + 32] = -t;
  __syncthreads();
  out[t] = tile[t == 0 ? 33 : t];
}
//! [interleaved reduction]
__global__ void shared_reduce_interleaved_256(float* out, const float* in) {
  __shared__ float data[256];
  unsigned t = threadIdx.x;
  data[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (unsigned s = 1; s < 256; s *= 2) {
    unsigned i = 2 * s * t;
    if (i < 256) data[i] += data[i + s];
    __syncthreads();
  }
  if (t == 0) out[0] = data[0];
}
//! [interleaved reduction]
//! [sequential reduction]
__global__ void shared_reduce_sequential_256(float* out, const float* in) {
  __shared__ float data[256];
  unsigned t = threadIdx.x;
  data[t] = in[t];
  __syncthreads();
#pragma unroll 1
  for (unsigned s = 128; s > 0; s /= 2) {
    if (t < s) data[t] += data[t + s];
    __syncthreads();
  }
  if (t == 0) out[0] = data[0];
}
//! [sequential reduction]
__global__ void shared_atomic_bins(int* out, int bins) {
  __shared__ int histogram[64];
  int t = threadIdx.x;
  histogram[t] = 0;
  histogram[t + 32] = 0;
  __syncthreads();
  atomicAdd(&histogram[t % bins], t + 1);
  __syncthreads();
  out[t] = histogram[t];
}

// ---- constant memory --------------------------------------------------------------
__constant__ float table[4096];
//! [constant loads]
template <int Unique, int Spacing>
__global__ void constant_unique(float* out) {
  int t = threadIdx.x;
  out[t] = table[(t % Unique) * Spacing];
}
//! [constant loads]
__constant__ Particle spheres[16];
__global__ void constant_uniform_struct(float* out, int count) {
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < count; ++i) sum += spheres[i].x * spheres[i].y + spheres[i].z * spheres[i].w;
  out[threadIdx.x] = sum;
}

// ---- surfaces -----------------------------------------------------------------------
template <int Width>
__global__ void surface_load_f32(cudaSurfaceObject_t surface, float* out) {
  int t = threadIdx.x;
  float value;
  surf2Dread(&value, surface, (t % Width) * 4, t / Width);
  out[t] = value;
}
template <int Width>
__global__ void surface_store_f32(cudaSurfaceObject_t surface) {
  int t = threadIdx.x;
  surf2Dwrite(float(t), surface, (t % Width) * 4, t / Width);
}
__global__ void surface_load_f32x4_row(cudaSurfaceObject_t surface, float4* out) {
  float4 value;
  surf2Dread(&value, surface, threadIdx.x * 16, 0);
  out[threadIdx.x] = value;
}

// ---- global atomics -----------------------------------------------------------------
__global__ void atomic_same_address(int* out) { atomicAdd(out, 1); }
__global__ void atomic_unit(int* out) { atomicAdd(out + threadIdx.x, 1); }
__global__ void atomic_one_per_sector(int* out) { atomicAdd(out + 8 * threadIdx.x, 1); }
__global__ void atomic_same_address_returning(int* out, int* old) { old[threadIdx.x] = atomicAdd(out, threadIdx.x); }

// ---- whole grids ----------------------------------------------------------------------
__global__ void grid_transpose_naive(float* out, const float* in, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}
template <int Pad>
__global__ void grid_transpose_tiled(float* out, const float* in, int n) {
  __shared__ float tile[32][32 + Pad];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j];
}
__global__ void grid_heat_step(float* out, const float* in, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  int i = y * n + x;
  if (x == 0 || y == 0 || x == n - 1 || y == n - 1) {
    out[i] = in[i];
    return;
  }
  out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}
//! [convolution]
__global__ void grid_convolve_constant(float* out, const float* in, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int rotate = threadIdx.x & mask;
  float sum = 0;
  for (int k = 0; k < 32; ++k) sum += table[(rotate + k) & 31] * in[i + k];
  out[i] = sum;
}
//! [convolution]

int main() {
  const int n = 1024;
  char *in, *out;
  CHECK(cudaMalloc(&in, 8 << 20));
  CHECK(cudaMalloc(&out, 8 << 20));
  CHECK(cudaMemset(in, 0, 8 << 20));
  CHECK(cudaMemset(out, 0, 8 << 20));
  float* f_out = reinterpret_cast<float*>(out);
  const float* f_in = reinterpret_cast<const float*>(in);
#define RUN(name, type) name<<<1, 32>>>(reinterpret_cast<type*>(out), reinterpret_cast<const type*>(in))
  RUN(global_f32_unit, float);
  RUN(global_f32_offset1, float);
  RUN(global_f32_offset8, float);
  RUN(global_f32_stride2, float);
  RUN(global_f32_stride3, float);
  RUN(global_f32_stride4, float);
  RUN(global_f32_stride8, float);
  RUN(global_f32_stride32, float);
  RUN(global_f32_reversed, float);
  RUN(global_f32_xor5, float);
  RUN(global_f32_swap_pairs, float);
  RUN(global_f32_broadcast, float);
  RUN(global_f32_half, float);
  RUN(global_u8_unit, unsigned char);
  RUN(global_u16_unit, unsigned short);
  RUN(global_f64_unit, double);
  RUN(global_f64_offset1, double);
  RUN(global_f32x2_unit, float2);
  RUN(global_f32x4_unit, float4);
  RUN(global_f32x4_stride2, float4);
  RUN(global_f32_tile16x2, float);
  RUN(global_f32_tile8x4, float);
  RUN(global_f32_column, float);
  RUN(global_f32_store_stride4, float);
  RUN(global_f32_store_column, float);
  global_aos12_all_fields<<<1, 32>>>(f_out, reinterpret_cast<const Vec3*>(in));
  global_aos16_one_field<<<1, 32>>>(f_out, reinterpret_cast<const Particle*>(in));
  RUN(global_first_20_lanes, float);
  RUN(global_odd_lanes, float);
  RUN(global_lane_dependent_trip_count, float);
  RUN(global_diverged_halves, float);

#define SHARED(type, stride, divide) shared_load<type, stride, divide><<<1, 32, 32768>>>(reinterpret_cast<type*>(out), 0)
  SHARED(float, 1, 1);
  SHARED(float, 2, 1);
  SHARED(float, 3, 1);
  SHARED(float, 4, 1);
  SHARED(float, 8, 1);
  SHARED(float, 16, 1);
  SHARED(float, 17, 1);
  SHARED(float, 32, 1);
  SHARED(float, 33, 1);
  SHARED(float, 0, 1);
  SHARED(float, 1, 4);
  SHARED(unsigned char, 1, 1);
  SHARED(unsigned char, 4, 1);
  SHARED(unsigned char, 128, 1);
  SHARED(double, 1, 1);
  SHARED(double, 2, 1);
  SHARED(double, 16, 1);
  SHARED(double, 17, 1);
  SHARED(double, 0, 1);
  SHARED(float4, 1, 1);
  SHARED(float4, 2, 1);
  SHARED(float4, 8, 1);
  SHARED(float4, 9, 1);
  SHARED(float4, 0, 1);
  shared_column_32x32<<<1, 32>>>(f_out);
  shared_column_32x33<<<1, 32>>>(f_out);
  shared_column_xor_swizzle<<<1, 32>>>(f_out);
  shared_two_words_one_bank<<<1, 32>>>(f_out);
  shared_reduce_interleaved_256<<<1, 256>>>(f_out, f_in);
  shared_reduce_sequential_256<<<1, 256>>>(f_out, f_in);
  for (int bins : {1, 4, 32}) shared_atomic_bins<<<1, 32>>>(reinterpret_cast<int*>(out), bins);

  constant_unique<1, 1><<<1, 32>>>(f_out);
  constant_unique<2, 1><<<1, 32>>>(f_out);
  constant_unique<4, 1><<<1, 32>>>(f_out);
  constant_unique<16, 1><<<1, 32>>>(f_out);
  constant_unique<32, 1><<<1, 32>>>(f_out);
  constant_unique<32, 64><<<1, 32>>>(f_out);
  constant_uniform_struct<<<1, 32>>>(f_out, 16);

  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  CHECK(cudaMallocArray(&array, &format, 128, 64, cudaArraySurfaceLoadStore));
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  CHECK(cudaCreateSurfaceObject(&surface, &resource));
  surface_load_f32<32><<<1, 32>>>(surface, f_out);
  surface_load_f32<16><<<1, 32>>>(surface, f_out);
  surface_load_f32<8><<<1, 32>>>(surface, f_out);
  surface_load_f32<4><<<1, 32>>>(surface, f_out);
  surface_load_f32<1><<<1, 32>>>(surface, f_out);
  surface_store_f32<32><<<1, 32>>>(surface);
  surface_store_f32<4><<<1, 32>>>(surface);
  surface_store_f32<1><<<1, 32>>>(surface);
  surface_load_f32x4_row<<<1, 32>>>(surface, reinterpret_cast<float4*>(out));

  int* i_out = reinterpret_cast<int*>(out);
  atomic_same_address<<<1, 32>>>(i_out);
  atomic_unit<<<1, 32>>>(i_out);
  atomic_one_per_sector<<<1, 32>>>(i_out);
  atomic_same_address_returning<<<1, 32>>>(i_out, reinterpret_cast<int*>(in));

  grid_transpose_naive<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(f_out, f_in, n);
  grid_transpose_tiled<0><<<dim3(n / 32, n / 32), dim3(32, 8)>>>(f_out, f_in, n);
  grid_transpose_tiled<1><<<dim3(n / 32, n / 32), dim3(32, 8)>>>(f_out, f_in, n);
  grid_heat_step<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(f_out, f_in, n);
  for (int mask : {0, 7, 31}) grid_convolve_constant<<<n * n / 256, 256>>>(f_out, f_in, n * n, mask);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  std::puts("all cases ran");
}
