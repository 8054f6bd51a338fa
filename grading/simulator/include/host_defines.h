// The words that CUDA adds to C++: attributes for clang's CUDA mode, nothing for a plain C++ compiler.
#pragma once

#if defined(__CUDA__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __managed__                                                                       \
  _Pragma("GCC error \"__managed__ variables are not available on the simulated GPU: allocate with cudaMallocManaged\"")
#define __cluster_dims__(...)                                                             \
  _Pragma("GCC error \"thread block clusters are not available on the simulated GPU\"")
#if __clang_major__ < 15
// A keyword since clang 15. Before, nothing: libstdc++ writes __attribute__((__noinline__)), so that only an empty
// replacement suits both uses.
#define __noinline__
#endif
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __launch_bounds__(...)
#endif

#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__ __inline__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __grid_constant__
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDAAPI
#define CUDART_CB
#define CUDA_CB
