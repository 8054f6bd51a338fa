// Texture objects by what lies behind them and what comes out: element types, reads as normalised floats, linear and
// pitched memory, layers, cubemaps (CUDA C++ Programming Guide, "Texture Memory" and appendix "Texture Fetching").
#include "arrays.h"

constexpr int width = 12, height = 5, layers = 3;

template <class T>
__global__ void fetch_linear(cudaTextureObject_t texture, T* out, int first) {
  out[threadIdx.x] = tex1Dfetch<T>(texture, first + int(threadIdx.x));
}
template <class T>
__global__ void fetch_2d(cudaTextureObject_t texture, T* out) {
  out[threadIdx.y * width + threadIdx.x] = tex2D<T>(texture, threadIdx.x + 0.5f, threadIdx.y + 0.5f);
}

// Elements come out as they went in, from an array, from linear and from pitched memory.
template <class T, int Components>
void check_type(const char* type, cudaChannelFormatKind kind) {
  const std::string name = type;
  const cudaChannelFormatDesc format = check::format_of<T>(Components, kind);
  const cudaTextureDesc plain = check::sampling(cudaAddressModeClamp);
  const std::vector<T> values = check::elements<T>(width * height, 21);
  check::DeviceArray<T> out(values.size());
  check::Array<T> array(format, width, height, 0, cudaArrayDefault);
  array.upload(values);
  {
    const check::Texture texture(check::resource_of(array.get()), plain);
    fetch_2d<T><<<1, dim3(width, height)>>>(texture.get(), out.get());
    check::expect_same_bytes(name + " from an array", out.download(), values);
  }
  cudaResourceDesc linear = {};
  linear.resType = cudaResourceTypeLinear;
  const check::DeviceArray<T> memory(values);
  linear.res.linear = {memory.get(), format, values.size() * sizeof(T)};
  {
    const check::Texture texture(linear, plain);
    fetch_linear<T><<<1, width * height>>>(texture.get(), out.get(), 0);
    check::expect_same_bytes(name + " from linear memory", out.download(), values);
    // Past the end it is zero.
    fetch_linear<T><<<1, width>>>(texture.get(), out.get(), width * height);
    std::vector<T> zeros = values;
    std::fill(zeros.begin(), zeros.begin() + width, T{});
    check::expect_same_bytes(name + " past the end of linear memory", out.download(), zeros);
  }
  T* pitched = nullptr;
  std::size_t pitch = 0;
  check::succeed(cudaMallocPitch(&pitched, &pitch, width * sizeof(T), height));
  check::succeed(cudaMemcpy2D(pitched, pitch, values.data(), width * sizeof(T), width * sizeof(T), height, cudaMemcpyHostToDevice));
  cudaResourceDesc rows = {};
  rows.resType = cudaResourceTypePitch2D;
  rows.res.pitch2D = {pitched, format, width, height, pitch};
  {
    const check::Texture texture(rows, plain);
    fetch_2d<T><<<1, dim3(width, height)>>>(texture.get(), out.get());
    check::expect_same_bytes(name + " from pitched memory", out.download(), values);
  }
  check::succeed(cudaFree(pitched));
}

