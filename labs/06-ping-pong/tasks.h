#pragma once
// The functions of lab 06. Each is a host function in a file of its own; the grader calls it with device pointers.
// Launch your kernels on the default stream, or on streams that wait for it. The grader waits for the device
// afterwards, so you need not.

/// One step of the heat equation on a plate of width times height cells, rows one after the other, without padding.
/// A cell that is not on the rim becomes
///
///   new = old + diffusivity * (left + right + above + below - 4 * old)
///
/// where all five values are those of the step before. The rim (first and last row, first and last column) keeps its
/// temperature for ever. In a plate of one or two rows or columns every cell is on the rim.
constexpr float diffusivity = 0.125f;

/// Makes `steps` steps of the heat equation, one after the other.
///
/// @param a       device memory, width * height floats: the plate before the first step. May be overwritten
/// @param b       device memory, width * height floats, not initialised. May be overwritten
/// @param width   cells in a row, 0 to 30 000; with 0 there is nothing to do
/// @param height  rows, 0 to 30 000; with 0 there is nothing to do
/// @param steps   0 to 1 000 000; after 0 steps the plate is as it was
/// @return the buffer that holds the plate after the last step: `a` or `b`, as it suits you. What the other one holds
///         then does not matter.
///
/// Both buffers are aligned to 256 bytes. There is room for no third one, and none is needed.
float* diffuse(float* a, float* b, int width, int height, int steps);

/// Number of ints that prefix_sum gets as scratch memory for n elements.
constexpr int scan_scratch(int n) { return n + 1024; }

/// Writes the inclusive prefix sums of `in`: out[i] = in[0] + in[1] + ... + in[i].
///
/// @param in       device memory, n ints; not written
/// @param out      device memory, n ints; does not overlap `in`
/// @param scratch  device memory, scan_scratch(n) ints, not initialised: yours to use
/// @param n        elements, 0 to 100 000 000; no sum of neighbouring elements leaves the range of an int
///
/// The pointers are aligned to 256 bytes.
void prefix_sum(const int* in, int* out, int* scratch, int n);

/// The same as diffuse: same parameters, same result. The task is to visit global memory less often than once a step.
float* diffuse_fused(float* a, float* b, int width, int height, int steps);
