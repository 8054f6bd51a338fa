#include "grading/harness/picture.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "grading/harness/session.h"

namespace course::harness {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why) {
  throw InfrastructureFault("the picture " + file.string() + " " + why);
}

// libpng's simplified interface: no long jumps, and the message is in the image.
struct Image : png_image {
  Image() : png_image{} { version = PNG_IMAGE_VERSION; }
  ~Image() { png_image_free(this); }
  Image(const Image&) = delete;
  Image& operator=(const Image&) = delete;
};

void require_size(const std::filesystem::path& file, std::size_t width, std::size_t height, std::size_t pixels) {
  if (width * height != pixels)
    refuse(file, "is given " + std::to_string(pixels) + " pixels for " + std::to_string(width) + " x " +
                     std::to_string(height));
}

}  // namespace

void write_png(const std::filesystem::path& file, std::size_t width, std::size_t height,
               std::span<const Pixel> pixels) {
  require_size(file, width, height, pixels.size());
  Image image;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGBA;
  if (!png_image_write_to_file(&image, file.c_str(), 0, pixels.data(), 0, nullptr))
    refuse(file, std::string("cannot be written: ") + image.message);
}

Picture read_png(const std::filesystem::path& file) {
  Image image;
  if (!png_image_begin_read_from_file(&image, file.c_str()))
    refuse(file, std::string("cannot be read: ") + image.message);
  image.format = PNG_FORMAT_RGBA;
  Picture picture{image.width, image.height, std::vector<Pixel>(std::size_t{image.width} * image.height)};
  if (!png_image_finish_read(&image, nullptr, picture.pixels.data(), 0, nullptr))
    refuse(file, std::string("cannot be read: ") + image.message);
  return picture;
}

Pixel colour_of(float value, float low, float high) {
  if (std::isnan(value)) return {255, 0, 255, 255};
  // Five stops of growing luminance (Rec. 709: 10, 53, 111, 163, 225 of 255), straight lines between them.
  static constexpr std::array<std::array<float, 3>, 5> stops{
      {{0, 0, 140}, {100, 30, 145}, {190, 85, 130}, {245, 145, 100}, {255, 230, 90}}};
  const float place = high > low ? std::clamp((value - low) / (high - low), 0.0f, 1.0f) * (stops.size() - 1)
                                 : (value > low ? static_cast<float>(stops.size() - 1) : 0.0f);
  const auto stop = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  const float share = place - static_cast<float>(stop);
  const auto channel = [&](std::size_t c) {
    return static_cast<std::uint8_t>(std::lround(stops[stop][c] + share * (stops[stop + 1][c] - stops[stop][c])));
  };
  return {channel(0), channel(1), channel(2), 255};
}

void draw(Check& check, std::string_view name, std::size_t width, std::size_t height, std::span<const Pixel> pixels) {
  const auto folder = check.pictures();
  if (!folder || pixels.empty()) return;
  const std::string& current = session().current;
  const auto file = *folder / (current.substr(0, current.find('/')) + "-" + std::string(name) + ".png");
  write_png(file, width, height, pixels);
}

void draw_field(Check& check, std::string_view name, std::size_t width, std::size_t height,
                std::span<const float> values, float low, float high) {
  if (!check.pictures()) return;
  std::vector<Pixel> pixels;
  pixels.reserve(values.size());
  for (const float value : values) pixels.push_back(colour_of(value, low, high));
  draw(check, name, width, height, pixels);
}

}  // namespace course::harness
