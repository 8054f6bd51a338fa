#pragma once
// A check around CUDA calls without macros: check(cudaMalloc(...)) ends the program with place and reason on failure.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

inline void check(cudaError_t status, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s (%s)\n", file, line, cudaGetErrorString(status), cudaGetErrorName(status));
  std::exit(EXIT_FAILURE);
}

// After a launch: a refused launch is known at once, a fault of the kernel only when the host waits for it.
inline void check_launch(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  check(cudaGetLastError(), file, line);
  check(cudaDeviceSynchronize(), file, line);
}
