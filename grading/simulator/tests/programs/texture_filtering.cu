// Texture objects over 1D, 2D and 3D arrays of floats: both filters, every address mode, plain and normalised
// coordinates, against the formulas of the CUDA C++ Programming Guide, appendix "Texture Fetching".
#include "arrays.h"

constexpr int extents[] = {8, 6, 5};
constexpr int samples = 61;  // along a line through the texture and past both ends

struct Sampling {
  cudaTextureAddressMode address;
  cudaTextureFilterMode filter;
  bool normalized;
  float border;
};

// ---- the guide's formulas --------------------------------------------------------------------------------------------

// Where the coordinate lies after its address mode, in texels; wrap and mirror are for normalised coordinates only and act as clamp otherwise.
double addressed(double x, int size, const Sampling& s) {
  const double position = s.normalized ? x * size : x;
  if (!s.normalized || s.address == cudaAddressModeClamp || s.address == cudaAddressModeBorder) return position;
  const double whole = std::floor(x), fraction = x - whole;
  if (s.address == cudaAddressModeWrap) return fraction * size;
  return (std::fmod(whole, 2) == 0 ? fraction : 1 - fraction) * size;
}

// A neighbour that linear filtering asks for may lie one past the end: it wraps, stays, or is border.
int neighbour(int i, int size, const Sampling& s) {
  if (i >= 0 && i < size) return i;
  if (s.address == cudaAddressModeBorder) return -1;
  if (s.normalized && s.address == cudaAddressModeWrap) return (i + size) % size;
  return i < 0 ? 0 : size - 1;
}

// One direction: the two texels and the weight of the second.
struct Pair {
  int texel[2];
  double weight;
};
Pair pair_of(double x, int size, const Sampling& s) {
  const double position = addressed(x, size, s);
  if (s.filter == cudaFilterModePoint) {
    const int i = neighbour(int(std::floor(position)), size, s);
    return {{i, i}, 0};
  }
  const double low = std::floor(position - 0.5);
  return {{neighbour(int(low), size, s), neighbour(int(low) + 1, size, s)}, position - 0.5 - low};
}

// `at` holds one coordinate for each of the dimensions.
double expected(const std::vector<float>& texels, int dimensions, const float* at, const Sampling& s) {
  Pair pairs[3] = {{{0, 0}, 0}, {{0, 0}, 0}, {{0, 0}, 0}};
  for (int k = 0; k < dimensions; ++k) pairs[k] = pair_of(at[k], extents[k], s);
  double sum = 0;
  for (int corner = 0; corner < 1 << dimensions; ++corner) {
    int i[3];
    double weight = 1;
    for (int k = 0; k < 3; ++k) {
      const bool second = corner >> k & 1;
      i[k] = pairs[k].texel[second];
      if (k < dimensions) weight *= second ? pairs[k].weight : 1 - pairs[k].weight;
    }
    const bool border = i[0] < 0 || i[1] < 0 || i[2] < 0;
    const int width = extents[0], height = dimensions > 1 ? extents[1] : 1;
    sum += weight * (border ? s.border : texels[(std::size_t(i[2]) * height + i[1]) * width + i[0]]);
  }
  // A 1D array is the single row of a picture and sampled on that row's upper edge (an H200, not the guide): where the mode
  // of y says border, half of what is seen lies above the row.
  if (dimensions == 1 && s.filter == cudaFilterModeLinear && s.address == cudaAddressModeBorder) return (sum + s.border) / 2;
  return sum;
}

// ---- the same on the device ----------------------------------------------------------------------------------------------

struct Line {
  float start[3], step[3];
};
template <int Dimensions>
__global__ void sample(cudaTextureObject_t texture, Line line, float* out) {
  const int i = threadIdx.x;
  const float x = line.start[0] + i * line.step[0], y = line.start[1] + i * line.step[1], z = line.start[2] + i * line.step[2];
  if (Dimensions == 1) out[i] = tex1D<float>(texture, x);
  if (Dimensions == 2) out[i] = tex2D<float>(texture, x, y);
  if (Dimensions == 3) tex3D(out + i, texture, x, y, z);
}

template <int Dimensions>
void check_texture(const std::string& name, const Sampling& s) {
  const int height = Dimensions > 1 ? extents[1] : 0, depth = Dimensions > 2 ? extents[2] : 0;
  check::Array<float> array(cudaCreateChannelDesc<float>(), extents[0], height, depth, cudaArrayDefault);
  std::vector<float> texels(array.size());
  check::Random random(5);
  for (float& texel : texels) texel = float(random.unit());
  array.upload(texels);
  cudaTextureDesc description = check::sampling(s.address, s.filter, s.normalized);
  description.borderColor[0] = s.border;
  const check::Texture texture(check::resource_of(array.get()), description);

  // Steps that keep away from the edge between two texels, where rounding decides.
  Line line{};
  for (int k = 0; k < 3; ++k) {
    line.start[k] = -1.8125f * extents[k] + 0.0625f * (k + 1);
    line.step[k] = extents[k] * 0.0625f + (k == 1 ? 0.015625f : 0.0f);
    if (s.normalized) line.start[k] /= extents[k], line.step[k] /= extents[k];
  }
  check::DeviceArray<float> out(samples);
  sample<Dimensions><<<1, samples>>>(texture.get(), line, out.get());
  const std::vector<float> got = out.download();
  int judged = 0;
  for (int i = 0; i < samples; ++i) {
    float at[3];
    bool near_edge = false;
    for (int k = 0; k < 3; ++k) {
      at[k] = line.start[k] + i * line.step[k];
      const double position = s.normalized ? double(at[k]) * extents[k] : at[k];
      near_edge = near_edge || (k < Dimensions && std::fabs(position - std::round(position)) < 1e-3);
    }
    if (s.filter == cudaFilterModePoint && near_edge) continue;
    ++judged;
    const double wanted = expected(texels, Dimensions, at, s);
    // Weights of the linear filter have 8 fractional bits, in each direction.
    const double tolerance = s.filter == cudaFilterModePoint ? 0 : Dimensions / 256.0;
    check::expect(std::fabs(got[i] - wanted) <= tolerance, name + ", sample " + check::text(i) + " is " + check::text(got[i]) +
                                                               ", should be " + check::text(wanted));
  }
  check::expect(judged > samples / 2, name + ": too few samples lie away from edges");
}

int main() {
  const struct { cudaTextureAddressMode mode; const char* name; } modes[] = {{cudaAddressModeWrap, "wrap"},
      {cudaAddressModeClamp, "clamp"}, {cudaAddressModeMirror, "mirror"}, {cudaAddressModeBorder, "border"}};
  for (const auto& [mode, mode_name] : modes)
    for (cudaTextureFilterMode filter : {cudaFilterModePoint, cudaFilterModeLinear})
      for (bool normalized : {false, true}) {
        const std::string name = std::string(mode_name) + (filter == cudaFilterModePoint ? ", point" : ", linear") +
                                 (normalized ? ", normalised" : ", not normalised");
        const Sampling s = {mode, filter, normalized, 0.25f};
        check_texture<1>("1D, " + name, s);
        check_texture<2>("2D, " + name, s);
        check_texture<3>("3D, " + name, s);
      }
  return check::verdict();
}
