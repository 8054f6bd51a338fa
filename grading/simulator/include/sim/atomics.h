// Atomic functions of CUDA C++ (Programming Guide, "Atomic Functions"): each returns the old value.
// The _block and _system forms differ in scope only; the simulated GPU orders all of them alike.
#pragma once

#include "sim/synchronisation.h"

// `expression` uses `address` and `value`.
#define CUDASIM_ATOMIC(name, type, expression)                                              \
  CUDASIM_DEVICE type name(type* address, type value) { return expression; }                \
  CUDASIM_DEVICE type name##_block(type* address, type value) { return expression; }        \
  CUDASIM_DEVICE type name##_system(type* address, type value) { return expression; }


CUDASIM_ATOMIC(atomicAdd, int, __iAtomicAdd(address, value))
CUDASIM_ATOMIC(atomicAdd, unsigned int, __uAtomicAdd(address, value))
CUDASIM_ATOMIC(atomicAdd, unsigned long long, __ullAtomicAdd(address, value))
CUDASIM_ATOMIC(atomicAdd, float, __fAtomicAdd(address, value))
CUDASIM_ATOMIC(atomicAdd, double, __dAtomicAdd(address, value))

CUDASIM_ATOMIC(atomicSub, int, __iAtomicAdd(address, -value))
CUDASIM_ATOMIC(atomicSub, unsigned int, __uAtomicAdd(address, 0u - value))

CUDASIM_ATOMIC(atomicExch, int, __iAtomicExch(address, value))
CUDASIM_ATOMIC(atomicExch, unsigned int, __uAtomicExch(address, value))
CUDASIM_ATOMIC(atomicExch, unsigned long long, __ullAtomicExch(address, value))
CUDASIM_ATOMIC(atomicExch, float, __fAtomicExch(address, value))

CUDASIM_ATOMIC(atomicMin, int, __iAtomicMin(address, value))
CUDASIM_ATOMIC(atomicMin, unsigned int, __uAtomicMin(address, value))
CUDASIM_ATOMIC(atomicMin, long long, __illAtomicMin(address, value))
CUDASIM_ATOMIC(atomicMin, unsigned long long, __ullAtomicMin(address, value))
CUDASIM_ATOMIC(atomicMax, int, __iAtomicMax(address, value))
CUDASIM_ATOMIC(atomicMax, unsigned int, __uAtomicMax(address, value))
CUDASIM_ATOMIC(atomicMax, long long, __illAtomicMax(address, value))
CUDASIM_ATOMIC(atomicMax, unsigned long long, __ullAtomicMax(address, value))

CUDASIM_ATOMIC(atomicInc, unsigned int, __uAtomicInc(address, value))
CUDASIM_ATOMIC(atomicDec, unsigned int, __uAtomicDec(address, value))

CUDASIM_ATOMIC(atomicAnd, int, __iAtomicAnd(address, value))
CUDASIM_ATOMIC(atomicAnd, unsigned int, __uAtomicAnd(address, value))
CUDASIM_ATOMIC(atomicAnd, unsigned long long, __ullAtomicAnd(address, value))
CUDASIM_ATOMIC(atomicOr, int, __iAtomicOr(address, value))
CUDASIM_ATOMIC(atomicOr, unsigned int, __uAtomicOr(address, value))
CUDASIM_ATOMIC(atomicOr, unsigned long long, __ullAtomicOr(address, value))
CUDASIM_ATOMIC(atomicXor, int, __iAtomicXor(address, value))
CUDASIM_ATOMIC(atomicXor, unsigned int, __uAtomicXor(address, value))
CUDASIM_ATOMIC(atomicXor, unsigned long long, __ullAtomicXor(address, value))
#undef CUDASIM_ATOMIC

#define CUDASIM_ATOMIC_CAS(name)                                                                                     \
  CUDASIM_DEVICE int name(int* address, int compare, int value) { return __iAtomicCAS(address, compare, value); }    \
  CUDASIM_DEVICE unsigned int name(unsigned int* address, unsigned int compare, unsigned int value) {                \
    return __uAtomicCAS(address, compare, value);                                                                    \
  }                                                                                                                  \
  CUDASIM_DEVICE unsigned long long name(unsigned long long* address, unsigned long long compare,                    \
                                         unsigned long long value) {                                                 \
    return __ullAtomicCAS(address, compare, value);                                                                  \
  }                                                                                                                  \
  CUDASIM_DEVICE unsigned short name(unsigned short* address, unsigned short compare, unsigned short value) {        \
    unsigned short old;                                                                                              \
    asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(address), "h"(compare), "h"(value) : "memory");  \
    return old;                                                                                                      \
  }
CUDASIM_ATOMIC_CAS(atomicCAS)
CUDASIM_ATOMIC_CAS(atomicCAS_block)
CUDASIM_ATOMIC_CAS(atomicCAS_system)
#undef CUDASIM_ATOMIC_CAS
