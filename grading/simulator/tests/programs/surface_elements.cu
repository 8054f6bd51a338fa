// Surface objects in two dimensions: every element type in each boundary mode. x is in bytes (CUDA C++ Programming Guide,
// "Surface Functions"): outside, zero reads 0 and drops writes, clamp reads and writes the nearest edge.
#include "arrays.h"

constexpr int width = 13, height = 5, border = 3;
constexpr int wide = width + 2 * border, high = height + 2 * border;

// One thread an element.
template <class T>
__global__ void write_all(cudaSurfaceObject_t surface, const T* values) {
  int x = threadIdx.x, y = threadIdx.y;
  surf2Dwrite(values[y * width + x], surface, x * int(sizeof(T)), y);
}
template <class T>
__global__ void read_all(cudaSurfaceObject_t surface, T* values) {
  int x = threadIdx.x, y = threadIdx.y;
  values[y * width + x] = surf2Dread<T>(surface, x * int(sizeof(T)), y);
}
// Reads an area that is larger than the surface by `border` on each side; through the form with a pointer.
template <class T, cudaSurfaceBoundaryMode Mode>
__global__ void read_around(cudaSurfaceObject_t surface, T* values) {
  int x = threadIdx.x, y = threadIdx.y;
  T value;
  surf2Dread(&value, surface, (x - border) * int(sizeof(T)), y - border, Mode);
  values[y * wide + x] = value;
}
// Writes the elements around the surface but none inside; only the four corners of the larger area, so that clamped
// writes meet no other write.
template <class T, cudaSurfaceBoundaryMode Mode>
__global__ void write_corners(cudaSurfaceObject_t surface, const T* values) {
  int right = threadIdx.x, below = threadIdx.y;
  surf2Dwrite(values[2 * below + right], surface, (right ? width + 1 : -2) * int(sizeof(T)), below ? height + 2 : -1, Mode);
}

template <class T>
void expect_around(const std::string& name, const std::vector<T>& got, const std::vector<T>& inside, bool clamps) {
  std::vector<T> wanted(got.size());
  for (int y = 0; y < high; ++y)
    for (int x = 0; x < wide; ++x) {
      int from_x = x - border, from_y = y - border;
      bool in = from_x >= 0 && from_x < width && from_y >= 0 && from_y < height;
      from_x = from_x < 0 ? 0 : from_x >= width ? width - 1 : from_x;
      from_y = from_y < 0 ? 0 : from_y >= height ? height - 1 : from_y;
      wanted[y * wide + x] = in || clamps ? inside[from_y * width + from_x] : T{};
    }
  check::expect_same_bytes(name, got, wanted);
}

template <class T, int Components>
void check_type(const char* type) {
  const std::string name = type;
  check::Array<T> array(check::format_of<T>(Components), width, height, 0, cudaArraySurfaceLoadStore);
  const check::Surface surface(array.get());
  std::vector<T> values = check::elements<T>(width * height, 7);
  check::DeviceArray<T> device(values), inside(values.size()), around(wide * high);

  write_all<T><<<1, dim3(width, height)>>>(surface.get(), device.get());
  check::expect_same_bytes(name + " written", array.download(), values);
  read_all<T><<<1, dim3(width, height)>>>(surface.get(), inside.get());
  check::expect_same_bytes(name + " read", inside.download(), values);

  read_around<T, cudaBoundaryModeZero><<<1, dim3(wide, high)>>>(surface.get(), around.get());
  expect_around(name + " read in zero mode", around.download(), values, false);
  read_around<T, cudaBoundaryModeClamp><<<1, dim3(wide, high)>>>(surface.get(), around.get());
  expect_around(name + " read in clamp mode", around.download(), values, true);

  const std::vector<T> corners = check::elements<T>(4, 8);
  check::DeviceArray<T> device_corners(corners);
  write_corners<T, cudaBoundaryModeZero><<<1, dim3(2, 2)>>>(surface.get(), device_corners.get());
  check::expect_same_bytes(name + " after dropped writes", array.download(), values);
  write_corners<T, cudaBoundaryModeClamp><<<1, dim3(2, 2)>>>(surface.get(), device_corners.get());
  values[0] = corners[0], values[width - 1] = corners[1];
  values[(height - 1) * width] = corners[2], values[height * width - 1] = corners[3];
  check::expect_same_bytes(name + " after clamped writes", array.download(), values);
}

// A wide access covers neighbouring elements; its x is a multiple of its own size.
__global__ void copy_wide(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
  int x = threadIdx.x * int(sizeof(uint4)), y = threadIdx.y;
  surf2Dwrite(surf2Dread<uint4>(from, x, y), to, x, y);
}
void check_wide_access() {
  check::Array<uchar4> from(check::format_of<uchar4>(4), 32, 4, 0, cudaArraySurfaceLoadStore);
  check::Array<uchar4> to(check::format_of<uchar4>(4), 32, 4, 0, cudaArraySurfaceLoadStore);
  const std::vector<uchar4> values = check::elements<uchar4>(32 * 4, 9);
  from.upload(values);
  const check::Surface source(from.get()), target(to.get());
  copy_wide<<<1, dim3(8, 4)>>>(source.get(), target.get());
  check::expect_same_bytes("uint4 over uchar4", to.download(), values);
}

int main() {
  check_type<char, 1>("char");
  check_type<signed char, 1>("signed char");
  check_type<unsigned char, 1>("unsigned char");
  check_type<char1, 1>("char1");
  check_type<uchar2, 2>("uchar2");
  check_type<char4, 4>("char4");
  check_type<uchar4, 4>("uchar4");
  check_type<short, 1>("short");
  check_type<unsigned short, 1>("unsigned short");
  check_type<short2, 2>("short2");
  check_type<ushort4, 4>("ushort4");
  check_type<int, 1>("int");
  check_type<unsigned, 1>("unsigned");
  check_type<int2, 2>("int2");
  check_type<uint4, 4>("uint4");
  check_type<float, 1>("float");
  check_type<float1, 1>("float1");
  check_type<float2, 2>("float2");
  check_type<float4, 4>("float4");
  check_type<long long, 1>("long long");
  check_type<unsigned long long, 1>("unsigned long long");
  check_type<longlong2, 2>("longlong2");
  check_type<ulonglong2, 2>("ulonglong2");
  check_wide_access();
  return check::verdict();
}