// Integers as floats: unsigned to [0, 1], signed to [-1, 1]. Through the linear filter a signed byte, unlike the guide's
// v / 127, has its seven bits repeated to fill the fifteen of a signed short, as an H200 does; the last bit comes from the
// complement of a negative one.
template <class T>
double normalised(T value, cudaTextureFilterMode filter) {
  if (std::is_same_v<T, signed char> && filter == cudaFilterModeLinear) {
    const int size = std::min(std::abs(int(value)), 127), filled = size * 258 + ((int(value) < 0 ? size - 1 : size) >> 6);
    return (int(value) < 0 ? -filled : filled) / 32767.0;
  } else {
    return std::fmax(double(value) / double(std::numeric_limits<T>::max()), -1.0);
  }
}
template <class T>
void check_normalised(const std::string& name, cudaChannelFormatKind kind, cudaTextureFilterMode filter) {
  std::vector<T> values(width * height);
  check::Random random(22);
  for (T& value : values) value = T(random.bits());
  values[0] = std::numeric_limits<T>::max(), values[1] = std::numeric_limits<T>::min();
  check::Array<T> array(check::format_of<T>(1, kind), width, height, 0, cudaArrayDefault);
  array.upload(values);
  const check::Texture texture(check::resource_of(array.get()),
                               check::sampling(cudaAddressModeClamp, filter, false, cudaReadModeNormalizedFloat));
  check::DeviceArray<float> out(values.size());
  fetch_2d<float><<<1, dim3(width, height)>>>(texture.get(), out.get());
  const std::vector<float> got = out.download();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double wanted = normalised(values[i], filter);
    check::expect(std::fabs(got[i] - wanted) <= 1e-6, name + " " + check::text(values[i]) + " reads as " + check::text(got[i]) +
                                                         ", should be " + check::text(wanted));
  }
}

// Four components at once, filtered: the middle between two texels is their mean.
__global__ void between(cudaTextureObject_t texture, float4* out) { *out = tex2D<float4>(texture, 3.0f, 2.5f); }
void check_components_filtered() {
  const std::vector<uchar4> values = check::elements<uchar4>(width * height, 23);
  check::Array<uchar4> array(check::format_of<uchar4>(4, cudaChannelFormatKindUnsigned), width, height, 0, cudaArrayDefault);
  array.upload(values);
  const check::Texture texture(check::resource_of(array.get()),
                               check::sampling(cudaAddressModeClamp, cudaFilterModeLinear, false, cudaReadModeNormalizedFloat));
  check::DeviceArray<float4> out(1);
  between<<<1, 1>>>(texture.get(), out.get());
  const float4 got = out.download()[0];
  const uchar4 left = values[2 * width + 2], right = values[2 * width + 3];
  const float wanted[] = {(left.x + right.x) / 510.0f, (left.y + right.y) / 510.0f, (left.z + right.z) / 510.0f, (left.w + right.w) / 510.0f};
  const float is[] = {got.x, got.y, got.z, got.w};
  for (int i = 0; i < 4; ++i) check::expect(std::fabs(is[i] - wanted[i]) <= 1 / 256.0f, "component " + check::text(i) + " of a mean is " + check::text(is[i]) + ", should be " + check::text(wanted[i]));
}

__global__ void fetch_layers(cudaTextureObject_t texture, float* out) {
  const int x = threadIdx.x, y = threadIdx.y, layer = blockIdx.x;
  out[(layer * height + y) * width + x] = tex2DLayered<float>(texture, x + 0.5f, y + 0.5f, layer);
}
__global__ void fetch_1d_layers(cudaTextureObject_t texture, float* out) {
  out[blockIdx.x * width + threadIdx.x] = tex1DLayered<float>(texture, threadIdx.x + 0.5f, int(blockIdx.x));
}
void check_layers() {
  const cudaTextureDesc plain = check::sampling(cudaAddressModeClamp);
  check::Array<float> array(cudaCreateChannelDesc<float>(), width, height, layers, cudaArrayLayered);
  const std::vector<float> values = check::elements<float>(array.size(), 24);
  array.upload(values);
  const check::Texture texture(check::resource_of(array.get()), plain);
  check::DeviceArray<float> out(array.size());
  fetch_layers<<<layers, dim3(width, height)>>>(texture.get(), out.get());
  check::expect_same_bytes("2D layers", out.download(), values);

  check::Array<float> lines(cudaCreateChannelDesc<float>(), width, 0, layers, cudaArrayLayered);
  const std::vector<float> line_values = check::elements<float>(lines.size(), 25);
  lines.upload(line_values);
  const check::Texture line_texture(check::resource_of(lines.get()), plain);
  check::DeviceArray<float> line_out(lines.size());
  fetch_1d_layers<<<layers, width>>>(line_texture.get(), line_out.get());
  check::expect_same_bytes("1D layers", line_out.download(), line_values);
}

