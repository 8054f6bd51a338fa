#pragma once
// What the fault programs share. Each program holds several cases, one fault each; `program NAME` runs one, `program` lists
// them. The comment at the head of a program says what the simulated GPU must say of each:
//   expect NAME: KIND at MARK: "piece of the sentence", "another"
// MARK is the line that ends in the comment [MARK]. KIND is that of a fault; `error` (a call of the host that fails),
// `refused` (a launch that does) and `note` have no line; `nothing` is a right program. A line `status NAME: N` says what
// the last synchronisation answers where it is not 0, `launch NAME: N` which launch is blamed, counted from 1.
// Only the CUDA runtime and the standard library are used: nvcc builds the same files for compute-sanitizer.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

struct Case {
  const char* name;
  void (*run)();
};

template <std::size_t Count>
int run_case(const Case (&cases)[Count], int argc, char** argv) {
  for (const Case& one : cases) {
    if (argc < 2) {
      std::printf("%s\n", one.name);
    } else if (std::strcmp(argv[1], one.name) == 0) {
      one.run();
      const cudaError_t first = cudaGetLastError();
      std::printf("status %d\n", int(first != cudaSuccess ? first : cudaDeviceSynchronize()));
      return 0;
    }
  }
  return argc < 2 ? 0 : 2;
}

// Device memory with values 1, 2, 3, ...; never freed: the process ends with the case.
template <class T>
T* counted(int count) {
  std::vector<T> host(count);
  for (int i = 0; i < count; ++i) host[i] = T(i + 1);
  T* device = nullptr;
  cudaMalloc(&device, count * sizeof(T));
  cudaMemcpy(device, host.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}
template <class T>
T* zeros(int count) {
  T* device = nullptr;
  cudaMalloc(&device, count * sizeof(T));
  cudaMemset(device, 0, count * sizeof(T));
  return device;
}
template <class T>
T* unwritten(int count) {
  T* device = nullptr;
  cudaMalloc(&device, count * sizeof(T));
  return device;
}
