// min and max of the global namespace for every pair of arithmetic types that CUDA takes, on host and device.
// (int, int) on the device comes from clang's header.
#pragma once

#include <cmath>
#include <type_traits>

namespace cudasim {
template <class T>
__host__ __device__ constexpr T least(T a, T b) { return b < a ? b : a; }
template <class T>
__host__ __device__ constexpr T greatest(T a, T b) { return a < b ? b : a; }
}  // namespace cudasim

static inline __host__ int min(int a, int b) { return b < a ? b : a; }
static inline __host__ int max(int a, int b) { return a < b ? b : a; }

#define CUDASIM_MIN_MAX(result, left, right)                                                            \
  static inline __host__ __device__ result min(left a, right b) { return cudasim::least<result>(a, b); } \
  static inline __host__ __device__ result max(left a, right b) { return cudasim::greatest<result>(a, b); }
CUDASIM_MIN_MAX(unsigned int, unsigned int, unsigned int)
CUDASIM_MIN_MAX(unsigned int, int, unsigned int)
CUDASIM_MIN_MAX(unsigned int, unsigned int, int)
CUDASIM_MIN_MAX(long, long, long)
CUDASIM_MIN_MAX(unsigned long, unsigned long, unsigned long)
CUDASIM_MIN_MAX(unsigned long, long, unsigned long)
CUDASIM_MIN_MAX(unsigned long, unsigned long, long)
CUDASIM_MIN_MAX(long long, long long, long long)
CUDASIM_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
CUDASIM_MIN_MAX(unsigned long long, long long, unsigned long long)
CUDASIM_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef CUDASIM_MIN_MAX

// Floating point: a NaN loses against a number, as in fmin and fmax.
#define CUDASIM_MIN_MAX_FLOAT(result, left, right, suffix)                                              \
  static inline __host__ __device__ result min(left a, right b) { return __builtin_fmin##suffix(a, b); } \
  static inline __host__ __device__ result max(left a, right b) { return __builtin_fmax##suffix(a, b); }
CUDASIM_MIN_MAX_FLOAT(float, float, float, f)
CUDASIM_MIN_MAX_FLOAT(double, double, double, )
CUDASIM_MIN_MAX_FLOAT(double, float, double, )
CUDASIM_MIN_MAX_FLOAT(double, double, float, )
#undef CUDASIM_MIN_MAX_FLOAT
