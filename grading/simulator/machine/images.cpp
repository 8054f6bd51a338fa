// Surface and texture instructions, PTX ISA "Texture Instructions" and "Surface Instructions"; sampling as in the
// CUDA C++ Programming Guide, appendix "Texture Fetching".
#include <algorithm>
#include <bit>
#include <cmath>

#include "grading/simulator/counting/tiles.h"
#include "grading/simulator/machine/finder.h"
#include "grading/simulator/machine/half.h"
#include "grading/simulator/machine/images.h"
#include "grading/simulator/machine/select.h"
#include "grading/simulator/machine/state.h"
#include "grading/simulator/machine/surface_words.h"

namespace sim {
namespace {

using counting::Texels;

// "a layered 2D surface", "a cubemap texture", "a texture over linear memory"
std::string shape(bool texture, unsigned dimensions, bool layered, bool cubemap, bool linear) {
  std::string text = layered ? "a layered " : "a ";
  text += cubemap ? "cubemap" : std::to_string(dimensions) + "D";
  text += texture ? " texture" : " surface";
  return linear && dimensions == 1 ? text + " over linear memory" : text;
}

// Why the instruction cannot use the object; empty when it can. The hardware says nothing of these: what it does is undefined.
std::string misuse(const Warp& warp, const ImageSite& site, const Image& image) {
  const bool texture = site.kind == ImageSite::Kind::texture, fetch = texture && !site.float_coordinates;
  // Surface functions see the faces of a cubemap as layers.
  const bool same_layers = texture ? site.layered == image.layered && site.cube == image.cubemap
                                   : site.layered == (image.layered || image.cubemap);
  const bool linear_1d = image.linear && image.height == 0;
  if (texture != image.texture || !same_layers || (!site.cube && site.dimensions != image.dimensions()) || fetch != linear_1d)
    return "the function called is for " + shape(texture, site.dimensions, site.layered, site.cube, fetch) + ", but the object is " +
           shape(image.texture, image.dimensions(), image.layered, image.cubemap, image.linear) +
           ": call the function of the object's shape";
  if (!warp.launch->memory->find(image.base))
    return std::string("the ") + (image.linear ? "memory" : "array") + " behind the object is freed: free it after the last kernel that uses the object";
  return {};
}

// The object that each lane names. Lanes nearly always name the same one, so the last answer is kept.
class Objects {
 public:
  Objects(Warp& warp, std::byte* frame, const Op& op, const ImageSite& site) : warp_(warp), frame_(frame), op_(op), site_(site) {}

  // nullptr for handle 0: the hardware ignores such accesses. False when the lane's object cannot be used: a fault is raised.
  bool find(unsigned lane, const Image*& image) {
    const std::uint64_t handle = slot<std::uint64_t>(frame_, site_.object)[lane];
    if (handle != handle_) {
      const ImageTable* table = warp_.launch->config->images;
      image_ = table ? table->find(handle) : nullptr;
      const std::string problem = image_ ? misuse(warp_, site_, *image_)
                                  : handle ? "no object has the handle " + std::to_string(handle) + ": it was never created, or is destroyed"
                                           : std::string();
      if (!problem.empty()) {
        raise_fault(warp_, op_.line, lane, status::illegal_address,
                    site_.kind == ImageSite::Kind::texture ? "texture-object" : "surface-object", problem);
        return false;
      }
      handle_ = handle;
    }
    image = image_;
    return true;
  }

