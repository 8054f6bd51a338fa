#pragma once
// The functions of lab 05. Each is a host function in a file of its own; the grader calls the first two with device
// pointers. Launch your kernels on the default stream. The grader waits for the device afterwards, so you need not.
#include <cuda_runtime.h>

#include <cstddef>

/// y[i] = a * x[i] + y[i] for every i below n.
///
/// @param a  factor
/// @param x  device memory, n floats, starts at a multiple of 256 bytes; not written
/// @param y  device memory, n floats, starts at a multiple of 256 bytes; does not overlap `x`
/// @param n  floats, 0 to 2 000 000 000; with 0 there is nothing to do
void saxpy_any(float a, const float* x, float* y, int n);

/// Floats of scratch memory for normalize_rows: one for every 1024 floats of a row, begun ones included.
constexpr std::size_t scratch_floats(int rows, int columns) {
  return static_cast<std::size_t>(rows) * ((columns + 1023) / 1024);
}

/// Divides every row by its sum, so that its elements add up to 1.
///
/// Rows follow each other without a gap: row r starts `columns` floats after row r - 1. The first starts at a multiple
/// of 256 bytes, the others wherever that leads. All rows have one length, and any length may come.
///
/// @param in       device memory, rows * columns floats, none negative, each row with a sum above 0; not written
/// @param out      device memory, rows * columns floats; does not overlap `in`
/// @param scratch  device memory, scratch_floats(rows, columns) floats, not initialised; yours to use, or not
/// @param rows     0 to 100 000 000; with 0 there is nothing to do
/// @param columns  floats in a row, 1 to 1 048 576 (2^20); rows * columns is at most 2 000 000 000
///
/// A result may differ from the exact quotient by two roundings: in / sum and in * (1 / sum) are both right.
void normalize_rows(const float* in, float* out, float* scratch, int rows, int columns);

/// What goes between <<< and >>>, one-dimensional.
struct Launch {
  int block;                   ///< threads in a block
  int grid;                    ///< blocks
  std::size_t dynamic_shared;  ///< bytes a block
};

/// Chooses the launch of a kernel in which thread i works on element i: the block with which most warps of the kernel
/// are resident on a multiprocessor. Several blocks may share that number: the smallest of them is wanted.
///
/// - `block` is a multiple of 32, from 32 to `kernel.maxThreadsPerBlock`.
/// - `dynamic_shared` is what the kernel needs for a block of that size: block * shared_per_thread. Static shared memory
///   is the kernel's already and is not asked for again.
/// - `grid` is the least number of blocks with a thread for each of the n elements; 0 for n = 0.
/// - A kernel of which no block fits gets {0, 0, 0}.
///
/// README.md says what fits, and how many blocks are resident. The kernel is not there to be asked: only its attributes
/// are. Of them the grader sets numRegs, sharedSizeBytes (static shared memory) and maxThreadsPerBlock; of the device
/// major, minor, warpSize, maxThreadsPerBlock, regsPerBlock, sharedMemPerBlock, sharedMemPerBlockOptin,
/// maxThreadsPerMultiProcessor, maxBlocksPerMultiProcessor, regsPerMultiprocessor, sharedMemPerMultiprocessor and
/// reservedSharedMemPerBlock.
///
/// The caller raises the kernel's limit of dynamic shared memory before it launches (cudaFuncSetAttribute), so a block
/// may have up to sharedMemPerBlockOptin bytes of static and dynamic shared memory together.
///
/// @param kernel             attributes, as cudaFuncGetAttributes gives them
/// @param shared_per_thread  bytes of dynamic shared memory for each thread of a block, 0 to 100 000
/// @param device             properties, as cudaGetDeviceProperties gives them
/// @param n                  elements, 0 to 10 000 000 000
Launch choose_launch(const cudaFuncAttributes& kernel, std::size_t shared_per_thread, const cudaDeviceProp& device,
                     long long n);
