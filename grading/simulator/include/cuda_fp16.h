// __half and __half2: storage, conversion and arithmetic. In kernels each operation is the hardware's (fma.rn.f16 and
// so on); host code converts to float, computes and rounds back.
#pragma once

#include "cuda_runtime.h"

struct __half_raw {
  unsigned short x;
};

#if defined(__CUDA__)
CUDASIM_LINES_OF_CALLER
#define CUDASIM_HALF_BOTH __host__ __device__ inline
#else
#define CUDASIM_HALF_BOTH inline
#endif

namespace cudasim {

// IEEE binary16, round to nearest even.
CUDASIM_HALF_BOTH unsigned short float_to_half_bits(float value) {
#if defined(__CUDA_ARCH__)
  unsigned short bits;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return bits;
#else
  unsigned word;
  __builtin_memcpy(&word, &value, 4);
  const unsigned sign = word >> 16 & 0x8000u, magnitude = word & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return 0x7fff;                              // NaN
  if (magnitude >= 0x477ff000u) return (unsigned short)(sign | 0x7c00u);   // rounds to infinity from 65520 on
  if (magnitude < 0x33000001u) return (unsigned short)sign;                // rounds to zero up to 2^-25
  if (magnitude < 0x38800000u) {  // subnormal: the mantissa with its leading one, shifted
    const unsigned shift = 126u - (magnitude >> 23), mantissa = (magnitude & 0x7fffffu) | 0x800000u;
    const unsigned kept = mantissa >> shift, rest = mantissa & ((1u << shift) - 1u), half = 1u << (shift - 1);
    return (unsigned short)(sign | (kept + (rest > half || (rest == half && (kept & 1u)))));
  }
  const unsigned rebased = magnitude - 0x38000000u;
  return (unsigned short)(sign | ((rebased + 0xfffu + (rebased >> 13 & 1u)) >> 13));
#endif
}
CUDASIM_HALF_BOTH float half_bits_to_float(unsigned short bits) {
#if defined(__CUDA_ARCH__)
  float value;
  asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
  return value;
#else
  const unsigned sign = (bits & 0x8000u) << 16, exponent = bits >> 10 & 31u, mantissa = bits & 0x3ffu;
  if (exponent == 0) {
    const float small = float(mantissa) * 5.9604644775390625e-8f;  // 2^-24
    return sign ? -small : small;
  }
  const unsigned word = exponent == 31 ? sign | 0x7f800000u | mantissa << 13 : sign | (exponent + 112u) << 23 | mantissa << 13;
  float value;
  __builtin_memcpy(&value, &word, 4);
  return value;
#endif
}

}  // namespace cudasim

struct __half {
  unsigned short bits;
  __half() = default;
  CUDASIM_HALF_BOTH __half(float value) : bits(cudasim::float_to_half_bits(value)) {}
  CUDASIM_HALF_BOTH __half(double value) : bits(cudasim::float_to_half_bits(float(value))) {}
  CUDASIM_HALF_BOTH __half(int value) : bits(cudasim::float_to_half_bits(float(value))) {}
  CUDASIM_HALF_BOTH __half(__half_raw raw) : bits(raw.x) {}
  CUDASIM_HALF_BOTH operator float() const { return cudasim::half_bits_to_float(bits); }
  CUDASIM_HALF_BOTH operator __half_raw() const { return __half_raw{bits}; }
};
typedef __half half;
static_assert(sizeof(__half) == 2, "two bytes in memory");

struct alignas(4) __half2 {
  __half x, y;
  __half2() = default;
  CUDASIM_HALF_BOTH __half2(__half a, __half b) : x(a), y(b) {}
};
typedef __half2 half2;

CUDASIM_HALF_BOTH __half __float2half(float a) { return __half(a); }
CUDASIM_HALF_BOTH __half __float2half_rn(float a) { return __half(a); }
CUDASIM_HALF_BOTH __half __double2half(double a) { return __half(a); }
CUDASIM_HALF_BOTH float __half2float(__half a) { return cudasim::half_bits_to_float(a.bits); }
CUDASIM_HALF_BOTH __half __ushort_as_half(unsigned short bits) { return __half(__half_raw{bits}); }
CUDASIM_HALF_BOTH unsigned short __half_as_ushort(__half a) { return a.bits; }
CUDASIM_HALF_BOTH __half __int2half_rn(int a) { return __half(float(a)); }
CUDASIM_HALF_BOTH int __half2int_rz(__half a) { return int(__half2float(a)); }
CUDASIM_HALF_BOTH __half2 __floats2half2_rn(float a, float b) { return __half2(__half(a), __half(b)); }
CUDASIM_HALF_BOTH __half2 __float2half2_rn(float a) { return __half2(__half(a), __half(a)); }
CUDASIM_HALF_BOTH __half2 __float22half2_rn(float2 a) { return __half2(__half(a.x), __half(a.y)); }
CUDASIM_HALF_BOTH float2 __half22float2(__half2 a) { return float2{__half2float(a.x), __half2float(a.y)}; }
CUDASIM_HALF_BOTH __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
CUDASIM_HALF_BOTH __half2 __half2half2(__half a) { return __half2(a, a); }
CUDASIM_HALF_BOTH __half2 make_half2(__half a, __half b) { return __half2(a, b); }
CUDASIM_HALF_BOTH __half __low2half(__half2 a) { return a.x; }
CUDASIM_HALF_BOTH __half __high2half(__half2 a) { return a.y; }
CUDASIM_HALF_BOTH float __low2float(__half2 a) { return __half2float(a.x); }
CUDASIM_HALF_BOTH float __high2float(__half2 a) { return __half2float(a.y); }