 private:
  Warp& warp_;
  std::byte* frame_;
  const Op& op_;
  const ImageSite& site_;
  std::uint64_t handle_ = 0;
  const Image* image_ = nullptr;
};

std::int32_t integer_at(std::byte* frame, SlotOffset at, unsigned lane) {
  return at == no_slot ? 0 : static_cast<std::int32_t>(slot<std::uint32_t>(frame, at)[lane]);
}

std::byte* texel_address(const Warp& warp, const Image& image, std::int64_t x_bytes, std::int64_t y, std::int64_t z) {
  return warp.launch->memory->host(image.base + static_cast<std::uint64_t>(z) * image.slice_bytes +
                                   static_cast<std::uint64_t>(y) * image.row_bytes + static_cast<std::uint64_t>(x_bytes));
}

void add(Warp& warp, const Op& op, const counting::TileCount& count, std::uint64_t bytes) {
  ImageCounts& n = warp.launch->images[warp.function->first_image + op.site];
  n.requests += count.requests;
  n.sectors += count.sectors;
  n.bytes += bytes;
}

unsigned tile_rows_of(const ImageSite& site) { return site.dimensions == 1 ? 1 : counting::tile_rows; }

// ---- surfaces ------------------------------------------------------------------------------------------------------

template <bool IsLoad>
void surface(Warp& warp, std::byte* frame, const Op& op, std::uint32_t mask) {
  const ImageSite& site = warp.function->images[op.site];
  const unsigned bytes = site.width * site.elements;
  const unsigned words = std::min<unsigned>(site.elements, 4);  // as many as there can be: for the compiler to know
  Texels texels[lanes];
  Objects objects(warp, frame, op, site);
  std::uint32_t counted = 0;
  for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const Image* image = nullptr;
    if (!objects.find(lane, image)) return;
    if (Finder* finder = warp.launch->finder; finder && image && bytes % image->element_bytes() != 0)
      finder->part_of_element(warp, op, lane, IsLoad, bytes, image->element_bytes());
    std::byte value[4 * sizeof(std::uint64_t)] = {};
    Texels& t = texels[lane];
    t.present = false;
    t.width = bytes;
    if (image) {
      std::int64_t x = integer_at(frame, site.coordinate[0], lane), y = integer_at(frame, site.coordinate[1], lane);
      std::int64_t z = site.layered ? integer_at(frame, site.layer, lane) : integer_at(frame, site.coordinate[2], lane);
      if (x % bytes != 0)
        return raise_fault(warp, op.line, lane, status::misaligned_address, "misaligned",
                           misaligned_surface_sentence(frame, site, *image, mask, bytes, x));
      const std::int64_t row = static_cast<std::int64_t>(image->width) * image->element_bytes();
      const std::int64_t rows = std::max(image->height, 1u), slices = std::max(image->depth, 1u);
      const bool inside = x >= 0 && x + bytes <= row && y >= 0 && y < rows && z >= 0 && z < slices;
      t.present = true;
      counted |= 1u << lane;
      if (!inside) {
        if (site.boundary == ImageSite::Boundary::trap)
          return raise_fault(warp, op.line, lane, status::illegal_address, "surface-out-of-range", outside_surface_sentence(site, *image, x, y, z, bytes));
        if (site.boundary == ImageSite::Boundary::zero) {
          t.present = false;
        } else {
          x = std::clamp<std::int64_t>(x, 0, std::max<std::int64_t>(row / bytes - 1, 0) * bytes);
          y = std::clamp<std::int64_t>(y, 0, rows - 1);
          z = std::clamp<std::int64_t>(z, 0, slices - 1);
        }
      }
      if (t.present) {
        t.x = x, t.y = static_cast<std::int32_t>(y), t.z = static_cast<std::int32_t>(z);
        std::byte* at = texel_address(warp, *image, x, y, z);
        if (Finder* finder = warp.launch->finder) finder->image(warp, op, IsLoad ? Finder::Touch::reads : Finder::Touch::writes, warp.launch->memory->device(at), lane, bytes);
        if constexpr (IsLoad) {
          std::memcpy(value, at, bytes);
        } else {
          for (unsigned e = 0; e < words; ++e) {
            const std::uint64_t v = site.width == 8 ? slot<std::uint64_t>(frame, site.data[e])[lane] : slot<std::uint32_t>(frame, site.data[e])[lane];
            std::memcpy(value + e * site.width, &v, site.width);
          }
          std::memcpy(at, value, bytes);
        }
      }
    }
    if constexpr (IsLoad)
      for (unsigned e = 0; e < words; ++e) {
        std::uint64_t v = 0;
        std::memcpy(&v, value + e * site.width, site.width);
        if (site.width == 8)
          slot<std::uint64_t>(frame, site.data[e])[lane] = v;
        else
          slot<std::uint32_t>(frame, site.data[e])[lane] = static_cast<std::uint32_t>(v);
      }
  }
  const unsigned group = site.layered || site.dimensions == 3 ? 4 : 8;
  add(warp, op, counting::count_tiles(texels, 1, counted, group, tile_rows_of(site)),
      std::uint64_t{bytes} * static_cast<unsigned>(std::popcount(counted)));
}

// ---- textures --------------------------------------------------------------------------------------------------------

// The texel that an index means under an address mode; -1: the border.
std::int64_t addressed(std::int64_t i, std::int64_t size, Image::AddressMode mode) {
  if (i >= 0 && i < size) return i;
  switch (mode) {
    case Image::AddressMode::clamp: return std::clamp<std::int64_t>(i, 0, size - 1);
    case Image::AddressMode::wrap: return ((i % size) + size) % size;
    case Image::AddressMode::mirror: {
      const std::int64_t period = 2 * size, r = ((i % period) + period) % period;
      return r < size ? r : period - 1 - r;
    }
    default: return -1;
  }
}

// A signed integer of one or two bytes as a fraction of the largest. With point filter an H200 gives v / 127 of a byte; its
// linear filter works in fractions of 32767, for which the seven bits of a byte are repeated to fill fifteen: 51 becomes
// 13158 / 32767 = 0.4015625, not 0.4015748.
float signed_fraction(std::int32_t v, unsigned bytes, bool linear_filter) {
  const std::int32_t most = bytes == 1 ? 127 : 32767;
  const std::int32_t size = std::min(std::abs(v), most);
  if (bytes != 1 || !linear_filter) return static_cast<float>(v < 0 ? -size : size) / static_cast<float>(most);
  // The bit repeated last comes from the byte as it is stored: of a negative one, from the complement (-64 is 16512 / 32767).
  const std::int32_t filled = size * 258 + ((v < 0 ? size - 1 : size) >> 6);
  return static_cast<float>(v < 0 ? -filled : filled) / 32767.0f;
}

float component(const Image& image, const std::byte* texel, unsigned k, std::uint32_t& raw) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, texel + k * image.component_bytes, image.component_bytes);
  using F = Image::Format;
  const unsigned unused = 32 - 8 * image.component_bytes;
  switch (image.format) {
    case F::floating: {
      const float v = image.component_bytes == 2 ? half_to_float(static_cast<std::uint16_t>(bits)) : std::bit_cast<float>(bits);
      raw = std::bit_cast<std::uint32_t>(v);
      return v;
    }
    case F::signed_integer: {
      const std::int32_t v = static_cast<std::int32_t>(bits << unused) >> unused;
      raw = static_cast<std::uint32_t>(v);
      return image.component_bytes > 2 ? static_cast<float>(v) : signed_fraction(v, image.component_bytes, image.linear_filter);
    }
    default: {
      raw = bits;
      const float most = image.component_bytes == 1 ? 255.0f : image.component_bytes == 2 ? 65535.0f : 1.0f;
      return static_cast<float>(bits) / most;
    }
  }
}

