#pragma once
/// @file
/// @brief Pictures of what a student's kernels computed, as PNG files (`--pictures DIR`).
///
/// Drawn from results that were judged or not: a wrong picture often says at a glance what is wrong. Without
/// `--pictures` nothing is drawn. Files are `DIR/TASK-NAME.png`.
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "grading/harness/harness.h"

namespace course::harness {

/// One pixel, 8 bits a channel, straight alpha. Same layout as CUDA's `uchar4`.
struct Pixel {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
  bool operator==(const Pixel&) const = default;
};
static_assert(sizeof(Pixel) == 4);

/// Draws `pixels` (row after row, the first row on top) as a picture of `width` by `height` pixels.
/// @param name  part of the file's name, after the task's: letters, digits, '-' and '_'
/// Throws InfrastructureFault when the number of pixels is not width * height or the file cannot be written.
/// An empty picture is not drawn: PNG has none.
void draw(Check& check, std::string_view name, std::size_t width, std::size_t height, std::span<const Pixel> pixels);

/// Draws a field of scalars: `low` and less is dark blue, `high` and more bright yellow, between them the colours grow
/// lighter throughout, so that the picture also reads in grey. What is not a number is magenta.
void draw_field(Check& check, std::string_view name, std::size_t width, std::size_t height,
                std::span<const float> values, float low, float high);

/// The colour of one value in draw_field.
Pixel colour_of(float value, float low, float high);

/// Writes an RGBA PNG file, 8 bits a channel. Throws InfrastructureFault with the file's name and the reason.
void write_png(const std::filesystem::path& file, std::size_t width, std::size_t height,
               std::span<const Pixel> pixels);

/// Reads an 8-bit PNG file of any colour type as RGBA. Throws InfrastructureFault with the file's name and the reason.
struct Picture {
  std::size_t width = 0, height = 0;
  std::vector<Pixel> pixels;
};
Picture read_png(const std::filesystem::path& file);

}  // namespace course::harness
