#pragma once
// The functions of lab 00. Each is a host function in a file of its own; the grader calls it with device pointers.
// Launch your kernels on the default stream and do not wait for them: whoever calls decides when to wait.
#include <cuda_runtime.h>

/// Adds two arrays, one element a thread: sum[i] = a[i] + b[i].
///
/// @param a           device memory, n floats; not written
/// @param b           device memory, n floats; not written
/// @param sum         device memory, n floats; overlaps neither `a` nor `b`
/// @param n           elements, 0 to 2 000 000 000; with 0 nothing is launched
/// @param block_size  threads in a block, as the caller wishes; not checked by anybody before the launch
/// @return  cudaSuccess when the launch was accepted (or n is 0), else the status with which it was refused, as a block
///          of 0 or of more than 1024 threads is
cudaError_t add_arrays(const float* a, const float* b, float* sum, int n, int block_size);

/// The negative of a pixel: 255 minus each of red, green and blue; alpha stays. Runs on the host and on the device.
__host__ __device__ uchar4 inverted(uchar4 pixel);

/// Inverts an image in place, with exactly the launch shape that the caller gives.
///
/// There may be far fewer threads than pixels, or more: every pixel has to be inverted exactly once all the same.
///
/// @param image   device memory, height rows of width pixels, one row right after the other
/// @param width   pixels in a row, 1 to 30 000
/// @param height  rows, 1 to 30 000
/// @param grid    blocks of the launch in x and y (z is 1)
/// @param block   threads of a block in x and y (z is 1)
/// @param done    an event: recorded so that a caller who waits for it finds the picture finished
/// @return  cudaSuccess, or the status with which the launch was refused
cudaError_t invert_image(uchar4* image, int width, int height, dim3 grid, dim3 block, cudaEvent_t done);
