#pragma once
// The functions of lab 04. Each is a host function in a file of its own; the grader calls it with device pointers.
// Launch your kernels on the default stream. The grader waits for the device afterwards, so you need not.
//
// Every array starts at a multiple of 256 bytes, and rows of a matrix follow each other without a gap.

/// Writes the transpose of a matrix: out[x * height + y] = in[y * width + x].
///
/// Two overloads, for elements of 4 and of 8 bytes. Both are graded.
///
/// @param in      device memory, height rows of width elements; not written
/// @param out     device memory, width rows of height elements; does not overlap `in`
/// @param width   elements in a row of `in`, 0 to 100 000
/// @param height  rows of `in`, 0 to 100 000; width * height is at most 2 000 000 000
/// With a width or a height of 0 there is nothing to do.
void transpose(const float* in, float* out, int width, int height);
void transpose(const double* in, double* out, int width, int height);

/// Elements that are summed together in block_sums.
constexpr int chunk_size = 1024;

/// Number of chunks in an array of n elements; the last one may be shorter than the others. A function of the host:
/// hand a kernel that needs it the number.
constexpr int chunk_count(int n) { return n / chunk_size + (n % chunk_size != 0); }

/// Sums an array in chunks and as a whole:
/// sums[c] = in[c * chunk_size] + ... up to the end of the chunk or of the array, and total[0] = the sum of all.
///
/// The elements are whole numbers, small enough that every sum stays below 2^24 in magnitude. A float holds such
/// numbers exactly, so any order of additions gives the same result, and results are compared exactly.
///
/// @param in     device memory, n floats; not written
/// @param sums   device memory, chunk_count(n) floats, not initialised
/// @param total  device memory, one float, not initialised; with n = 0 it becomes 0
/// @param n      elements, 0 to 1 000 000 000
void block_sums(const float* in, float* sums, float* total, int n);

/// Coefficients of one row in broadcast_row.
constexpr int coefficient_count = 16;

/// Calibrates an image of a line camera: each row has a polynomial of its own, and every pixel of the row goes through
/// it. With c = coefficients + 16 * y and v = in[y * width + x]:
/// out[y * width + x] = c[0] + c[1] * v + c[2] * v^2 + ... + c[15] * v^15.
///
/// Coefficients and pixels are whole numbers, small enough that no term or sum passes 2^24 in magnitude, so results are
/// exact in any order and are compared exactly.
///
/// @param in            device memory, height rows of width pixels; not written
/// @param coefficients  device memory, height rows of coefficient_count floats; not written
/// @param out           device memory, height rows of width pixels; does not overlap the others
/// @param width         pixels in a row, 0 to 100 000; with 0 there is nothing to do
/// @param height        rows, 0 to 100 000; with 0 there is nothing to do. width * height is at most 2 000 000 000
void broadcast_row(const float* in, const float* coefficients, float* out, int width, int height);