struct Sampler {
  Warp& warp;
  const Op& op;
  unsigned lane;
  const Image& image;
  Texels* texels;       // what the lane touches, appended
  unsigned touched = 0;

  // Components of one texel; border where an index is -1.
  void fetch(const std::int64_t (&at)[3], float (&out)[4], std::uint32_t (&raw)[4]) {
    for (unsigned k = 0; k < 4; ++k) out[k] = 0, raw[k] = 0;
    Texels& t = texels[touched++];
    t.width = image.element_bytes();
    t.present = at[0] >= 0 && at[1] >= 0 && at[2] >= 0;
    if (!t.present) {
      for (unsigned k = 0; k < 4; ++k) out[k] = image.border[k], raw[k] = std::bit_cast<std::uint32_t>(image.border[k]);
      return;
    }
    t.x = at[0] * image.element_bytes(), t.y = static_cast<std::int32_t>(at[1]), t.z = static_cast<std::int32_t>(at[2]);
    std::byte* p = texel_address(warp, image, t.x, at[1], at[2]);
    if (Finder* finder = warp.launch->finder) finder->image(warp, op, Finder::Touch::samples, warp.launch->memory->device(p), lane, image.element_bytes());
    for (unsigned k = 0; k < image.components; ++k) out[k] = component(image, p, k, raw[k]);
  }
};