// A float operation on halves, rounded once, is the half operation for +, -, *, / and square root (float has more than
// twice the digits and two); fma needs the instruction or double.
#define CUDASIM_HALF_OPERATION(name, op)                                                                   \
  CUDASIM_HALF_BOTH __half name(__half a, __half b) { return __half(__half2float(a) op __half2float(b)); } \
  CUDASIM_HALF_BOTH __half operator op(__half a, __half b) { return name(a, b); }                          \
  CUDASIM_HALF_BOTH __half& operator op##=(__half& a, __half b) { return a = name(a, b); }                 \
  CUDASIM_HALF_BOTH __half2 name##2(__half2 a, __half2 b) { return __half2(name(a.x, b.x), name(a.y, b.y)); } \
  CUDASIM_HALF_BOTH __half2 operator op(__half2 a, __half2 b) { return name##2(a, b); }                    \
  CUDASIM_HALF_BOTH __half2& operator op##=(__half2& a, __half2 b) { return a = name##2(a, b); }
CUDASIM_HALF_OPERATION(__hadd, +)
CUDASIM_HALF_OPERATION(__hsub, -)
CUDASIM_HALF_OPERATION(__hmul, *)
#define __hdiv2 __h2div
CUDASIM_HALF_OPERATION(__hdiv, /)
#undef __hdiv2
#undef CUDASIM_HALF_OPERATION

CUDASIM_HALF_BOTH __half __hfma(__half a, __half b, __half c) {
#if defined(__CUDA_ARCH__)
  unsigned short result;
  asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(result) : "h"(a.bits), "h"(b.bits), "h"(c.bits));
  return __ushort_as_half(result);
#else
  // Exact in double: products of halves are multiples of 2^-48 below 2^32 and so are the addends. Going through float
  // would round twice, so the double is first rounded to odd there.
  const double exact = double(__half2float(a)) * __half2float(b) + __half2float(c);
  float near = float(exact);
  if (double(near) != exact && near - near == 0.0f) {
    unsigned word;
    __builtin_memcpy(&word, &near, 4);
    if (!(word & 1u)) word += (double(near) < exact) == (near > 0) || near == 0 ? 1u : ~0u;
    __builtin_memcpy(&near, &word, 4);
  }
  return __half(near);
#endif
}
CUDASIM_HALF_BOTH __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
CUDASIM_HALF_BOTH __half __hneg(__half a) { return __ushort_as_half((unsigned short)(a.bits ^ 0x8000u)); }
CUDASIM_HALF_BOTH __half __habs(__half a) { return __ushort_as_half((unsigned short)(a.bits & 0x7fffu)); }
CUDASIM_HALF_BOTH __half operator-(__half a) { return __hneg(a); }
CUDASIM_HALF_BOTH __half2 __hneg2(__half2 a) { return __half2(__hneg(a.x), __hneg(a.y)); }
CUDASIM_HALF_BOTH bool __hisnan(__half a) { return (a.bits & 0x7fffu) > 0x7c00u; }
CUDASIM_HALF_BOTH int __hisinf(__half a) { return (a.bits & 0x7fffu) == 0x7c00u ? (a.bits & 0x8000u ? -1 : 1) : 0; }

#define CUDASIM_HALF_COMPARE(name, op)                                                                  \
  CUDASIM_HALF_BOTH bool name(__half a, __half b) { return __half2float(a) op __half2float(b); }        \
  CUDASIM_HALF_BOTH bool operator op(__half a, __half b) { return name(a, b); }
CUDASIM_HALF_COMPARE(__heq, ==)
CUDASIM_HALF_COMPARE(__hne, !=)
CUDASIM_HALF_COMPARE(__hlt, <)
CUDASIM_HALF_COMPARE(__hle, <=)
CUDASIM_HALF_COMPARE(__hgt, >)
CUDASIM_HALF_COMPARE(__hge, >=)
#undef CUDASIM_HALF_COMPARE
CUDASIM_HALF_BOTH __half __hmax(__half a, __half b) { return __hisnan(b) || __hgt(a, b) ? a : b; }
CUDASIM_HALF_BOTH __half __hmin(__half a, __half b) { return __hisnan(b) || __hlt(a, b) ? a : b; }

#if defined(__CUDA__)
__device__ inline __half hsqrt(__half a) { return __half(sqrtf(__half2float(a))); }
__device__ inline __half hrsqrt(__half a) { return __half(rsqrtf(__half2float(a))); }
__device__ inline __half hexp(__half a) { return __half(expf(__half2float(a))); }
__device__ inline __half hlog(__half a) { return __half(logf(__half2float(a))); }
__device__ inline __half hsin(__half a) { return __half(sinf(__half2float(a))); }
__device__ inline __half hcos(__half a) { return __half(cosf(__half2float(a))); }
__device__ inline __half __shfl_sync(unsigned mask, __half value, int lane, int width = 32) {
  return __ushort_as_half((unsigned short)__shfl_sync(mask, unsigned(value.bits), lane, width));
}
__device__ inline __half __shfl_down_sync(unsigned mask, __half value, unsigned delta, int width = 32) {
  return __ushort_as_half((unsigned short)__shfl_down_sync(mask, unsigned(value.bits), delta, width));
}
__device__ inline __half __shfl_xor_sync(unsigned mask, __half value, int lane_mask, int width = 32) {
  return __ushort_as_half((unsigned short)__shfl_xor_sync(mask, unsigned(value.bits), lane_mask, width));
}
__device__ inline __half __ldg(const __half* pointer) {
  return __ushort_as_half(__ldg(reinterpret_cast<const unsigned short*>(pointer)));
}
#endif
#undef CUDASIM_HALF_BOTH

#if defined(__CUDA__)
CUDASIM_LINES_OF_CALLER_END
#endif
