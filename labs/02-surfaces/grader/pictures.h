#pragma once
// Lab 02: the pictures that the checks order, and what each has to become.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "grading/harness/harness.h"

namespace lab02 {

using namespace course::harness;

// What cudaSurfaceBoundaryMode calls its values; the grader knows no CUDA.
enum class Mode { zero = 0, clamp = 1, trap = 2 };
constexpr std::array modes = {Mode::zero, Mode::clamp, Mode::trap};
inline const char* name_of(Mode mode) {
  return mode == Mode::zero ? "zero mode" : mode == Mode::clamp ? "clamp mode" : "trap mode";
}

inline std::string size_text(std::size_t width, std::size_t height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

// Grey values are whole numbers from 1 to 255: sums of sixteen of them are exact in float, in any order, and none looks
// like memory that was cleared. Rings around the middle make a picture of it, noise keeps neighbours apart.
inline std::vector<float> grey_picture(Random& random, std::size_t width, std::size_t height) {
  auto values = random.integers<float>(width * height, 1, 60);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const double dx = static_cast<double>(x) - static_cast<double>(width) / 2,
                   dy = static_cast<double>(y) - static_cast<double>(height) / 2;
      const double ring = 97.5 + 97.5 * std::cos(std::sqrt(dx * dx + dy * dy) / 6);
      values[y * width + x] += static_cast<float>(std::floor(ring));
    }
  }
  return values;
}

// --- copy_surface --------------------------------------------------------------------------------------------------

inline void add_copy(Check& check, std::size_t width, std::size_t height) {
  const auto in = grey_picture(check.random(), width, height);
  Case& copy = check.add_case(size_text(width, height) + " picture");
  copy.input("in", in, {.columns = width, .rows = height}, Space::array)
      .output("out", in, {.columns = width, .rows = height}, Space::array)
      .number("width", width)
      .number("height", height)
      .useful_bytes(4 * width * height, 4 * width * height);
  if (width * height == 0) copy.nothing_to_do();
}

// --- blur_surface --------------------------------------------------------------------------------------------------

// One pixel of the reference, straight from the contract in tasks.h.
inline float blurred(const std::vector<float>& in, std::size_t width, std::size_t height, std::size_t x, std::size_t y,
              Mode mode) {
  const bool at_edge = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
  if (mode == Mode::trap && at_edge) return in[y * width + x];
  const auto w = static_cast<std::int64_t>(width), h = static_cast<std::int64_t>(height);
  float sum = 0;
  for (std::int64_t dy = -1; dy <= 1; ++dy) {
    for (std::int64_t dx = -1; dx <= 1; ++dx) {
      std::int64_t nx = static_cast<std::int64_t>(x) + dx, ny = static_cast<std::int64_t>(y) + dy;
      const float weight = static_cast<float>((dx == 0 ? 2 : 1) * (dy == 0 ? 2 : 1));
      if (mode == Mode::zero && (nx < 0 || nx >= w || ny < 0 || ny >= h)) continue;
      nx = std::clamp<std::int64_t>(nx, 0, w - 1);
      ny = std::clamp<std::int64_t>(ny, 0, h - 1);
      sum += weight * in[static_cast<std::size_t>(ny * w + nx)];
    }
  }
  return sum / 16;
}

inline void add_blur(Check& check, std::size_t width, std::size_t height, Mode mode) {
  const auto in = grey_picture(check.random(), width, height);
  std::vector<float> expected(in.size());
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) expected[y * width + x] = blurred(in, width, height, x, y, mode);
  Case& blur = check.add_case(size_text(width, height) + " picture, " + name_of(mode));
  blur.input("in", in, {.columns = width, .rows = height}, Space::array)
      .output("out", expected, {.columns = width, .rows = height}, Space::array)
      .number("width", width)
      .number("height", height)
      .number("mode", static_cast<int>(mode))
      .useful_bytes(4 * width * height, 4 * width * height);
  if (width * height == 0) blur.nothing_to_do();
}

