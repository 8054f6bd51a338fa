// The calls of the runtime that C++ makes typed: kernels and symbols are passed as themselves.
#pragma once

#include "cuda_runtime_api.h"

template <class T>
cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return ::cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
}
template <class T>
cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return ::cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream);
}
template <class T>
cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return ::cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height);
}
template <class T>
cudaError_t cudaMallocManaged(T** pointer, size_t bytes, unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned int flags = cudaHostAllocDefault) {
  return ::cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned int flags) {
  return ::cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <class T>
cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  return ::cudaHostGetDevicePointer(reinterpret_cast<void**>(device), host, flags);
}

// Through a volatile or const variable too, as nvcc's headers have it.
template <class T>
const void* sim_symbol_address(const T& symbol) {
  return const_cast<const void*>(static_cast<const volatile void*>(&symbol));
}
// `symbol` is the variable. A string literal or a pointer is taken for a variable too, and refused at run time.
template <class T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* source, size_t bytes, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol(sim_symbol_address(symbol), source, bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* target, const T& symbol, size_t bytes, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(target, sim_symbol_address(symbol), bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* source, size_t bytes, size_t offset = 0,
                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = nullptr) {
  return ::cudaMemcpyToSymbolAsync(sim_symbol_address(symbol), source, bytes, offset, kind, stream);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void* target, const T& symbol, size_t bytes, size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = nullptr) {
  return ::cudaMemcpyFromSymbolAsync(target, sim_symbol_address(symbol), bytes, offset, kind, stream);
}
template <class T>
cudaError_t cudaGetSymbolAddress(void** address, const T& symbol) {
  return ::cudaGetSymbolAddress(address, sim_symbol_address(symbol));
}
template <class T>
cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return ::cudaGetSymbolSize(bytes, sim_symbol_address(symbol));
}

static inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

// ---- kernels: any pointer to a __global__ function ---------------------------------------------------------
template <class T>
cudaError_t cudaLaunchKernel(T* kernel, dim3 grid, dim3 block, void** arguments, size_t dynamic_shared = 0,
                             cudaStream_t stream = nullptr) {
  return ::cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments, dynamic_shared, stream);
}
template <class T>
cudaError_t cudaLaunchCooperativeKernel(T* kernel, dim3 grid, dim3 block, void** arguments, size_t dynamic_shared = 0,
                                        cudaStream_t stream = nullptr) {
  return ::cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments, dynamic_shared,
                                       stream);
}
template <class T>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* kernel) {
  return ::cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(kernel));
}
template <class T>
cudaError_t cudaFuncSetAttribute(T* kernel, cudaFuncAttribute attribute, int value) {
  return ::cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), attribute, value);
}
template <class T>
cudaError_t cudaFuncSetCacheConfig(T* kernel, cudaFuncCache config) {
  return ::cudaFuncSetCacheConfig(reinterpret_cast<const void*>(kernel), config);
}
template <class T>
cudaError_t cudaFuncGetName(const char** name, T* kernel) {
  return ::cudaFuncGetName(name, reinterpret_cast<const void*>(kernel));
}
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T kernel, int block_size,
                                                          size_t dynamic_shared) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void*>(kernel), block_size,
                                                         dynamic_shared);
}
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T kernel, int block_size,
                                                                   size_t dynamic_shared, unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, reinterpret_cast<const void*>(kernel),
                                                                  block_size, dynamic_shared, flags);
}
template <class T>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamic_shared, T* kernel, int blocks, int block_size) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(dynamic_shared, reinterpret_cast<const void*>(kernel), blocks,
                                                     block_size);
}

// The block size that keeps most threads resident, ties to the larger block, and the smallest grid that fills the
// device. Walks down in whole warps, as the CUDA 13.0 implementation does.
template <class SharedBytes, class T>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid_size, int* block_size, T kernel,
                                                           SharedBytes shared_bytes_of_block, int limit = 0) {
  if (!grid_size || !block_size) return cudaErrorInvalidValue;
  int device = 0, multiprocessors = 0, threads_of_multiprocessor = 0, device_limit = 0, warp = 0;
  cudaFuncAttributes attributes;
  for (cudaError_t status :
       {::cudaGetDevice(&device), ::cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
        ::cudaDeviceGetAttribute(&threads_of_multiprocessor, cudaDevAttrMaxThreadsPerMultiProcessor, device),
        ::cudaDeviceGetAttribute(&device_limit, cudaDevAttrMaxThreadsPerBlock, device),
        ::cudaDeviceGetAttribute(&warp, cudaDevAttrWarpSize, device), cudaFuncGetAttributes(&attributes, kernel)})
    if (status != cudaSuccess) return status;
  if (limit <= 0 || limit > device_limit) limit = device_limit;
  if (limit > attributes.maxThreadsPerBlock) limit = attributes.maxThreadsPerBlock;

  int best_threads = 0, best_block = 0, best_blocks = 0;
  for (int rounded = (limit + warp - 1) / warp * warp; rounded > 0; rounded -= warp) {
    const int block = limit < rounded ? limit : rounded;
    int blocks = 0;
    const cudaError_t status = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, reinterpret_cast<const void*>(kernel), block, shared_bytes_of_block(block));
    if (status != cudaSuccess) return status;
    if (block * blocks > best_threads) best_threads = block * blocks, best_block = block, best_blocks = blocks;
    if (best_threads == threads_of_multiprocessor) break;
  }
  *grid_size = best_blocks * multiprocessors;
  *block_size = best_block;
  return cudaSuccess;
}
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, T kernel, size_t dynamic_shared = 0,
                                               int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      grid_size, block_size, kernel, [dynamic_shared](int) { return dynamic_shared; }, limit);
}
