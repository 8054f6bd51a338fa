// Every family of device functions once.
#include <cassert>
#include <cstdio>

__device__ unsigned long long total;
__constant__ int table[4] = {1, 2, 3, 4};

__global__ void warp_functions(int* out, float* f, double* d, unsigned long long* u) {
  const unsigned all = 0xffffffffu;
  int x = out[threadIdx.x];
  x += __shfl_sync(all, x, 3) + __shfl_up_sync(all, x, 1u) + __shfl_down_sync(all, x, 2) + __shfl_xor_sync(all, x, 4, 8);
  f[0] = __shfl_sync(all, f[1], 0), d[0] = __shfl_down_sync(all, d[1], 1), u[0] = __shfl_xor_sync(all, u[1], 1);
  x += __any_sync(all, x) + __all_sync(all, x) + int(__ballot_sync(all, x > 3)) + int(__activemask());
  int equal = 0;
  x += int(__match_any_sync(all, x)) + int(__match_all_sync(all, u[2], &equal)) + equal;
  x += __reduce_add_sync(all, x) + int(__reduce_max_sync(all, unsigned(x)));
  __syncwarp();
  x += __syncthreads_count(x) + __syncthreads_and(x) + __syncthreads_or(x);
  __threadfence(), __threadfence_block(), __threadfence_system();
  out[threadIdx.x] = x;
}
__global__ void integers(int* o, unsigned* u, long long* l) {
  o[0] = __popc(u[0]) + __clz(o[0]) + __ffs(o[0]) + __brev(u[0]) + __mul24(o[0], o[1]) + __mulhi(o[0], o[1]) + __byte_perm(u[0], u[1], 0x5410);
  l[0] = __popcll(l[0]) + __clzll(l[0]) + __ffsll(l[0]) + __brevll(l[0]) + __mul64hi(l[0], l[1]);
  o[1] = min(o[0], o[1]) + max(o[0], o[1]) + abs(o[0]) + __sad(o[0], o[1], 3u) + __hadd(o[0], o[1]) + __dp4a(o[0], o[1], 2);
  u[1] = min(u[0], 3u) + umax(u[0], u[1]) + __funnelshift_l(u[0], u[1], 3) + __umul24(u[0], u[1]) + table[u[0] & 3];
  l[1] = min(l[0], 5ll) + max(3ll, l[0]) + llabs(l[1]) + clock64() + clock();
}
__global__ void floats(float* f, double* d, int* o) {
  f[0] = sinf(f[0]) + cosf(f[1]) + tanf(f[2]) + expf(f[3]) + logf(f[4]) + powf(f[5], f[6]) + sqrtf(f[7]) + rsqrtf(f[8]) + fmodf(f[9], 2.f);
  f[1] = __sinf(f[0]) + __cosf(f[1]) + __expf(f[2]) + __logf(f[3]) + __powf(f[4], f[5]) + __fdividef(f[6], f[7]) + __saturatef(f[8]);
  f[2] = floorf(f[0]) + ceilf(f[1]) + roundf(f[2]) + truncf(f[3]) + rintf(f[4]) + fminf(f[5], f[6]) + fmaxf(f[7], f[8]) + copysignf(f[9], -1.f);
  f[3] = __fadd_rn(f[0], f[1]) + __fmul_rz(f[2], f[3]) + __fmaf_rn(f[4], f[5], f[6]) + fmaf(f[1], f[2], f[3]) + hypotf(f[7], f[8]) + cbrtf(f[9]);
  f[4] = fabsf(f[0]) + max(f[1], f[2]) + min(f[3], 2.f) + abs(f[4]) + sinpif(f[5]) + erff(f[6]) + tgammaf(f[7]) + atan2f(f[8], f[9]);
  float s, c, whole;
  sincosf(f[5], &s, &c);
  int exponent;
  f[5] = s + c + modff(f[6], &whole) + whole + frexpf(f[7], &exponent) + exponent + ldexpf(f[8], 3);
  d[0] = sin(d[0]) + exp(d[1]) + pow(d[2], 2.5) + sqrt(d[3]) + fmod(d[4], 3.0) + rsqrt(d[5]) + floor(d[6]) + round(d[7]) + fma(d[1], d[2], d[3]);
  o[0] = __float_as_int(f[0]) + __float2int_rn(f[1]) + __double2int_rz(d[0]) + int(lrintf(f[2])) + isnan(f[3]) + isinf(d[1]) + std::isfinite(f[4]);
  f[6] = __int_as_float(o[1]) + __int2float_rn(o[2]) + __double2float_rn(d[2]) + float(__double_as_longlong(d[3]));
}
__global__ void atomics(int* i, unsigned* u, unsigned long long* l, float* f, double* d) {
  __shared__ int bins[8];
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x & 7], 1), atomicMax(&bins[0], 3);
  i[0] = atomicAdd(i, 1) + atomicSub(i, 2) + atomicMin(i, 3) + atomicMax(i, 4) + atomicExch(i, 5) + atomicCAS(i, 5, 6) + atomicAnd(i, 7) + atomicOr(i, 8) + atomicXor(i, 9);
  u[0] = atomicAdd(u, 1u) + atomicInc(u, 5u) + atomicDec(u, 5u) + atomicMin(u, 2u) + atomicExch(u, 1u) + atomicCAS(u, 1u, 2u);
  l[0] = atomicAdd(l, 1ull) + atomicMax(l, 2ull) + atomicExch(l, 3ull) + atomicCAS(l, 3ull, 4ull) + atomicAdd(&total, 1ull);
  f[0] = atomicAdd(f, 1.f) + atomicExch(f, 2.f), d[0] = atomicAdd(d, 1.0);
  atomicAdd_block(i, 1), atomicAdd_system(f, 1.f);
}
__global__ void reads(float4* out, const float4* __restrict__ in, const int* k, const double2* d, uchar4* bytes) {
  float4 v = __ldg(in + threadIdx.x);
  v.x += __ldg(k) + float(__ldg(d).x) + __ldg(bytes).y + __ldcg(k + 1);
  out[threadIdx.x] = v;
  __stcs(out + 1, v);
}
__global__ void library(int n) {
  if (threadIdx.x == 0) printf("%d of %d: %f %s\n", n, gridDim.x, 1.5, "text");
  assert(n > 0);
  int* p = static_cast<int*>(malloc(16));
  int* q = new int[4];
  free(p);
  delete[] q;
  if (n > 100) __trap();
}
