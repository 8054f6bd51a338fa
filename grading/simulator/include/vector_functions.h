// make_float4(x, y, z, w) and the like for every vector type.
#pragma once

#include "vector_types.h"

static __inline__ __host__ __device__ constexpr char1 make_char1(signed char x) { return {x}; }
static __inline__ __host__ __device__ constexpr char2 make_char2(signed char x, signed char y) { return {x, y}; }
static __inline__ __host__ __device__ constexpr char3 make_char3(signed char x, signed char y, signed char z) { return {x, y, z}; }
static __inline__ __host__ __device__ constexpr char4 make_char4(signed char x, signed char y, signed char z, signed char w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr uchar1 make_uchar1(unsigned char x) { return {x}; }
static __inline__ __host__ __device__ constexpr uchar2 make_uchar2(unsigned char x, unsigned char y) { return {x, y}; }
static __inline__ __host__ __device__ constexpr uchar3 make_uchar3(unsigned char x, unsigned char y, unsigned char z) { return {x, y, z}; }
static __inline__ __host__ __device__ constexpr uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr short1 make_short1(short x) { return {x}; }
static __inline__ __host__ __device__ constexpr short2 make_short2(short x, short y) { return {x, y}; }
static __inline__ __host__ __device__ constexpr short3 make_short3(short x, short y, short z) { return {x, y, z}; }
static __inline__ __host__ __device__ constexpr short4 make_short4(short x, short y, short z, short w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr ushort1 make_ushort1(unsigned short x) { return {x}; }
static __inline__ __host__ __device__ constexpr ushort2 make_ushort2(unsigned short x, unsigned short y) { return {x, y}; }
static __inline__ __host__ __device__ constexpr ushort3 make_ushort3(unsigned short x, unsigned short y, unsigned short z) { return {x, y, z}; }
static __inline__ __host__ __device__ constexpr ushort4 make_ushort4(unsigned short x, unsigned short y, unsigned short z, unsigned short w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr int1 make_int1(int x) { return {x}; }
static __inline__ __host__ __device__ constexpr int2 make_int2(int x, int y) { return {x, y}; }
static __inline__ __host__ __device__ constexpr int3 make_int3(int x, int y, int z) { return {x, y, z}; }
static __inline__ __host__ __device__ constexpr int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr uint1 make_uint1(unsigned int x) { return {x}; }
static __inline__ __host__ __device__ constexpr uint2 make_uint2(unsigned int x, unsigned int y) { return {x, y}; }
static __inline__ __host__ __device__ constexpr uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z) { return {x, y, z}; }
static __inline__ __host__ __device__ constexpr uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr long1 make_long1(long x) { return {x}; }
static __inline__ __host__ __device__ constexpr long2 make_long2(long x, long y) { return {x, y}; }
static __inline__ __host__ __device__ constexpr long3 make_long3(long x, long y, long z) { return {x, y, z}; }
static __inline__ __host__ __device__ constexpr long4 make_long4(long x, long y, long z, long w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr ulong1 make_ulong1(unsigned long x) { return {x}; }
static __inline__ __host__ __device__ constexpr ulong2 make_ulong2(unsigned long x, unsigned long y) { return {x, y}; }
static __inline__ __host__ __device__ constexpr ulong3 make_ulong3(unsigned long x, unsigned long y, unsigned long z) { return {x, y, z}; }
static __inline__ __host__ __device__ constexpr ulong4 make_ulong4(unsigned long x, unsigned long y, unsigned long z, unsigned long w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr longlong1 make_longlong1(long long x) { return {x}; }
static __inline__ __host__ __device__ constexpr longlong2 make_longlong2(long long x, long long y) { return {x, y}; }
static __inline__ __host__ __device__ constexpr longlong3 make_longlong3(long long x, long long y, long long z) { return {x, y, z}; }
static __inline__ __host__ __device__ constexpr longlong4 make_longlong4(long long x, long long y, long long z, long long w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr ulonglong1 make_ulonglong1(unsigned long long x) { return {x}; }
static __inline__ __host__ __device__ constexpr ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y) { return {x, y}; }
static __inline__ __host__ __device__ constexpr ulonglong3 make_ulonglong3(unsigned long long x, unsigned long long y, unsigned long long z) { return {x, y, z}; }
static __inline__ __host__ __device__ constexpr ulonglong4 make_ulonglong4(unsigned long long x, unsigned long long y, unsigned long long z, unsigned long long w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr float1 make_float1(float x) { return {x}; }
static __inline__ __host__ __device__ constexpr float2 make_float2(float x, float y) { return {x, y}; }
static __inline__ __host__ __device__ constexpr float3 make_float3(float x, float y, float z) { return {x, y, z}; }
static __inline__ __host__ __device__ constexpr float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr double1 make_double1(double x) { return {x}; }
static __inline__ __host__ __device__ constexpr double2 make_double2(double x, double y) { return {x, y}; }
static __inline__ __host__ __device__ constexpr double3 make_double3(double x, double y, double z) { return {x, y, z}; }
static __inline__ __host__ __device__ constexpr double4 make_double4(double x, double y, double z, double w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr long4_16a make_long4_16a(long x, long y, long z, long w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr long4_32a make_long4_32a(long x, long y, long z, long w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr ulong4_16a make_ulong4_16a(unsigned long x, unsigned long y, unsigned long z, unsigned long w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr ulong4_32a make_ulong4_32a(unsigned long x, unsigned long y, unsigned long z, unsigned long w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr longlong4_16a make_longlong4_16a(long long x, long long y, long long z, long long w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr longlong4_32a make_longlong4_32a(long long x, long long y, long long z, long long w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr ulonglong4_16a make_ulonglong4_16a(unsigned long long x, unsigned long long y, unsigned long long z, unsigned long long w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr ulonglong4_32a make_ulonglong4_32a(unsigned long long x, unsigned long long y, unsigned long long z, unsigned long long w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr double4_16a make_double4_16a(double x, double y, double z, double w) { return {x, y, z, w}; }
static __inline__ __host__ __device__ constexpr double4_32a make_double4_32a(double x, double y, double z, double w) { return {x, y, z, w}; }
