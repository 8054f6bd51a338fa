// libdevice, the mathematics that CUDA's compilers link in: clang's CUDA headers call it by the __nv_ names.
// What one PTX instruction (or a few) does is defined here, so that clang can optimise through it. The rest is
// declared only: the call stays in the PTX and the simulated GPU serves it by name. `const` lets clang move and
// merge other accesses around those calls.
#pragma once

#define CUDASIM_INLINE __device__ inline __attribute__((always_inline))
#define CUDASIM_NATIVE __device__ __attribute__((const, nothrow))

// The headers of this folder are compiled as system headers, but a long name list reads better in rows.
// clang-format off
extern "C" {
// ---- served by the machine ----
CUDASIM_NATIVE double __nv_acos(double a); CUDASIM_NATIVE float __nv_acosf(float a);
CUDASIM_NATIVE double __nv_acosh(double a); CUDASIM_NATIVE float __nv_acoshf(float a);
CUDASIM_NATIVE double __nv_asin(double a); CUDASIM_NATIVE float __nv_asinf(float a);
CUDASIM_NATIVE double __nv_asinh(double a); CUDASIM_NATIVE float __nv_asinhf(float a);
CUDASIM_NATIVE double __nv_atan(double a); CUDASIM_NATIVE float __nv_atanf(float a);
CUDASIM_NATIVE double __nv_atanh(double a); CUDASIM_NATIVE float __nv_atanhf(float a);
CUDASIM_NATIVE double __nv_cbrt(double a); CUDASIM_NATIVE float __nv_cbrtf(float a);
CUDASIM_NATIVE double __nv_cos(double a); CUDASIM_NATIVE float __nv_cosf(float a);
CUDASIM_NATIVE double __nv_cosh(double a); CUDASIM_NATIVE float __nv_coshf(float a);
CUDASIM_NATIVE double __nv_cospi(double a); CUDASIM_NATIVE float __nv_cospif(float a);
CUDASIM_NATIVE double __nv_cyl_bessel_i0(double a); CUDASIM_NATIVE float __nv_cyl_bessel_i0f(float a);
CUDASIM_NATIVE double __nv_cyl_bessel_i1(double a); CUDASIM_NATIVE float __nv_cyl_bessel_i1f(float a);
CUDASIM_NATIVE double __nv_erf(double a); CUDASIM_NATIVE float __nv_erff(float a);
CUDASIM_NATIVE double __nv_erfc(double a); CUDASIM_NATIVE float __nv_erfcf(float a);
CUDASIM_NATIVE double __nv_erfcinv(double a); CUDASIM_NATIVE float __nv_erfcinvf(float a);
CUDASIM_NATIVE double __nv_erfcx(double a); CUDASIM_NATIVE float __nv_erfcxf(float a);
CUDASIM_NATIVE double __nv_erfinv(double a); CUDASIM_NATIVE float __nv_erfinvf(float a);
CUDASIM_NATIVE double __nv_exp(double a); CUDASIM_NATIVE float __nv_expf(float a);
CUDASIM_NATIVE double __nv_exp10(double a); CUDASIM_NATIVE float __nv_exp10f(float a);
CUDASIM_NATIVE double __nv_exp2(double a); CUDASIM_NATIVE float __nv_exp2f(float a);
CUDASIM_NATIVE double __nv_expm1(double a); CUDASIM_NATIVE float __nv_expm1f(float a);
CUDASIM_NATIVE double __nv_j0(double a); CUDASIM_NATIVE float __nv_j0f(float a);
CUDASIM_NATIVE double __nv_j1(double a); CUDASIM_NATIVE float __nv_j1f(float a);
CUDASIM_NATIVE double __nv_lgamma(double a); CUDASIM_NATIVE float __nv_lgammaf(float a);
CUDASIM_NATIVE double __nv_log(double a); CUDASIM_NATIVE float __nv_logf(float a);
CUDASIM_NATIVE double __nv_log10(double a); CUDASIM_NATIVE float __nv_log10f(float a);
CUDASIM_NATIVE double __nv_log1p(double a); CUDASIM_NATIVE float __nv_log1pf(float a);
CUDASIM_NATIVE double __nv_log2(double a); CUDASIM_NATIVE float __nv_log2f(float a);
CUDASIM_NATIVE double __nv_logb(double a); CUDASIM_NATIVE float __nv_logbf(float a);
CUDASIM_NATIVE double __nv_normcdf(double a); CUDASIM_NATIVE float __nv_normcdff(float a);
CUDASIM_NATIVE double __nv_normcdfinv(double a); CUDASIM_NATIVE float __nv_normcdfinvf(float a);
CUDASIM_NATIVE double __nv_sin(double a); CUDASIM_NATIVE float __nv_sinf(float a);
CUDASIM_NATIVE double __nv_sinh(double a); CUDASIM_NATIVE float __nv_sinhf(float a);
CUDASIM_NATIVE double __nv_sinpi(double a); CUDASIM_NATIVE float __nv_sinpif(float a);
CUDASIM_NATIVE double __nv_tan(double a); CUDASIM_NATIVE float __nv_tanf(float a);
CUDASIM_NATIVE double __nv_tanh(double a); CUDASIM_NATIVE float __nv_tanhf(float a);
CUDASIM_NATIVE double __nv_tgamma(double a); CUDASIM_NATIVE float __nv_tgammaf(float a);
CUDASIM_NATIVE double __nv_y0(double a); CUDASIM_NATIVE float __nv_y0f(float a);
CUDASIM_NATIVE double __nv_y1(double a); CUDASIM_NATIVE float __nv_y1f(float a);
CUDASIM_NATIVE double __nv_atan2(double a, double b); CUDASIM_NATIVE float __nv_atan2f(float a, float b);
CUDASIM_NATIVE double __nv_fmod(double a, double b); CUDASIM_NATIVE float __nv_fmodf(float a, float b);
CUDASIM_NATIVE double __nv_hypot(double a, double b); CUDASIM_NATIVE float __nv_hypotf(float a, float b);
CUDASIM_NATIVE double __nv_nextafter(double a, double b); CUDASIM_NATIVE float __nv_nextafterf(float a, float b);
CUDASIM_NATIVE double __nv_pow(double a, double b); CUDASIM_NATIVE float __nv_powf(float a, float b);
CUDASIM_NATIVE double __nv_remainder(double a, double b); CUDASIM_NATIVE float __nv_remainderf(float a, float b);
CUDASIM_NATIVE double __nv_ldexp(double a, int b); CUDASIM_NATIVE float __nv_ldexpf(float a, int b);
CUDASIM_NATIVE double __nv_scalbn(double a, int b); CUDASIM_NATIVE float __nv_scalbnf(float a, int b);
CUDASIM_NATIVE int __nv_ilogb(double a); CUDASIM_NATIVE int __nv_ilogbf(float a);
CUDASIM_NATIVE double __nv_jn(int n, double a); CUDASIM_NATIVE float __nv_jnf(int n, float a);
CUDASIM_NATIVE double __nv_yn(int n, double a); CUDASIM_NATIVE float __nv_ynf(int n, float a);

// ---- integers ----
CUDASIM_INLINE int __nv_abs(int a) { return a < 0 ? -a : a; }
CUDASIM_INLINE long long __nv_llabs(long long a) { return a < 0 ? -a : a; }
CUDASIM_INLINE int __nv_max(int a, int b) { return a < b ? b : a; }
CUDASIM_INLINE int __nv_min(int a, int b) { return b < a ? b : a; }
CUDASIM_INLINE unsigned int __nv_umax(unsigned int a, unsigned int b) { return a < b ? b : a; }
CUDASIM_INLINE unsigned int __nv_umin(unsigned int a, unsigned int b) { return b < a ? b : a; }
CUDASIM_INLINE long long __nv_llmax(long long a, long long b) { return a < b ? b : a; }
CUDASIM_INLINE long long __nv_llmin(long long a, long long b) { return b < a ? b : a; }
CUDASIM_INLINE unsigned long long __nv_ullmax(unsigned long long a, unsigned long long b) { return a < b ? b : a; }
CUDASIM_INLINE unsigned long long __nv_ullmin(unsigned long long a, unsigned long long b) { return b < a ? b : a; }
CUDASIM_INLINE int __nv_brev(int a) { return int(__builtin_bitreverse32(unsigned(a))); }
CUDASIM_INLINE long long __nv_brevll(long long a) { return (long long)__builtin_bitreverse64((unsigned long long)a); }
CUDASIM_INLINE int __nv_clz(int a) { return a ? __builtin_clz(unsigned(a)) : 32; }
CUDASIM_INLINE int __nv_clzll(long long a) { return a ? __builtin_clzll((unsigned long long)a) : 64; }
CUDASIM_INLINE int __nv_ffs(int a) { return a ? __builtin_ctz(unsigned(a)) + 1 : 0; }
CUDASIM_INLINE int __nv_ffsll(long long a) { return a ? __builtin_ctzll((unsigned long long)a) + 1 : 0; }
CUDASIM_INLINE int __nv_popc(int a) { return __builtin_popcount(unsigned(a)); }
CUDASIM_INLINE int __nv_popcll(long long a) { return __builtin_popcountll((unsigned long long)a); }
CUDASIM_INLINE int __nv_byte_perm(int a, int b, int selector) { return int(__nvvm_prmt(unsigned(a), unsigned(b), unsigned(selector))); }
CUDASIM_INLINE int __nv_hadd(int a, int b) { return int(((long long)a + b) >> 1); }
CUDASIM_INLINE int __nv_rhadd(int a, int b) { return int(((long long)a + b + 1) >> 1); }
CUDASIM_INLINE int __nv_uhadd(unsigned int a, unsigned int b) { return int(((unsigned long long)a + b) >> 1); }
CUDASIM_INLINE unsigned int __nv_urhadd(unsigned int a, unsigned int b) { return unsigned(((unsigned long long)a + b + 1) >> 1); }
CUDASIM_INLINE int __nv_mul24(int a, int b) { return ((a << 8) >> 8) * ((b << 8) >> 8); }
CUDASIM_INLINE unsigned int __nv_umul24(unsigned int a, unsigned int b) { return (a & 0xffffffu) * (b & 0xffffffu); }
CUDASIM_INLINE int __nv_mulhi(int a, int b) { return int(((long long)a * b) >> 32); }
CUDASIM_INLINE unsigned int __nv_umulhi(unsigned int a, unsigned int b) { return unsigned(((unsigned long long)a * b) >> 32); }
CUDASIM_INLINE long long __nv_mul64hi(long long a, long long b) { return __nvvm_mulhi_ll(a, b); }
CUDASIM_INLINE unsigned long long __nv_umul64hi(unsigned long long a, unsigned long long b) { return __nvvm_mulhi_ull(a, b); }
CUDASIM_INLINE int __nv_sad(int a, int b, int c) { return int((a < b ? unsigned(b) - unsigned(a) : unsigned(a) - unsigned(b)) + unsigned(c)); }
CUDASIM_INLINE unsigned int __nv_usad(unsigned int a, unsigned int b, unsigned int c) { return (a < b ? b - a : a - b) + c; }

// ---- bits ----
CUDASIM_INLINE int __nv_float_as_int(float a) { return __builtin_bit_cast(int, a); }
CUDASIM_INLINE unsigned int __nv_float_as_uint(float a) { return __builtin_bit_cast(unsigned int, a); }
CUDASIM_INLINE float __nv_int_as_float(int a) { return __builtin_bit_cast(float, a); }
CUDASIM_INLINE float __nv_uint_as_float(unsigned int a) { return __builtin_bit_cast(float, a); }
CUDASIM_INLINE unsigned long long __nv_double_as_longlong(double a) { return __builtin_bit_cast(unsigned long long, a); }
CUDASIM_INLINE double __nv_longlong_as_double(long long a) { return __builtin_bit_cast(double, a); }
CUDASIM_INLINE int __nv_double2hiint(double a) { return int(__builtin_bit_cast(unsigned long long, a) >> 32); }
CUDASIM_INLINE int __nv_double2loint(double a) { return int(__builtin_bit_cast(unsigned long long, a)); }
CUDASIM_INLINE double __nv_hiloint2double(int high, int low) { return __builtin_bit_cast(double, ((unsigned long long)unsigned(high) << 32) | unsigned(low)); }

// ---- arithmetic in each rounding mode: nearest, to zero, down, up; never joined into an fma (clang 14 joins its builtins) ----
CUDASIM_INLINE float __nv_fadd_rn(float a, float b) { float r; asm("add.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); return r; }
CUDASIM_INLINE float __nv_fsub_rn(float a, float b) { return __nv_fadd_rn(a, -b); }
CUDASIM_INLINE float __nv_fmul_rn(float a, float b) { float r; asm("mul.rn.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); return r; }
CUDASIM_INLINE float __nv_fdiv_rn(float a, float b) { return __nvvm_div_rn_f(a, b); }
CUDASIM_INLINE float __nv_frcp_rn(float a) { return __nvvm_rcp_rn_f(a); }
CUDASIM_INLINE float __nv_fsqrt_rn(float a) { return __nvvm_sqrt_rn_f(a); }
CUDASIM_INLINE float __nv_fmaf_rn(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
CUDASIM_INLINE double __nv_dadd_rn(double a, double b) { double r; asm("add.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b)); return r; }
CUDASIM_INLINE double __nv_dsub_rn(double a, double b) { return __nv_dadd_rn(a, -b); }
CUDASIM_INLINE double __nv_dmul_rn(double a, double b) { double r; asm("mul.rn.f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b)); return r; }
CUDASIM_INLINE double __nv_ddiv_rn(double a, double b) { return __nvvm_div_rn_d(a, b); }
CUDASIM_INLINE double __nv_drcp_rn(double a) { return __nvvm_rcp_rn_d(a); }
CUDASIM_INLINE double __nv_dsqrt_rn(double a) { return __nvvm_sqrt_rn_d(a); }
CUDASIM_INLINE double __nv_fma_rn(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }
CUDASIM_INLINE float __nv_fmaf_ieee_rn(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
CUDASIM_INLINE float __nv_fadd_rz(float a, float b) { return __nvvm_add_rz_f(a, b); }
CUDASIM_INLINE float __nv_fsub_rz(float a, float b) { return __nvvm_add_rz_f(a, -b); }
CUDASIM_INLINE float __nv_fmul_rz(float a, float b) { return __nvvm_mul_rz_f(a, b); }
CUDASIM_INLINE float __nv_fdiv_rz(float a, float b) { return __nvvm_div_rz_f(a, b); }
CUDASIM_INLINE float __nv_frcp_rz(float a) { return __nvvm_rcp_rz_f(a); }
CUDASIM_INLINE float __nv_fsqrt_rz(float a) { return __nvvm_sqrt_rz_f(a); }
CUDASIM_INLINE float __nv_fmaf_rz(float a, float b, float c) { return __nvvm_fma_rz_f(a, b, c); }
CUDASIM_INLINE double __nv_dadd_rz(double a, double b) { return __nvvm_add_rz_d(a, b); }
CUDASIM_INLINE double __nv_dsub_rz(double a, double b) { return __nvvm_add_rz_d(a, -b); }
CUDASIM_INLINE double __nv_dmul_rz(double a, double b) { return __nvvm_mul_rz_d(a, b); }
CUDASIM_INLINE double __nv_ddiv_rz(double a, double b) { return __nvvm_div_rz_d(a, b); }
CUDASIM_INLINE double __nv_drcp_rz(double a) { return __nvvm_rcp_rz_d(a); }
CUDASIM_INLINE double __nv_dsqrt_rz(double a) { return __nvvm_sqrt_rz_d(a); }
CUDASIM_INLINE double __nv_fma_rz(double a, double b, double c) { return __nvvm_fma_rz_d(a, b, c); }
CUDASIM_INLINE float __nv_fmaf_ieee_rz(float a, float b, float c) { return __nvvm_fma_rz_f(a, b, c); }
CUDASIM_INLINE float __nv_fadd_rd(float a, float b) { return __nvvm_add_rm_f(a, b); }
CUDASIM_INLINE float __nv_fsub_rd(float a, float b) { return __nvvm_add_rm_f(a, -b); }
CUDASIM_INLINE float __nv_fmul_rd(float a, float b) { return __nvvm_mul_rm_f(a, b); }
CUDASIM_INLINE float __nv_fdiv_rd(float a, float b) { return __nvvm_div_rm_f(a, b); }
CUDASIM_INLINE float __nv_frcp_rd(float a) { return __nvvm_rcp_rm_f(a); }
CUDASIM_INLINE float __nv_fsqrt_rd(float a) { return __nvvm_sqrt_rm_f(a); }
CUDASIM_INLINE float __nv_fmaf_rd(float a, float b, float c) { return __nvvm_fma_rm_f(a, b, c); }
CUDASIM_INLINE double __nv_dadd_rd(double a, double b) { return __nvvm_add_rm_d(a, b); }
CUDASIM_INLINE double __nv_dsub_rd(double a, double b) { return __nvvm_add_rm_d(a, -b); }
CUDASIM_INLINE double __nv_dmul_rd(double a, double b) { return __nvvm_mul_rm_d(a, b); }
CUDASIM_INLINE double __nv_ddiv_rd(double a, double b) { return __nvvm_div_rm_d(a, b); }
CUDASIM_INLINE double __nv_drcp_rd(double a) { return __nvvm_rcp_rm_d(a); }
CUDASIM_INLINE double __nv_dsqrt_rd(double a) { return __nvvm_sqrt_rm_d(a); }
CUDASIM_INLINE double __nv_fma_rd(double a, double b, double c) { return __nvvm_fma_rm_d(a, b, c); }
CUDASIM_INLINE float __nv_fmaf_ieee_rd(float a, float b, float c) { return __nvvm_fma_rm_f(a, b, c); }
CUDASIM_INLINE float __nv_fadd_ru(float a, float b) { return __nvvm_add_rp_f(a, b); }
CUDASIM_INLINE float __nv_fsub_ru(float a, float b) { return __nvvm_add_rp_f(a, -b); }
CUDASIM_INLINE float __nv_fmul_ru(float a, float b) { return __nvvm_mul_rp_f(a, b); }
CUDASIM_INLINE float __nv_fdiv_ru(float a, float b) { return __nvvm_div_rp_f(a, b); }
CUDASIM_INLINE float __nv_frcp_ru(float a) { return __nvvm_rcp_rp_f(a); }
CUDASIM_INLINE float __nv_fsqrt_ru(float a) { return __nvvm_sqrt_rp_f(a); }
CUDASIM_INLINE float __nv_fmaf_ru(float a, float b, float c) { return __nvvm_fma_rp_f(a, b, c); }
CUDASIM_INLINE double __nv_dadd_ru(double a, double b) { return __nvvm_add_rp_d(a, b); }
CUDASIM_INLINE double __nv_dsub_ru(double a, double b) { return __nvvm_add_rp_d(a, -b); }
CUDASIM_INLINE double __nv_dmul_ru(double a, double b) { return __nvvm_mul_rp_d(a, b); }
CUDASIM_INLINE double __nv_ddiv_ru(double a, double b) { return __nvvm_div_rp_d(a, b); }
CUDASIM_INLINE double __nv_drcp_ru(double a) { return __nvvm_rcp_rp_d(a); }
CUDASIM_INLINE double __nv_dsqrt_ru(double a) { return __nvvm_sqrt_rp_d(a); }
CUDASIM_INLINE double __nv_fma_ru(double a, double b, double c) { return __nvvm_fma_rp_d(a, b, c); }
CUDASIM_INLINE float __nv_fmaf_ieee_ru(float a, float b, float c) { return __nvvm_fma_rp_f(a, b, c); }

// ---- conversions in each rounding mode (integer to float toward zero in assembly: clang makes its builtin round to nearest) ----
CUDASIM_INLINE float __nv_double2float_rn(double a) { return __nvvm_d2f_rn(a); }
CUDASIM_INLINE int __nv_float2int_rn(float a) { return __nvvm_f2i_rn(a); }
CUDASIM_INLINE int __nv_double2int_rn(double a) { return __nvvm_d2i_rn(a); }
CUDASIM_INLINE float __nv_int2float_rn(int a) { return __nvvm_i2f_rn(a); }
CUDASIM_INLINE unsigned int __nv_float2uint_rn(float a) { return __nvvm_f2ui_rn(a); }
CUDASIM_INLINE unsigned int __nv_double2uint_rn(double a) { return __nvvm_d2ui_rn(a); }
CUDASIM_INLINE float __nv_uint2float_rn(unsigned int a) { return __nvvm_ui2f_rn(a); }
CUDASIM_INLINE long long __nv_float2ll_rn(float a) { return __nvvm_f2ll_rn(a); }
CUDASIM_INLINE long long __nv_double2ll_rn(double a) { return __nvvm_d2ll_rn(a); }
CUDASIM_INLINE float __nv_ll2float_rn(long long a) { return __nvvm_ll2f_rn(a); }
CUDASIM_INLINE double __nv_ll2double_rn(long long a) { return __nvvm_ll2d_rn(a); }
CUDASIM_INLINE unsigned long long __nv_float2ull_rn(float a) { return __nvvm_f2ull_rn(a); }
CUDASIM_INLINE unsigned long long __nv_double2ull_rn(double a) { return __nvvm_d2ull_rn(a); }
CUDASIM_INLINE float __nv_ull2float_rn(unsigned long long a) { return __nvvm_ull2f_rn(a); }
CUDASIM_INLINE double __nv_ull2double_rn(unsigned long long a) { return __nvvm_ull2d_rn(a); }
CUDASIM_INLINE float __nv_double2float_rz(double a) { return __nvvm_d2f_rz(a); }
CUDASIM_INLINE int __nv_float2int_rz(float a) { return __nvvm_f2i_rz(a); }
CUDASIM_INLINE int __nv_double2int_rz(double a) { return __nvvm_d2i_rz(a); }
CUDASIM_INLINE float __nv_int2float_rz(int a) { float r; asm("cvt.rz.f32.s32 %0, %1;" : "=f"(r) : "r"(a)); return r; }
CUDASIM_INLINE unsigned int __nv_float2uint_rz(float a) { return __nvvm_f2ui_rz(a); }
CUDASIM_INLINE unsigned int __nv_double2uint_rz(double a) { return __nvvm_d2ui_rz(a); }
CUDASIM_INLINE float __nv_uint2float_rz(unsigned int a) { float r; asm("cvt.rz.f32.u32 %0, %1;" : "=f"(r) : "r"(a)); return r; }
CUDASIM_INLINE long long __nv_float2ll_rz(float a) { return __nvvm_f2ll_rz(a); }
CUDASIM_INLINE long long __nv_double2ll_rz(double a) { return __nvvm_d2ll_rz(a); }
CUDASIM_INLINE float __nv_ll2float_rz(long long a) { float r; asm("cvt.rz.f32.s64 %0, %1;" : "=f"(r) : "l"(a)); return r; }
CUDASIM_INLINE double __nv_ll2double_rz(long long a) { double r; asm("cvt.rz.f64.s64 %0, %1;" : "=d"(r) : "l"(a)); return r; }
CUDASIM_INLINE unsigned long long __nv_float2ull_rz(float a) { return __nvvm_f2ull_rz(a); }
CUDASIM_INLINE unsigned long long __nv_double2ull_rz(double a) { return __nvvm_d2ull_rz(a); }
CUDASIM_INLINE float __nv_ull2float_rz(unsigned long long a) { float r; asm("cvt.rz.f32.u64 %0, %1;" : "=f"(r) : "l"(a)); return r; }
CUDASIM_INLINE double __nv_ull2double_rz(unsigned long long a) { double r; asm("cvt.rz.f64.u64 %0, %1;" : "=d"(r) : "l"(a)); return r; }
CUDASIM_INLINE float __nv_double2float_rd(double a) { return __nvvm_d2f_rm(a); }
CUDASIM_INLINE int __nv_float2int_rd(float a) { return __nvvm_f2i_rm(a); }
CUDASIM_INLINE int __nv_double2int_rd(double a) { return __nvvm_d2i_rm(a); }
CUDASIM_INLINE float __nv_int2float_rd(int a) { return __nvvm_i2f_rm(a); }
CUDASIM_INLINE unsigned int __nv_float2uint_rd(float a) { return __nvvm_f2ui_rm(a); }
CUDASIM_INLINE unsigned int __nv_double2uint_rd(double a) { return __nvvm_d2ui_rm(a); }
CUDASIM_INLINE float __nv_uint2float_rd(unsigned int a) { return __nvvm_ui2f_rm(a); }
CUDASIM_INLINE long long __nv_float2ll_rd(float a) { return __nvvm_f2ll_rm(a); }
CUDASIM_INLINE long long __nv_double2ll_rd(double a) { return __nvvm_d2ll_rm(a); }
CUDASIM_INLINE float __nv_ll2float_rd(long long a) { return __nvvm_ll2f_rm(a); }
CUDASIM_INLINE double __nv_ll2double_rd(long long a) { return __nvvm_ll2d_rm(a); }
CUDASIM_INLINE unsigned long long __nv_float2ull_rd(float a) { return __nvvm_f2ull_rm(a); }
CUDASIM_INLINE unsigned long long __nv_double2ull_rd(double a) { return __nvvm_d2ull_rm(a); }
CUDASIM_INLINE float __nv_ull2float_rd(unsigned long long a) { return __nvvm_ull2f_rm(a); }
CUDASIM_INLINE double __nv_ull2double_rd(unsigned long long a) { return __nvvm_ull2d_rm(a); }
CUDASIM_INLINE float __nv_double2float_ru(double a) { return __nvvm_d2f_rp(a); }
CUDASIM_INLINE int __nv_float2int_ru(float a) { return __nvvm_f2i_rp(a); }
CUDASIM_INLINE int __nv_double2int_ru(double a) { return __nvvm_d2i_rp(a); }
CUDASIM_INLINE float __nv_int2float_ru(int a) { return __nvvm_i2f_rp(a); }
CUDASIM_INLINE unsigned int __nv_float2uint_ru(float a) { return __nvvm_f2ui_rp(a); }
CUDASIM_INLINE unsigned int __nv_double2uint_ru(double a) { return __nvvm_d2ui_rp(a); }
CUDASIM_INLINE float __nv_uint2float_ru(unsigned int a) { return __nvvm_ui2f_rp(a); }
CUDASIM_INLINE long long __nv_float2ll_ru(float a) { return __nvvm_f2ll_rp(a); }
CUDASIM_INLINE long long __nv_double2ll_ru(double a) { return __nvvm_d2ll_rp(a); }
CUDASIM_INLINE float __nv_ll2float_ru(long long a) { return __nvvm_ll2f_rp(a); }
CUDASIM_INLINE double __nv_ll2double_ru(long long a) { return __nvvm_ll2d_rp(a); }
CUDASIM_INLINE unsigned long long __nv_float2ull_ru(float a) { return __nvvm_f2ull_rp(a); }
CUDASIM_INLINE unsigned long long __nv_double2ull_ru(double a) { return __nvvm_d2ull_rp(a); }
CUDASIM_INLINE float __nv_ull2float_ru(unsigned long long a) { return __nvvm_ull2f_rp(a); }
CUDASIM_INLINE double __nv_ull2double_ru(unsigned long long a) { return __nvvm_ull2d_rp(a); }
CUDASIM_INLINE double __nv_int2double_rn(int a) { return a; }
CUDASIM_INLINE double __nv_uint2double_rn(unsigned int a) { return a; }

// ---- one instruction each ----
CUDASIM_INLINE double __nv_ceil(double a) { return __builtin_ceil(a); }
CUDASIM_INLINE float __nv_ceilf(float a) { return __builtin_ceilf(a); }
CUDASIM_INLINE double __nv_floor(double a) { return __builtin_floor(a); }
CUDASIM_INLINE float __nv_floorf(float a) { return __builtin_floorf(a); }
CUDASIM_INLINE double __nv_trunc(double a) { return __builtin_trunc(a); }
CUDASIM_INLINE float __nv_truncf(float a) { return __builtin_truncf(a); }
CUDASIM_INLINE double __nv_rint(double a) { return __builtin_rint(a); }
CUDASIM_INLINE float __nv_rintf(float a) { return __builtin_rintf(a); }
CUDASIM_INLINE double __nv_nearbyint(double a) { return __builtin_nearbyint(a); }
CUDASIM_INLINE float __nv_nearbyintf(float a) { return __builtin_nearbyintf(a); }
CUDASIM_INLINE double __nv_fabs(double a) { return __builtin_fabs(a); }
CUDASIM_INLINE float __nv_fabsf(float a) { return __builtin_fabsf(a); }
CUDASIM_INLINE double __nv_sqrt(double a) { return __nvvm_sqrt_rn_d(a); }
CUDASIM_INLINE float __nv_sqrtf(float a) { return __nvvm_sqrt_rn_f(a); }
CUDASIM_INLINE double __nv_rsqrt(double a) { return __nvvm_rsqrt_approx_d(a); }
CUDASIM_INLINE float __nv_rsqrtf(float a) { return __nvvm_rsqrt_approx_f(a); }
CUDASIM_INLINE float __nv_frsqrt_rn(float a) { return __nvvm_rsqrt_approx_f(a); }
CUDASIM_INLINE double __nv_copysign(double a, double b) { return __builtin_copysign(a, b); }
CUDASIM_INLINE float __nv_copysignf(float a, float b) { return __builtin_copysignf(a, b); }
CUDASIM_INLINE double __nv_fmax(double a, double b) { return __builtin_fmax(a, b); }
CUDASIM_INLINE float __nv_fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
CUDASIM_INLINE double __nv_fmin(double a, double b) { return __builtin_fmin(a, b); }
CUDASIM_INLINE float __nv_fminf(float a, float b) { return __builtin_fminf(a, b); }
CUDASIM_INLINE double __nv_fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
CUDASIM_INLINE float __nv_fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
CUDASIM_INLINE float __nv_saturatef(float a) { return __nvvm_saturate_f(a); }
CUDASIM_INLINE float __nv_fast_sinf(float a) { return __nvvm_sin_approx_f(a); }
CUDASIM_INLINE float __nv_fast_cosf(float a) { return __nvvm_cos_approx_f(a); }
CUDASIM_INLINE float __nv_fast_log2f(float a) { return __nvvm_lg2_approx_f(a); }
CUDASIM_INLINE float __nv_fast_fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }

// ---- a few instructions each ----
CUDASIM_INLINE float __nv_fast_expf(float a) { return __nvvm_ex2_approx_f(a * 1.4426950408889634f); }
CUDASIM_INLINE float __nv_fast_exp10f(float a) { return __nvvm_ex2_approx_f(a * 3.3219280948873623f); }
CUDASIM_INLINE float __nv_fast_logf(float a) { return __nvvm_lg2_approx_f(a) * 0.69314718055994531f; }
CUDASIM_INLINE float __nv_fast_log10f(float a) { return __nvvm_lg2_approx_f(a) * 0.30102999566398120f; }
CUDASIM_INLINE float __nv_fast_powf(float a, float b) { return __nvvm_ex2_approx_f(b * __nvvm_lg2_approx_f(a)); }
CUDASIM_INLINE float __nv_fast_tanf(float a) { return __nvvm_div_approx_f(__nvvm_sin_approx_f(a), __nvvm_cos_approx_f(a)); }
CUDASIM_INLINE void __nv_fast_sincosf(float a, float* s, float* c) { *s = __nvvm_sin_approx_f(a), *c = __nvvm_cos_approx_f(a); }
CUDASIM_INLINE void __nv_sincos(double a, double* s, double* c) { *s = __nv_sin(a), *c = __nv_cos(a); }
CUDASIM_INLINE void __nv_sincosf(float a, float* s, float* c) { *s = __nv_sinf(a), *c = __nv_cosf(a); }
CUDASIM_INLINE void __nv_sincospi(double a, double* s, double* c) { *s = __nv_sinpi(a), *c = __nv_cospi(a); }
CUDASIM_INLINE void __nv_sincospif(float a, float* s, float* c) { *s = __nv_sinpif(a), *c = __nv_cospif(a); }
CUDASIM_INLINE double __nv_fdim(double a, double b) { return a <= b ? 0.0 : a - b; }
CUDASIM_INLINE float __nv_fdimf(float a, float b) { return a <= b ? 0.0f : a - b; }
// Halves away from zero; above 2^52 (2^23) every number is whole.
CUDASIM_INLINE double __nv_round(double a) {
  double whole = __builtin_trunc(a);
  if (__builtin_fabs(a - whole) >= 0.5) whole += __builtin_copysign(1.0, a);
  return __builtin_copysign(whole, a);
}
CUDASIM_INLINE float __nv_roundf(float a) {
  float whole = __builtin_truncf(a);
  if (__builtin_fabsf(a - whole) >= 0.5f) whole += __builtin_copysignf(1.0f, a);
  return __builtin_copysignf(whole, a);
}
CUDASIM_INLINE long long __nv_llrint(double a) { return __nvvm_d2ll_rn(a); }
CUDASIM_INLINE long long __nv_llrintf(float a) { return __nvvm_f2ll_rn(a); }
CUDASIM_INLINE long long __nv_llround(double a) { return __nvvm_d2ll_rz(__nv_round(a)); }
CUDASIM_INLINE long long __nv_llroundf(float a) { return __nvvm_f2ll_rz(__nv_roundf(a)); }
CUDASIM_INLINE int __nv_isfinited(double a) { return __builtin_fabs(a) < __builtin_inf(); }
CUDASIM_INLINE int __nv_finitef(float a) { return __builtin_fabsf(a) < __builtin_inff(); }
CUDASIM_INLINE int __nv_isinfd(double a) { return __builtin_fabs(a) == __builtin_inf(); }
CUDASIM_INLINE int __nv_isinff(float a) { return __builtin_fabsf(a) == __builtin_inff(); }
CUDASIM_INLINE int __nv_isnand(double a) { return a != a; }
CUDASIM_INLINE int __nv_isnanf(float a) { return a != a; }
CUDASIM_INLINE int __nv_signbitd(double a) { return __builtin_bit_cast(long long, a) < 0; }
CUDASIM_INLINE int __nv_signbitf(float a) { return __builtin_bit_cast(int, a) < 0; }
CUDASIM_INLINE double __nv_nan(const signed char*) { return __builtin_nan(""); }
CUDASIM_INLINE float __nv_nanf(const signed char*) { return __builtin_nanf(""); }
CUDASIM_INLINE double __nv_powi(double a, int b) { return __nv_pow(a, double(b)); }
CUDASIM_INLINE float __nv_powif(float a, int b) { return __nv_powf(a, float(b)); }
CUDASIM_INLINE double __nv_rcbrt(double a) { return 1.0 / __nv_cbrt(a); }
CUDASIM_INLINE float __nv_rcbrtf(float a) { return 1.0f / __nv_cbrtf(a); }
CUDASIM_INLINE double __nv_rhypot(double a, double b) { return 1.0 / __nv_hypot(a, b); }
CUDASIM_INLINE float __nv_rhypotf(float a, float b) { return 1.0f / __nv_hypotf(a, b); }
CUDASIM_INLINE double __nv_norm3d(double a, double b, double c) { return __nv_hypot(__nv_hypot(a, b), c); }
CUDASIM_INLINE float __nv_norm3df(float a, float b, float c) { return __nv_hypotf(__nv_hypotf(a, b), c); }
CUDASIM_INLINE double __nv_norm4d(double a, double b, double c, double d) { return __nv_hypot(__nv_hypot(a, b), __nv_hypot(c, d)); }
CUDASIM_INLINE float __nv_norm4df(float a, float b, float c, float d) { return __nv_hypotf(__nv_hypotf(a, b), __nv_hypotf(c, d)); }
CUDASIM_INLINE double __nv_rnorm3d(double a, double b, double c) { return 1.0 / __nv_norm3d(a, b, c); }
CUDASIM_INLINE float __nv_rnorm3df(float a, float b, float c) { return 1.0f / __nv_norm3df(a, b, c); }
CUDASIM_INLINE double __nv_rnorm4d(double a, double b, double c, double d) { return 1.0 / __nv_norm4d(a, b, c, d); }
CUDASIM_INLINE float __nv_rnorm4df(float a, float b, float c, float d) { return 1.0f / __nv_norm4df(a, b, c, d); }
CUDASIM_INLINE double __nv_norm(int n, const double* v) { double length = 0; for (int i = 0; i < n; ++i) length = __nv_hypot(length, v[i]); return length; }
CUDASIM_INLINE float __nv_normf(int n, const float* v) { float length = 0; for (int i = 0; i < n; ++i) length = __nv_hypotf(length, v[i]); return length; }
CUDASIM_INLINE double __nv_rnorm(int n, const double* v) { return 1.0 / __nv_norm(n, v); }
CUDASIM_INLINE float __nv_rnormf(int n, const float* v) { return 1.0f / __nv_normf(n, v); }
CUDASIM_INLINE double __nv_modf(double a, double* whole) {
  *whole = __builtin_trunc(a);
  return __builtin_copysign(__nv_isinfd(a) ? 0.0 : a - *whole, a);
}
CUDASIM_INLINE float __nv_modff(float a, float* whole) {
  *whole = __builtin_truncf(a);
  return __builtin_copysignf(__nv_isinff(a) ? 0.0f : a - *whole, a);
}
CUDASIM_INLINE double __nv_frexp(double a, int* exponent) {
  *exponent = a == 0 || !__nv_isfinited(a) ? 0 : __nv_ilogb(a) + 1;
  return *exponent == 0 && (a == 0 || !__nv_isfinited(a)) ? a : __nv_scalbn(a, -*exponent);
}
CUDASIM_INLINE float __nv_frexpf(float a, int* exponent) {
  *exponent = a == 0 || !__nv_finitef(a) ? 0 : __nv_ilogbf(a) + 1;
  return *exponent == 0 && (a == 0 || !__nv_finitef(a)) ? a : __nv_scalbnf(a, -*exponent);
}
// The quotient's sign and last three bits, as C asks for.
CUDASIM_INLINE double __nv_remquo(double a, double b, int* quotient) {
  const double rest = __nv_remainder(a, b);
  const long long q = __nvvm_d2ll_rn(__nv_fmod(__builtin_fabs((a - rest) / b), 8.0));
  *quotient = int((a < 0) != (b < 0) ? -(q & 7) : q & 7);
  return rest;
}
CUDASIM_INLINE float __nv_remquof(float a, float b, int* quotient) { return float(__nv_remquo(double(a), double(b), quotient)); }
}  // extern "C"
// clang-format on
#undef CUDASIM_INLINE
#undef CUDASIM_NATIVE
