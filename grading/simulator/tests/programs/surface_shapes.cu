// Surface objects over arrays of every shape: 1D, 3D, layers of 1D and 2D, cubemaps and layers of cubemaps, with each
// boundary mode along each coordinate (CUDA C++ Programming Guide, "Surface Functions").
#include "arrays.h"

constexpr int width = 7, height = 6, depth = 5;
constexpr auto zero = cudaBoundaryModeZero, clamp = cudaBoundaryModeClamp;

// Places count from -1 to one past the end, so that a box has two more places along each coordinate that has a boundary.
struct Box {
  int x, y, z;
};
__device__ Box place() { return {int(threadIdx.x), int(threadIdx.y), int(blockIdx.x)}; }

__global__ void write_1d(cudaSurfaceObject_t s, const float* v) { surf1Dwrite(v[threadIdx.x], s, int(threadIdx.x) * 4); }
template <cudaSurfaceBoundaryMode Mode>
__global__ void read_1d(cudaSurfaceObject_t s, float* v) {
  v[threadIdx.x] = surf1Dread<float>(s, (int(threadIdx.x) - 1) * 4, Mode);
}
__global__ void write_3d(cudaSurfaceObject_t s, const float* v) {
  Box p = place();
  surf3Dwrite(v[(p.z * height + p.y) * width + p.x], s, p.x * 4, p.y, p.z);
}
template <cudaSurfaceBoundaryMode Mode>
__global__ void read_3d(cudaSurfaceObject_t s, float* v) {
  Box p = place();
  v[(p.z * (height + 2) + p.y) * (width + 2) + p.x] = surf3Dread<float>(s, (p.x - 1) * 4, p.y - 1, p.z - 1, Mode);
}
__global__ void write_1d_layers(cudaSurfaceObject_t s, const float* v) {
  Box p = place();
  surf1DLayeredwrite(v[p.z * width + p.x], s, p.x * 4, p.z);
}
template <cudaSurfaceBoundaryMode Mode>
__global__ void read_1d_layers(cudaSurfaceObject_t s, float* v) {
  Box p = place();
  v[p.z * (width + 2) + p.x] = surf1DLayeredread<float>(s, (p.x - 1) * 4, p.z, Mode);
}
__global__ void write_2d_layers(cudaSurfaceObject_t s, const float* v) {
  Box p = place();
  surf2DLayeredwrite(v[(p.z * height + p.y) * width + p.x], s, p.x * 4, p.y, p.z);
}
template <cudaSurfaceBoundaryMode Mode>
__global__ void read_2d_layers(cudaSurfaceObject_t s, float* v) {
  Box p = place();
  v[(p.z * (height + 2) + p.y) * (width + 2) + p.x] = surf2DLayeredread<float>(s, (p.x - 1) * 4, p.y - 1, p.z, Mode);
}
// Cubemaps are square: width x width, six faces a layer.
template <bool Layered>
__global__ void write_cube(cudaSurfaceObject_t s, const float* v) {
  Box p = place();
  float value = v[(p.z * width + p.y) * width + p.x];
  if (Layered) surfCubemapLayeredwrite(value, s, p.x * 4, p.y, p.z);
  else surfCubemapwrite(value, s, p.x * 4, p.y, p.z);
}
template <bool Layered, cudaSurfaceBoundaryMode Mode>
__global__ void read_cube(cudaSurfaceObject_t s, float* v) {
  Box p = place();
  float& to = v[(p.z * (width + 2) + p.y) * (width + 2) + p.x];
  if (Layered) surfCubemapLayeredread(&to, s, (p.x - 1) * 4, p.y - 1, p.z, Mode);
  else surfCubemapread(&to, s, (p.x - 1) * 4, p.y - 1, p.z, Mode);
}

// A kernel over a surface and the values it writes or reads.
using Write = void (*)(cudaSurfaceObject_t, const float*);
using Read = void (*)(cudaSurfaceObject_t, float*);

// `extent` is the array's, as for cudaMalloc3DArray; `deep`: the slices have a boundary, as in 3D.
void check_shape(const std::string& name, cudaExtent extent, unsigned flags, bool deep, Write write, Read read_zero, Read read_clamp) {
  const int w = int(extent.width), h = extent.height ? int(extent.height) : 1, d = extent.depth ? int(extent.depth) : 1;
  check::Array<float> array(cudaCreateChannelDesc<float>(), w, int(extent.height), int(extent.depth), flags | cudaArraySurfaceLoadStore);
  const check::Surface surface(array.get());
  const std::vector<float> values = check::elements<float>(std::size_t(w) * h * d, 11);
  const check::DeviceArray<float> device(values);
  write<<<d, dim3(w, h)>>>(surface.get(), device.get());
  check::expect_same_bytes(name + " written", array.download(), values);

  const int around_y = extent.height ? 1 : 0, around_z = deep ? 1 : 0;
  const int wide = w + 2, high = h + 2 * around_y, slices = d + 2 * around_z;
  for (bool clamps : {false, true}) {
    check::DeviceArray<float> read(std::size_t(wide) * high * slices);
    (clamps ? read_clamp : read_zero)<<<slices, dim3(wide, high)>>>(surface.get(), read.get());
    std::vector<float> wanted(read.size());
    auto inside = [](int i, int size) { return i >= 0 && i < size; };
    auto nearest = [](int i, int size) { return i < 0 ? 0 : i < size ? i : size - 1; };
    for (int z = 0; z < slices; ++z)
      for (int y = 0; y < high; ++y)
        for (int x = 0; x < wide; ++x) {
          const int fx = x - 1, fy = y - around_y, fz = z - around_z;
          const bool in = inside(fx, w) && inside(fy, h) && inside(fz, d);
          wanted[(std::size_t(z) * high + y) * wide + x] =
              in || clamps ? values[(std::size_t(nearest(fz, d)) * h + nearest(fy, h)) * w + nearest(fx, w)] : 0.0f;
        }
    check::expect_same_bytes(name + (clamps ? " read in clamp mode" : " read in zero mode"), read.download(), wanted);
  }
}

int main() {
  check_shape("1D", make_cudaExtent(width, 0, 0), 0, false, write_1d, read_1d<zero>, read_1d<clamp>);
  check_shape("3D", make_cudaExtent(width, height, depth), 0, true, write_3d, read_3d<zero>, read_3d<clamp>);
  check_shape("1D layered", make_cudaExtent(width, 0, depth), cudaArrayLayered, false, write_1d_layers, read_1d_layers<zero>,
              read_1d_layers<clamp>);
  check_shape("2D layered", make_cudaExtent(width, height, depth), cudaArrayLayered, false, write_2d_layers, read_2d_layers<zero>,
              read_2d_layers<clamp>);
  check_shape("cubemap", make_cudaExtent(width, width, 6), cudaArrayCubemap, false, write_cube<false>, read_cube<false, zero>,
              read_cube<false, clamp>);
  check_shape("layered cubemap", make_cudaExtent(width, width, 12), cudaArrayCubemap | cudaArrayLayered, false, write_cube<true>,
              read_cube<true, zero>, read_cube<true, clamp>);
  return check::verdict();
}