// The direction through a point of a face: the guide's table of faces, solved for x, y and z with m = 1.
__device__ float3 direction(int face, float s, float t) {
  switch (face) {
    case 0: return make_float3(1, -t, -s);
    case 1: return make_float3(-1, -t, s);
    case 2: return make_float3(s, 1, t);
    case 3: return make_float3(s, -1, -t);
    case 4: return make_float3(s, -t, 1);
    default: return make_float3(-s, -t, -1);
  }
}
constexpr int side = 4;
// Directions need no unit length: each face's are scaled differently.
__global__ void fetch_cube(cudaTextureObject_t texture, float* out) {
  const int x = threadIdx.x, y = threadIdx.y, face = blockIdx.x;
  const float scale = 0.5f + face;
  const float3 d = direction(face, 2 * (x + 0.5f) / side - 1, 2 * (y + 0.5f) / side - 1);
  out[(face * side + y) * side + x] = texCubemap<float>(texture, d.x * scale, d.y * scale, d.z * scale);
}
__global__ void fetch_cube_layers(cudaTextureObject_t texture, float* out) {
  const int x = threadIdx.x, y = threadIdx.y, face = blockIdx.x % 6, layer = blockIdx.x / 6;
  const float3 d = direction(face, 2 * (x + 0.5f) / side - 1, 2 * (y + 0.5f) / side - 1);
  out[((layer * 6 + face) * side + y) * side + x] = texCubemapLayered<float>(texture, d.x, d.y, d.z, layer);
}
void check_cubes() {
  const cudaTextureDesc normalised = check::sampling(cudaAddressModeClamp, cudaFilterModePoint, true);
  for (int cubes : {1, 2}) {
    check::Array<float> array(cudaCreateChannelDesc<float>(), side, side, 6 * cubes,
                              cubes == 1 ? cudaArrayCubemap : cudaArrayCubemap | cudaArrayLayered);
    const std::vector<float> values = check::elements<float>(array.size(), 26);
    array.upload(values);
    const check::Texture texture(check::resource_of(array.get()), normalised);
    check::DeviceArray<float> out(array.size());
    if (cubes == 1) fetch_cube<<<6, dim3(side, side)>>>(texture.get(), out.get());
    else fetch_cube_layers<<<6 * cubes, dim3(side, side)>>>(texture.get(), out.get());
    check::expect_same_bytes(cubes == 1 ? "cubemap" : "layered cubemap", out.download(), values);
  }
}

int main() {
  constexpr auto is_signed = cudaChannelFormatKindSigned, is_unsigned = cudaChannelFormatKindUnsigned, is_float = cudaChannelFormatKindFloat;
  check_type<signed char, 1>("signed char", is_signed);
  check_type<unsigned char, 1>("unsigned char", is_unsigned);
  check_type<char2, 2>("char2", is_signed);
  check_type<uchar4, 4>("uchar4", is_unsigned);
  check_type<short, 1>("short", is_signed);
  check_type<ushort2, 2>("ushort2", is_unsigned);
  check_type<short4, 4>("short4", is_signed);
  check_type<int, 1>("int", is_signed);
  check_type<uint2, 2>("uint2", is_unsigned);
  check_type<int4, 4>("int4", is_signed);
  check_type<float, 1>("float", is_float);
  check_type<float2, 2>("float2", is_float);
  check_type<float4, 4>("float4", is_float);
  for (cudaTextureFilterMode filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
    check_normalised<unsigned char>("unsigned char", is_unsigned, filter);
    check_normalised<signed char>("signed char", is_signed, filter);
    check_normalised<unsigned short>("unsigned short", is_unsigned, filter);
    check_normalised<short>("short", is_signed, filter);
  }
  check_components_filtered();
  check_layers();
  check_cubes();
  return check::verdict();
}
