// The device side of CUDA C++, on top of the headers that come with clang. Order matters: clang's headers call
// libdevice functions, whose bodies or declarations sim/libdevice.h gives.
#pragma once

CUDASIM_LINES_OF_CALLER

#include "__clang_cuda_builtin_vars.h"

__device__ inline __cuda_builtin_threadIdx_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_threadIdx_t::operator uint3() const { return {x, y, z}; }
__device__ inline __cuda_builtin_blockIdx_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_blockIdx_t::operator uint3() const { return {x, y, z}; }
__device__ inline __cuda_builtin_blockDim_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_blockDim_t::operator uint3() const { return {x, y, z}; }
__device__ inline __cuda_builtin_gridDim_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_gridDim_t::operator uint3() const { return {x, y, z}; }

#include "sim/libdevice.h"
#include <__clang_cuda_libdevice_declares.h>
#include "sim/clang_device_functions.h"
#include <__clang_cuda_math.h>

#include "sim/synchronisation.h"
#include "sim/float_overloads.h"
#include "sim/warp.h"
#include "sim/atomics.h"
#include "sim/read_only.h"
#include "sim/min_max.h"
#include "sim/host_math.h"

#include <__clang_cuda_cmath.h>
#include <__clang_cuda_complex_builtins.h>

#include "sim/device_library.h"
#include "sim/surface.h"
#include "sim/texture.h"

CUDASIM_LINES_OF_CALLER_END

// What clang calls for kernel<<<grid, block, dynamic_shared, stream>>>.
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t dynamic_shared = 0, void* stream = 0);
