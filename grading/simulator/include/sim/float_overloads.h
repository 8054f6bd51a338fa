// Overloads for float (and a few more) that clang's headers declare for <cmath> but do not define: with a toolkit they
// come from CUDA's own headers.
#pragma once

#include "sim/synchronisation.h"

CUDASIM_DEVICE float acosh(float x) { return ::acoshf(x); }
CUDASIM_DEVICE float asinh(float x) { return ::asinhf(x); }
CUDASIM_DEVICE float atanh(float x) { return ::atanhf(x); }
CUDASIM_DEVICE float cbrt(float x) { return ::cbrtf(x); }
CUDASIM_DEVICE float copysign(float x, float y) { return ::copysignf(x, y); }
CUDASIM_DEVICE float erf(float x) { return ::erff(x); }
CUDASIM_DEVICE float erfc(float x) { return ::erfcf(x); }
CUDASIM_DEVICE float exp2(float x) { return ::exp2f(x); }
CUDASIM_DEVICE float expm1(float x) { return ::expm1f(x); }
CUDASIM_DEVICE float fdim(float x, float y) { return ::fdimf(x, y); }
CUDASIM_DEVICE float fma(float x, float y, float z) { return ::fmaf(x, y, z); }
CUDASIM_DEVICE float fmax(float x, float y) { return ::fmaxf(x, y); }
CUDASIM_DEVICE float fmin(float x, float y) { return ::fminf(x, y); }
CUDASIM_DEVICE float hypot(float x, float y) { return ::hypotf(x, y); }
CUDASIM_DEVICE int ilogb(float x) { return ::ilogbf(x); }
CUDASIM_DEVICE float lgamma(float x) { return ::lgammaf(x); }
CUDASIM_DEVICE long long llrint(float x) { return ::llrintf(x); }
CUDASIM_DEVICE long long llround(float x) { return ::llroundf(x); }
CUDASIM_DEVICE float log1p(float x) { return ::log1pf(x); }
CUDASIM_DEVICE float log2(float x) { return ::log2f(x); }
CUDASIM_DEVICE float logb(float x) { return ::logbf(x); }
CUDASIM_DEVICE long lrint(float x) { return ::lrintf(x); }
CUDASIM_DEVICE long lround(float x) { return ::lroundf(x); }
CUDASIM_DEVICE double nan(const char*) { return __builtin_nan(""); }
CUDASIM_DEVICE float nanf(const char*) { return __builtin_nanf(""); }
CUDASIM_DEVICE float nearbyint(float x) { return ::nearbyintf(x); }
CUDASIM_DEVICE float nextafter(float x, float y) { return ::nextafterf(x, y); }
CUDASIM_DEVICE float remainder(float x, float y) { return ::remainderf(x, y); }
CUDASIM_DEVICE float remquo(float x, float y, int* quotient) { return ::remquof(x, y, quotient); }
CUDASIM_DEVICE float rint(float x) { return ::rintf(x); }
CUDASIM_DEVICE float round(float x) { return ::roundf(x); }
CUDASIM_DEVICE float scalbln(float x, long n) { return ::scalblnf(x, n); }
CUDASIM_DEVICE float scalbn(float x, int n) { return ::scalbnf(x, n); }
CUDASIM_DEVICE float tgamma(float x) { return ::tgammaf(x); }
CUDASIM_DEVICE float trunc(float x) { return ::truncf(x); }