// A cube direction as face and coordinates in [0, 1] (Programming Guide, "Cubemap Textures").
void cube_face(float& x, float& y, float z, std::int64_t& face) {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  float m, s, t;
  if (ax >= ay && ax >= az) {
    face = x >= 0 ? 0 : 1, m = ax, s = x >= 0 ? -z : z, t = -y;
  } else if (ay >= az) {
    face = y >= 0 ? 2 : 3, m = ay, s = x, t = y >= 0 ? z : -z;
  } else {
    face = z >= 0 ? 4 : 5, m = az, s = z >= 0 ? x : -x, t = -y;
  }
  x = (s / m + 1) / 2, y = (t / m + 1) / 2;
}

constexpr unsigned most_texels = 8;

void texture(Warp& warp, std::byte* frame, const Op& op, std::uint32_t mask) {
  const ImageSite& site = warp.function->images[op.site];
  Texels texels[lanes * most_texels];
  Objects objects(warp, frame, op, site);
  std::uint32_t counted = 0;
  bool linear_memory = false;
  std::uint64_t bytes = 0;
  for (auto& t : texels) t.present = false;
  for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const Image* found = nullptr;
    if (!objects.find(lane, found)) return;
    float out[4] = {};
    std::uint32_t raw[4] = {};
    if (found) {
      const Image& image = *found;
      counted |= 1u << lane;
      linear_memory = linear_memory || (image.linear && site.dimensions == 1);
      bytes += image.element_bytes();
      Sampler sampler{warp, op, lane, image, texels + lane * most_texels};
      const std::int64_t size[3] = {image.width, std::max(image.height, 1u), std::max(image.depth, 1u)};
      const std::int64_t layers = site.cube ? size[2] / 6 : size[2];
      std::int64_t layer = site.layered ? std::clamp<std::int64_t>(integer_at(frame, site.layer, lane), 0, layers - 1) : 0;
      const unsigned dimensions = site.cube ? 2 : site.dimensions;
      if (!site.float_coordinates) {
        // tex1Dfetch: an element of linear memory by its number; outside it gives 0.
        const std::int64_t x = integer_at(frame, site.coordinate[0], lane);
        if (x >= 0 && x < size[0]) sampler.fetch({x, 0, 0}, out, raw);
      } else {
        float c[3];
        for (unsigned k = 0; k < 3; ++k)
          c[k] = site.coordinate[k] == no_slot ? 0.0f : std::bit_cast<float>(slot<std::uint32_t>(frame, site.coordinate[k])[lane]);
        if (site.cube) {
          std::int64_t face = 0;
          cube_face(c[0], c[1], c[2], face);
          layer = layer * 6 + face;
        }
        const bool scaled = image.normalized_coordinates || site.cube;
        std::int64_t low[3] = {0, 0, layer}, high[3] = {0, 0, layer};
        float weight[3] = {};
        for (unsigned k = 0; k < dimensions; ++k) {
          // Wrap and mirror exist for normalised coordinates only; otherwise they act as clamp.
          auto mode = image.address[k];
          if (!scaled && (mode == Image::AddressMode::wrap || mode == Image::AddressMode::mirror)) mode = Image::AddressMode::clamp;
          float position = scaled ? c[k] * static_cast<float>(size[k]) : c[k];
          if (image.linear_filter) position -= 0.5f;
          if (std::isnan(position)) position = 0;
          const float whole = std::floor(position);
          // Weights have 8 fractional bits (Programming Guide, "Linear Filtering").
          weight[k] = image.linear_filter ? std::floor((position - whole) * 256.0f + 0.5f) / 256.0f : 0.0f;
          const auto index = static_cast<std::int64_t>(std::clamp(whole, -1e9f, 1e9f));
          low[k] = addressed(index, size[k], mode);
          high[k] = image.linear_filter ? addressed(index + 1, size[k], mode) : low[k];
        }
        if (!image.linear_filter) {
          sampler.fetch(low, out, raw);
        } else {
          const unsigned corners = 1u << dimensions;
          for (unsigned corner = 0; corner < corners; ++corner) {
            std::int64_t at[3];
            float w = 1;
            for (unsigned k = 0; k < 3; ++k) {
              const bool up = k < dimensions && (corner >> k & 1);
              at[k] = up ? high[k] : low[k];
              if (k < dimensions) w *= up ? weight[k] : 1 - weight[k];
            }
            if (w == 0) continue;  // the hardware does not touch texels that count for nothing
            float texel[4];
            std::uint32_t unused[4];
            sampler.fetch(at, texel, unused);
            for (unsigned k = 0; k < 4; ++k) out[k] += w * texel[k];
          }
          // The texture unit of an H200 samples a 1D array as the single row of a picture, on its upper edge: with
          // addressMode[1] == cudaAddressModeBorder half of the result is border.
          if (image.dimensions() == 1 && !image.layered && image.address[1] == Image::AddressMode::border)
            for (unsigned k = 0; k < 4; ++k) out[k] = 0.5f * (out[k] + image.border[k]);
          for (unsigned k = 0; k < 4; ++k) raw[k] = std::bit_cast<std::uint32_t>(out[k]);
        }
      }
      // The registers get what the object's format and read mode make, whatever type the instruction names.
      if (image.normalized_result)
        for (unsigned k = 0; k < 4; ++k) raw[k] = std::bit_cast<std::uint32_t>(out[k]);
    }
    for (unsigned e = 0; e < site.elements; ++e) slot<std::uint32_t>(frame, site.data[e])[lane] = raw[e];
  }
  counting::TileCount count;
  if (linear_memory) {
    // Linear memory has no tiles: 8 lanes make a request, 32-byte segments are charged.
    for (unsigned first = 0; first < lanes; first += 8) {
      const std::uint32_t group = counted & (0xFFu << first);
      if (group == 0) continue;
      std::uint64_t address[lanes] = {};
      std::uint32_t present = 0;
      for (unsigned i = 0; i < lanes; ++i)
        if ((group >> i & 1) && texels[i * most_texels].present) address[i] = static_cast<std::uint64_t>(texels[i * most_texels].x), present |= 1u << i;
      ++count.requests;
      if (present) count.sectors += counting::count_sectors({address, present, texels[0].width}).sectors;
    }
  } else {
    const unsigned group = site.dimensions == 1 && !site.layered ? 8 : 4;
    count = counting::count_tiles(texels, most_texels, counted, group, tile_rows_of(site));
  }
  add(warp, op, count, bytes);
}

}  // namespace

Handler select::image(const ImageSite& site) {
  switch (site.kind) {
    case ImageSite::Kind::load: return surface<true>;
    case ImageSite::Kind::store: return surface<false>;
    default: return texture;
  }
}

}  // namespace sim
