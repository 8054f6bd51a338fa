// Calls into the machine: printf, assert, malloc and free of device code.
#pragma once

#include <cassert>

extern "C" {
// clang turns a device printf into vprintf(format, packed arguments).
__device__ int vprintf(const char*, const char*);
__device__ int printf(const char*, ...);
__device__ void* malloc(size_t) __attribute__((nothrow, malloc));
__device__ void free(void*) __attribute__((nothrow));
__device__ void __assertfail(const char* message, const char* file, unsigned line, const char* function, size_t char_size);
__device__ static inline void __assert_fail(const char* message, const char* file, unsigned line, const char* function) {
  __assertfail(message, file, line, function, sizeof(char));
}
}  // extern "C"

namespace std {
__device__ static inline void* malloc(size_t bytes) { return ::malloc(bytes); }
__device__ static inline void free(void* pointer) { ::free(pointer); }
}  // namespace std

#include <new>
