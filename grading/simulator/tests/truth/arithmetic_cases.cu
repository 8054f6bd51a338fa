// What arithmetic gives for values at the edges: NaNs with payloads, infinities, subnormal numbers, signs of zero, halves
// between two numbers, numbers too large for the type they are converted to. Prints operation,a,b,c,result as bits in
// hexadecimal. arithmetic_cases.h200.csv holds the rows of a real H200.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

using Bits = unsigned long long;

template <class To, class From>
__host__ __device__ To as(From from) {
  To to{};
  memcpy(&to, &from, sizeof to < sizeof from ? sizeof to : sizeof from);
  return to;
}
__host__ __device__ float f(Bits bits) { return as<float>(static_cast<unsigned>(bits)); }
__host__ __device__ double d(Bits bits) { return as<double>(bits); }
__host__ __device__ int i(Bits bits) { return static_cast<int>(bits); }
__host__ __device__ unsigned u(Bits bits) { return static_cast<unsigned>(bits); }
__host__ __device__ long long l(Bits bits) { return static_cast<long long>(bits); }
template <class T>
__device__ Bits bits_of(T value) { return as<Bits>(value); }

struct Operands {
  Bits a, b, c;
};

template <class Operation>
__global__ void apply(const Operands* in, Bits* out, int n, Operation operation) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < n) out[k] = operation(in[k].a, in[k].b, in[k].c);
}

template <class Operation>
void rows(const char* name, const std::vector<Operands>& operands, Operation operation) {
  const int n = static_cast<int>(operands.size());
  Operands* in = nullptr;
  Bits* out = nullptr;
  std::vector<Bits> results(n);
  cudaMalloc(&in, n * sizeof *in);
  cudaMalloc(&out, n * sizeof *out);
  cudaMemcpy(in, operands.data(), n * sizeof *in, cudaMemcpyHostToDevice);
  apply<<<(n + 127) / 128, 128>>>(in, out, n, operation);
  if (const cudaError_t status = cudaMemcpy(results.data(), out, n * sizeof *out, cudaMemcpyDeviceToHost); status != cudaSuccess)
    std::printf("%s: %s\n", name, cudaGetErrorName(status));
  for (int k = 0; k < n; ++k)
    std::printf("%s,%llx,%llx,%llx,%llx\n", name, operands[k].a, operands[k].b, operands[k].c, results[k]);
  cudaFree(in);
  cudaFree(out);
}

std::vector<Operands> singles(const std::vector<Bits>& values) {
  std::vector<Operands> all;
  for (const Bits a : values) all.push_back({a, 0, 0});
  return all;
}
std::vector<Operands> pairs(const std::vector<Bits>& values) {
  std::vector<Operands> all;
  for (const Bits a : values)
    for (const Bits b : values) all.push_back({a, b, 0});
  return all;
}
// Every value in each of the three places, beside two that are in the list's front.
std::vector<Operands> triples(const std::vector<Bits>& values) {
  std::vector<Operands> all;
  for (const Bits a : values)
    for (std::size_t k = 0; k < 4; ++k) {
      const Bits b = values[k], c = values[(k + 1) % 4];
      all.push_back({a, b, c});
      all.push_back({b, a, c});
      all.push_back({b, c, a});
    }
  return all;
}

#define OPERATION(expression) [] __device__(Bits a, Bits b, Bits c) -> Bits { (void)a; (void)b; (void)c; return bits_of(expression); }
#define ROWS(kind, values, name, expression) rows(name, kind(values), OPERATION(expression))

