// Functions that CUDA adds to the C library's and that host code may call too (nvcc declares them on both sides).
#pragma once

#include <cmath>

static inline __host__ float rsqrtf(float x) { return 1.0f / sqrtf(x); }
static inline __host__ double rsqrt(double x) { return 1.0 / sqrt(x); }
static inline __host__ float rcbrtf(float x) { return 1.0f / cbrtf(x); }
static inline __host__ double rcbrt(double x) { return 1.0 / cbrt(x); }
static inline __host__ float sinpif(float x) { return float(sin(3.14159265358979323846 * double(x))); }
static inline __host__ double sinpi(double x) { return sin(3.14159265358979323846 * remainder(x, 2.0)); }
static inline __host__ float cospif(float x) { return float(cos(3.14159265358979323846 * double(x))); }
static inline __host__ double cospi(double x) { return cos(3.14159265358979323846 * remainder(x, 2.0)); }
static inline __host__ float fdividef(float x, float y) { return x / y; }
static inline __host__ double fdivide(double x, double y) { return x / y; }
static inline __host__ float norm3df(float a, float b, float c) { return sqrtf(a * a + b * b + c * c); }
static inline __host__ double norm3d(double a, double b, double c) { return sqrt(a * a + b * b + c * c); }
static inline __host__ __device__ float rsqrt(float x) { return rsqrtf(x); }
static inline __host__ __device__ float rcbrt(float x) { return rcbrtf(x); }
static inline __host__ __device__ float sinpi(float x) { return sinpif(x); }
static inline __host__ __device__ float cospi(float x) { return cospif(x); }

