// clang's intrinsics (__fadd_rn, __clz, __uAtomicAdd, ...), without those that order memory: as builtins they let
// clang 14 move reads of __shared__ variables across the barrier, so sim/synchronisation.h has its own.
#pragma once

#define __syncthreads_and __cudasim_unused_syncthreads_and
#define __syncthreads_or __cudasim_unused_syncthreads_or
#define __syncthreads_count __cudasim_unused_syncthreads_count
#define __threadfence __cudasim_unused_threadfence
#define __threadfence_block __cudasim_unused_threadfence_block
#define __threadfence_system __cudasim_unused_threadfence_system
#include <__clang_cuda_device_functions.h>
#undef __syncthreads_and
#undef __syncthreads_or
#undef __syncthreads_count
#undef __threadfence
#undef __threadfence_block
#undef __threadfence_system