// --- blend_layers --------------------------------------------------------------------------------------------------

// Discs of one colour each, edges half transparent, on a background of noise: count pictures of RGBA.
inline std::vector<std::uint8_t> picture_stack(Random& random, std::size_t width, std::size_t height, std::size_t count) {
  auto values = random.integers<std::uint8_t>(4 * width * height * count, 0, 255);
  for (std::size_t k = 1; k < count; ++k) {
    const double cx = random.real(0, static_cast<double>(width)), cy = random.real(0, static_cast<double>(height));
    const double radius = static_cast<double>(std::min(width, height)) * random.real(0.2, 0.5);
    const auto colour = random.integers<std::uint8_t>(3, 0, 255);
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t x = 0; x < width; ++x) {
        std::uint8_t* pixel = &values[4 * ((k * height + y) * width + x)];
        const double away = std::hypot(static_cast<double>(x) - cx, static_cast<double>(y) - cy);
        if (away > radius) {
          pixel[3] = static_cast<std::uint8_t>(pixel[3] / 16);  // a veil of noise
        } else {
          std::copy(colour.begin(), colour.end(), pixel);
          pixel[3] = static_cast<std::uint8_t>(away > 0.9 * radius ? 128 : 200 + pixel[3] / 5);
        }
      }
    }
  }
  return values;
}

inline std::vector<std::uint8_t> blended(const std::vector<std::uint8_t>& pictures, std::size_t pixels, std::size_t count) {
  std::vector<std::uint8_t> result(pictures.begin(), pictures.begin() + static_cast<std::ptrdiff_t>(4 * pixels));
  for (std::size_t i = 0; i < pixels; ++i) {
    for (std::size_t k = 1; k < count; ++k) {
      const std::uint8_t* over = &pictures[4 * (k * pixels + i)];
      const unsigned alpha = over[3];
      for (std::size_t c = 0; c < 3; ++c) {
        std::uint8_t& channel = result[4 * i + c];
        channel = static_cast<std::uint8_t>((alpha * over[c] + (255 - alpha) * channel + 127) / 255);
      }
    }
    result[4 * i + 3] = 255;
  }
  return result;
}

// `blends`: how often the stack is blended before it is released; only the last result comes back.
inline void add_stack(Check& check, std::size_t width, std::size_t height, std::size_t count, int blends) {
  const std::size_t pixels = width * height;
  const auto pictures = picture_stack(check.random(), width, height, count);
  check.add_case("stack of " + std::to_string(count) + ", " + size_text(width, height) + (blends > 1 ? ", blended " + std::to_string(blends) + " times" : ""))
      .input("pictures", pictures, {.columns = 4 * width, .rows = height * count, .channels = 4}, Space::host)
      .output("out", blended(pictures, pixels, count), {.columns = 4 * width, .rows = height, .channels = 4},
              Space::array)
      .number("width", width)
      .number("height", height)
      .number("count", count)
      .number("fits", 1)
      .number("blends", blends)
      .returns("make_layers", 0)
      .returns("release_layers", 0)
      .useful_bytes(4 * pixels * count, 4 * pixels);
}

// More than the device's limits allow: 1 is cudaErrorInvalidValue.
inline void add_stack_that_does_not_fit(Check& check, std::size_t width, std::size_t height, std::size_t count) {
  const auto pictures = check.random().integers<std::uint8_t>(4 * width * height * count, 0, 255);
  check.add_case("stack of " + std::to_string(count) + ", " + size_text(width, height) + ", more than a surface holds")
      .input("pictures", pictures, {.columns = 4 * width, .rows = height * count, .channels = 4}, Space::host)
      .number("width", width)
      .number("height", height)
      .number("count", count)
      .number("fits", 0)
      .returns("make_layers", 1)
      .returns("layers_written", 0,
               "make_layers refused the stack, and wrote to *layers all the same. When it fails, what the caller had there has to be "
               "there still: write last, when nothing can fail any more.")
      .nothing_to_do();
}

}  // namespace lab02
