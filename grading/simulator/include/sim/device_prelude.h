// First header of a CUDA compilation, before any header of the standard library: clang's forward declarations let
// <cmath> pick up the device versions, and __CUDACC__ keeps libstdc++ away from __float128.
#pragma once

#include <__clang_cuda_math_forward_declares.h>

#define __CUDACC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0

// nvcc includes these for every program, so programs rely on them.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <utility>

#include "cuda.h"
#include "host_defines.h"
#include "vector_types.h"

// Around device code of these headers: what is inlined into a kernel then belongs to the line of the kernel that called
// it. Functions without debug information take the place of their call (LLVM, InlineFunction.cpp, fixupLineNumbers).
#define CUDASIM_LINES_OF_CALLER _Pragma("clang attribute push(__attribute__((nodebug)), apply_to = hasType(functionType))")
#define CUDASIM_LINES_OF_CALLER_END _Pragma("clang attribute pop")
