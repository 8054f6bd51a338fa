#pragma once
/// @file
/// @brief The functions of lab 01, and what they are given.
///
/// Each task is a host function that uploads a small table, launches kernels and returns; waiting for the kernels is
/// the caller's business. Both are called many times in one program, with other tables each time.
#include <cuda_runtime.h>

/// Number of taps of the filter.
constexpr int tap_count = 32;

/// Filters a signal: `out[i]` is the sum of `taps[k] * in[i + k]` over all k from 0 to 31.
///
/// Values are whole numbers small enough that every sum is exact in float, so the order of the products is yours.
///
/// @param in    device memory, n + 31 floats, aligned to 256 bytes; not written
/// @param taps  HOST memory, 32 floats; not written
/// @param out   device memory, n floats, aligned to 256 bytes; does not overlap `in`
/// @param n     results, 0 to 1 000 000 000
void convolve(const float* in, const float* taps, float* out, int n);

/// A coloured ball. Seven floats, 28 bytes.
struct Sphere {
  float r, g, b;  ///< colour of its middle, 0 to 1
  float radius;   ///< in pixels, above 0
  float x, y, z;  ///< centre in pixels, as seen from the middle of the picture; a larger z is nearer to the eye
};

/// Most spheres that a picture has.
constexpr int most_spheres = 1500;

/// Draws spheres, each pixel by a ray of its own.
///
/// The ray of the pixel in column x and row y meets the picture's plane at (x - width / 2, y - height / 2), with the
/// division of whole numbers. With dx and dy its distances from a sphere's centre, it hits the sphere if
/// dx * dx + dy * dy < radius * radius, at depth z + dz with dz = sqrt(radius * radius - dx * dx - dy * dy).
/// The pixel shows the hit with the largest depth: each channel is its colour * (dz / radius) * 255, rounded down;
/// black where nothing is hit. Alpha is 255 everywhere. A channel may be off by one step.
///
/// @param spheres  HOST memory, `count` spheres; not written
/// @param count    spheres, 0 to most_spheres
/// @param pixels   device memory, width * height pixels, row after row without gaps; x is red, y green, z blue, w alpha
/// @param width    pixels in a row, 0 to 100 000
/// @param height   rows, 0 to 100 000
void render_spheres(const Sphere* spheres, int count, uchar4* pixels, int width, int height);
