#pragma once
// What is wrong with a surface access, in a student's words.
#include <string>

#include "grading/simulator/machine/state.h"

namespace sim {

// Out of the array under the mode that traps; x in bytes.
std::string outside_surface_sentence(const ImageSite& site, const Image& image, std::int64_t x, std::int64_t y, std::int64_t z,
                                     unsigned bytes);

// `x`, of one of the lanes in `mask`, is no multiple of the access's width. Where the x of the lanes step by elements
// instead of bytes, it says so.
std::string misaligned_surface_sentence(std::byte* frame, const ImageSite& site, const Image& image, std::uint32_t mask,
                                        unsigned bytes, std::int64_t x);

}  // namespace sim
