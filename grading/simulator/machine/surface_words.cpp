#include "grading/simulator/machine/surface_words.h"

#include <algorithm>
#include <bit>

#include "grading/simulator/machine/fault_words.h"

namespace sim {
namespace {

std::int32_t x_of(std::byte* frame, const ImageSite& site, unsigned lane) {
  return static_cast<std::int32_t>(slot<std::uint32_t>(frame, site.coordinate[0])[lane]);
}

}  // namespace

std::string outside_surface_sentence(const ImageSite& site, const Image& image, std::int64_t x, std::int64_t y, std::int64_t z,
                                     unsigned bytes) {
  const std::string what = site.kind == ImageSite::Kind::store ? "writes " : "reads ";
  const auto row = static_cast<std::int64_t>(image.width) * image.element_bytes();
  std::string text = what + std::to_string(bytes) + " bytes of a surface";
  if (x < 0 || x + bytes > row)
    text += " at byte " + std::to_string(x) + " of a row; a row has " + std::to_string(row) + " bytes (" + std::to_string(image.width) +
            " elements of " + std::to_string(image.element_bytes()) + "; x counts bytes)";
  else if (site.dimensions > 1 && (y < 0 || y >= static_cast<std::int64_t>(std::max(image.height, 1u))))
    text += " in row " + std::to_string(y) + "; it has " + words::plural(image.height, "row");
  else if (site.layered)  // no edge of a picture, where a neighbour could stand for what is missing
    return text + " in layer " + std::to_string(z) + "; it has " + std::to_string(image.depth) +
           ", counted from 0; the layer comes behind x in bytes and y";
  else
    text += " in slice " + std::to_string(z) + "; it has " + std::to_string(image.depth);
  return text + "; the default boundary mode traps: ask for cudaBoundaryModeClamp or Zero, or test the edge";
}

std::string misaligned_surface_sentence(std::byte* frame, const ImageSite& site, const Image& image, std::uint32_t mask,
                                        unsigned bytes, std::int64_t x) {
  std::string text = "surface access of " + std::to_string(bytes) + " bytes at x = " + std::to_string(x) +
                     ", which is not a multiple of " + std::to_string(bytes) + " (x counts bytes)";
  const unsigned element = image.element_bytes();
  bool elements_counted = element > 1;
  std::int64_t before = x;
  for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
    const std::int64_t here = x_of(frame, site, static_cast<unsigned>(std::countr_zero(rest)));
    // A smaller one begins another row.
    if (here > before && rest != mask && here - before != static_cast<std::int64_t>(bytes / element)) elements_counted = false;
    before = here;
  }
  if (!elements_counted) return text;
  return text + ": it looks like the number of an element, which is at x = " + std::to_string(element) +
         " * number. Where such an access does not end the kernel, columns from width / " + std::to_string(element) + " = " +
         std::to_string(image.width / element) + " on keep their old value";
}

}  // namespace sim