int main() {
  const std::vector<Bits> floats = {
      0x3f800000, 0xc0400000, 0x3eaaaaab, 0x4b800001,              // 1, -3, 1/3, 2^24 + 2
      0x00000000, 0x80000000, 0x3f000000, 0xbf000000, 0x3fc00000,  // 0, -0, 0.5, -0.5, 1.5
      0x40200000, 0x4b000001, 0x4effffff, 0x4f000000, 0xcf000000,  // 2.5, 2^23 + 1, below 2^31, 2^31, -2^31
      0x4f800000, 0x5f000000, 0x477fe000, 0x477ff000, 0x33800000,  // 2^32, 2^63, 65504, 65520, 2^-24
      0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff,  // subnormal ones, the smallest normal one, the largest
      0x7f800000, 0xff800000, 0x7fffffff, 0x7fc00000, 0xffffffff,  // infinities, NaNs
      0x7fc12345, 0xffc00001, 0x7f800001};
  const std::vector<Bits> few_floats = {0x3f800000, 0xc0400000, 0x3eaaaaab, 0x00000000, 0x80000000, 0x4b800001, 0x00000001, 0x807fffff,
                                        0x00800000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc12345, 0xffffffff, 0x7f800001};
  const std::vector<Bits> few_doubles = {0x3ff0000000000000, 0xc008000000000000, 0x0000000000000000, 0x8000000000000000,
                                         0x0000000000000001, 0x7fefffffffffffff, 0xfff0000000000000, 0x7ff8000000012345, 0x7ff0000000000001};
  const std::vector<Bits> doubles = {
      0x3ff0000000000000, 0xc008000000000000, 0x3fd5555555555555, 0x4340000000000001, 0x0000000000000000, 0x8000000000000000,
      0x3fe0000000000000, 0x4004000000000000, 0x41dfffffffc00000, 0x41e0000000000000, 0xc1e0000000200000, 0x43e0000000000000,
      0x47efffffe0000000, 0x47effffff0000000, 0x36a0000000000000, 0x0000000000000001, 0x000fffffffffffff, 0x7fefffffffffffff,
      0x7ff0000000000000, 0xfff0000000000000, 0x7fffffffffffffff, 0x7ff8000000000000, 0xffffffffffffffff, 0x7ff8000000012345,
      0x7ff0000000000001};
  const std::vector<Bits> integers = {0, 1, 2, 7, 31, 32, 33, 100, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff, 0xfffffff9, 0x12345678, 0x00ff00ff};
  const std::vector<Bits> longs = {0, 1, 63, 64, 1000000007, 0x7fffffffffffffff, 0x8000000000000000, 0xffffffffffffffff, 0x123456789abcdef0, 0x100000000, 0x20000000000001};

  std::puts("operation,a,b,c,result");
  ROWS(pairs, few_floats, "fa + fb", f(a) + f(b));
  ROWS(pairs, few_floats, "fa - fb", f(a) - f(b));
  ROWS(pairs, few_floats, "fa * fb", f(a) * f(b));
  ROWS(pairs, few_floats, "fa / fb", f(a) / f(b));
  ROWS(pairs, few_floats, "fminf(fa fb)", fminf(f(a), f(b)));
  ROWS(pairs, few_floats, "fmaxf(fa fb)", fmaxf(f(a), f(b)));
  ROWS(pairs, few_floats, "int(fa < fb)", static_cast<int>(f(a) < f(b)));
  ROWS(pairs, few_floats, "int(fa == fb)", static_cast<int>(f(a) == f(b)));
  ROWS(pairs, few_floats, "int(!(fa >= fb))", static_cast<int>(!(f(a) >= f(b))));
  ROWS(pairs, few_floats, "copysignf(fa fb)", copysignf(f(a), f(b)));
  ROWS(triples, floats, "fmaf(fa fb fc)", fmaf(f(a), f(b), f(c)));
  ROWS(triples, floats, "__fmaf_rz(fa fb fc)", __fmaf_rz(f(a), f(b), f(c)));
  ROWS(singles, floats, "-fa", -f(a));
  ROWS(singles, floats, "fabsf(fa)", fabsf(f(a)));
  ROWS(singles, floats, "sqrtf(fa)", sqrtf(f(a)));
  ROWS(singles, floats, "1.0f / fa", 1.0f / f(a));
  ROWS(singles, floats, "floorf(fa)", floorf(f(a)));
  ROWS(singles, floats, "ceilf(fa)", ceilf(f(a)));
  ROWS(singles, floats, "truncf(fa)", truncf(f(a)));
  ROWS(singles, floats, "rintf(fa)", rintf(f(a)));
  ROWS(singles, floats, "roundf(fa)", roundf(f(a)));
  ROWS(singles, floats, "int(fa)", static_cast<int>(f(a)));
  ROWS(singles, floats, "unsigned(fa)", static_cast<unsigned>(f(a)));
  ROWS(singles, floats, "long_long(fa)", static_cast<long long>(f(a)));
  ROWS(singles, floats, "__float2int_rn(fa)", __float2int_rn(f(a)));
  ROWS(singles, floats, "__float2int_ru(fa)", __float2int_ru(f(a)));
  ROWS(singles, floats, "__float2uint_rn(fa)", __float2uint_rn(f(a)));
  ROWS(singles, floats, "double(fa)", static_cast<double>(f(a)));
  ROWS(singles, floats, "__half_as_ushort(__float2half(fa))", __half_as_ushort(__float2half(f(a))));
  ROWS(singles, floats, "__saturatef(fa)", __saturatef(f(a)));
  ROWS(pairs, few_doubles, "da + db", d(a) + d(b));
  ROWS(pairs, few_doubles, "da * db", d(a) * d(b));
  ROWS(pairs, few_doubles, "da / db", d(a) / d(b));
  ROWS(pairs, few_doubles, "fmin(da db)", fmin(d(a), d(b)));
  ROWS(triples, doubles, "fma(da db dc)", fma(d(a), d(b), d(c)));
  ROWS(singles, doubles, "sqrt(da)", sqrt(d(a)));
  ROWS(singles, doubles, "float(da)", static_cast<float>(d(a)));
  ROWS(singles, doubles, "int(da)", static_cast<int>(d(a)));
  ROWS(singles, doubles, "long_long(da)", static_cast<long long>(d(a)));
  ROWS(singles, doubles, "rint(da)", rint(d(a)));
  ROWS(pairs, integers, "ia / ib", i(b) == 0 ? 0 : i(a) / i(b));
  ROWS(pairs, integers, "ia % ib", i(b) == 0 ? 0 : i(a) % i(b));
  ROWS(pairs, integers, "ua / ub", u(b) == 0 ? 0u : u(a) / u(b));
  ROWS(pairs, integers, "ua % ub", u(b) == 0 ? 0u : u(a) % u(b));
  ROWS(pairs, integers, "__mulhi(ia ib)", __mulhi(i(a), i(b)));
  ROWS(pairs, integers, "__umulhi(ua ub)", __umulhi(u(a), u(b)));
  ROWS(pairs, integers, "min(ia ib)", min(i(a), i(b)));
  ROWS(pairs, integers, "__funnelshift_l(ua ub ua ^ ub)", __funnelshift_l(u(a), u(b), u(a) ^ u(b)));
  ROWS(pairs, integers, "__funnelshift_r(ua ub ub)", __funnelshift_r(u(a), u(b), u(b)));
  ROWS(pairs, integers, "__byte_perm(ua ub 0x5140)", __byte_perm(u(a), u(b), 0x5140));
  ROWS(singles, integers, "__clz(ia)", __clz(i(a)));
  ROWS(singles, integers, "__popc(ua)", __popc(u(a)));
  ROWS(singles, integers, "__ffs(ia)", __ffs(i(a)));
  ROWS(singles, integers, "__brev(ua)", __brev(u(a)));
  ROWS(singles, integers, "float(ia)", static_cast<float>(i(a)));
  ROWS(singles, integers, "float(ua)", static_cast<float>(u(a)));
  ROWS(singles, integers, "__int2float_rz(ia)", __int2float_rz(i(a)));
  ROWS(singles, integers, "__half2float(__ushort_as_half(unsigned_short(a)))", __half2float(__ushort_as_half(static_cast<unsigned short>(a))));
  ROWS(pairs, longs, "la / lb", l(b) == 0 ? 0 : l(a) / l(b));
  ROWS(pairs, longs, "a % b", b == 0 ? Bits{0} : a % b);
  ROWS(pairs, longs, "__mul64hi(la lb)", __mul64hi(l(a), l(b)));
  ROWS(singles, longs, "__clzll(la)", __clzll(l(a)));
  ROWS(singles, longs, "__popcll(a)", __popcll(a));
  ROWS(singles, longs, "__brevll(a)", __brevll(a));
  ROWS(singles, longs, "float(la)", static_cast<float>(l(a)));
  ROWS(singles, longs, "double(a)", static_cast<double>(a));
}
