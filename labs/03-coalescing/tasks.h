#pragma once
// The functions of lab 03. Each is a host function in a file of its own; the grader calls it with device pointers.
// Launch your kernels on the default stream. The grader waits for the device afterwards, so you need not.
#include <cstddef>

/// One record of a particle file: position in metres, velocity in metres a second, mass in kilograms.
/// Seven floats, 28 bytes, no padding.
struct Particle {
  float x, y, z;
  float vx, vy, vz;
  float mass;
};
static_assert(sizeof(Particle) == 28);

/// Writes `gain * in` for every pixel of an image of one float a pixel.
///
/// Rows are pitched: row y of `in` starts y * in_pitch bytes after `in`, and row y of `out` y * out_pitch bytes after
/// `out`. The two pitches may differ. What lies between the end of a row and the start of the next belongs to others:
/// it must not be written.
///
/// @param in         device memory, height rows of width floats; not written
/// @param in_pitch   bytes from one row to the next, a multiple of 4 and at least 4 * width
/// @param out        device memory, height rows of width floats; does not overlap `in`
/// @param out_pitch  bytes from one row to the next, a multiple of 4 and at least 4 * width
/// @param width      pixels in a row, 0 to 100 000; with 0 there is nothing to do
/// @param height     rows, 0 to 100 000; with 0 there is nothing to do
/// @param gain       factor
///
/// Alignment: 4 bytes is all that is promised, for the pointers and the pitches. A whole image starts at a multiple of
/// 256 bytes with pitches that are multiples of 512; a window cut out of a larger image does not.
void scale_image(const float* in, std::size_t in_pitch, float* out, std::size_t out_pitch, int width, int height,
                 float gain);

/// Number of particles for which a store of `n` particles has room: n rounded up to a multiple of 32.
constexpr int store_capacity(int n) { return (n + 31) / 32 * 32; }

// The three functions of move_particles.cu share a store: 7 * store_capacity(n) floats of device memory, aligned to
// 256 bytes, whose order is yours to choose. The simulation that calls them loads the particles once, moves them many
// times (other work happens between two steps, so the store has to hold the state after each one), and saves them
// once. The grader never looks into the store.

/// Fills the store from records as they come from a file. Called once.
/// @param in     device memory, n records, aligned to 4 bytes; not written
/// @param store  device memory, 7 * store_capacity(n) floats, not initialised
/// @param n      particles, 0 to 100 000 000
void load_particles(const Particle* in, float* store, int n);

/// Moves every particle by one step: position += dt * velocity. Velocity and mass stay. Called any number of times.
/// @param store  device memory that load_particles filled
/// @param n      particles, as in load_particles
/// @param dt     length of the step in seconds
void move_particles(float* store, int n, float dt);

/// Writes the particles back as records, in the order in which they came. Called once.
/// @param store  device memory that load_particles filled; may be changed, it is not used again
/// @param out    device memory, n records, aligned to 4 bytes
/// @param n      particles, as in load_particles
void save_particles(const float* store, Particle* out, int n);

/// Copies n floats.
///
/// Neither pointer need be a multiple of 16 bytes, but both are off by the same amount: 0, 4, 8 or 12 bytes.
/// A copy made by cudaMemcpy or another call of the runtime does not count: the task is the kernel.
///
/// @param in   device memory, n floats, aligned to 4 bytes; not written
/// @param out  device memory, n floats, off a multiple of 16 bytes by as much as `in`; does not overlap `in`
/// @param n    floats, 0 to 2 000 000 000
void copy_shifted(const float* in, float* out, int n);
