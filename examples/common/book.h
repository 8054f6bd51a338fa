#pragma once
// The helpers that programs in the manner of "CUDA by Example" include: a check around each CUDA call, and rnd().
// Our own code, for programs of that style; new programs are better off without macros.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

// Ends the program with file, line and the runtime's sentence unless `error` is cudaSuccess.
static inline void HandleError(cudaError_t error, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s (%s)\n", file, line, cudaGetErrorString(error), cudaGetErrorName(error));
  std::exit(EXIT_FAILURE);
}

#define HANDLE_ERROR(call) (HandleError((call), __FILE__, __LINE__))

#define HANDLE_NULL(pointer)                                                         \
  do {                                                                               \
    if ((pointer) == nullptr) {                                                      \
      std::fprintf(stderr, "%s:%d: host memory is exhausted\n", __FILE__, __LINE__); \
      std::exit(EXIT_FAILURE);                                                       \
    }                                                                                \
  } while (false)
