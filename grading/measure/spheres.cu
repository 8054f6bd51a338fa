// A ray tracer's table of 28-byte spheres in constant, global and shared memory, with and without the copies that put the
// table where it is read.
#include "bench.h"

using namespace measure;

struct Sphere {
  float r, g, b, radius, x, y, z;
};
constexpr int most = 1024, width = 1024, height = 1024;
__constant__ Sphere constant_spheres[most];

template <class Table>
__device__ uchar4 trace(const Table& spheres, int count, int column, int row) {
  const float ray_x = column - width / 2, ray_y = row - height / 2;
  float nearest = -1e20f, r = 0, g = 0, b = 0;
  for (int k = 0; k < count; ++k) {
    const Sphere& s = spheres[k];
    const float dx = ray_x - s.x, dy = ray_y - s.y, left = s.radius * s.radius - dx * dx - dy * dy;
    if (left <= 0) continue;
    const float dz = sqrtf(left);
    if (dz + s.z <= nearest) continue;
    nearest = dz + s.z;
    const float shade = dz / s.radius;
    r = s.r * shade, g = s.g * shade, b = s.b * shade;
  }
  return make_uchar4(static_cast<unsigned char>(255 * r), static_cast<unsigned char>(255 * g), static_cast<unsigned char>(255 * b), 255);
}

__global__ void constant_kernel(uchar4* pixels, int count) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  pixels[y * width + x] = trace(constant_spheres, count, x, y);
}
__global__ void global_kernel(uchar4* pixels, const Sphere* spheres, int count) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  pixels[y * width + x] = trace(spheres, count, x, y);
}
__global__ void shared_kernel(uchar4* pixels, const Sphere* spheres, int count) {
  __shared__ Sphere tile[most];
  const int thread = threadIdx.y * blockDim.x + threadIdx.x, threads = blockDim.x * blockDim.y;
  for (int k = thread; k < count; k += threads) tile[k] = spheres[k];
  __syncthreads();
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  pixels[y * width + x] = trace(tile, count, x, y);
}

int main() {
  Timer timer;
  const Array<uchar4> pixels(width * height);
  const Array<Sphere> spheres(most);
  std::vector<Sphere> host(most);
  unsigned state = 1;
  const auto next = [&](float low, float high) {
    state = state * 1664525u + 1013904223u;
    return low + (high - low) * static_cast<float>(state >> 8) / 16777216.0f;
  };
  for (Sphere& s : host)
    s = {next(0, 1), next(0, 1), next(0, 1), next(20, 120), next(-500, 500), next(-500, 500), next(-500, 500)};
  const dim3 block(16, 16), grid(width / 16, height / 16);
  Table table("sphere_table");
  for (const int count : {20, 100, 500, 1000}) {
    const std::size_t bytes = count * sizeof(Sphere);
    const auto to_symbol = [&] { cudaMemcpyToSymbolAsync(constant_spheres, host.data(), bytes); };
    const auto to_global = [&] { cudaMemcpyAsync(spheres.get(), host.data(), bytes, cudaMemcpyHostToDevice); };
    to_symbol();
    to_global();
    const auto kernel = [&](int where) {
      if (where == 0) constant_kernel<<<grid, block>>>(pixels.get(), count);
      if (where == 1) global_kernel<<<grid, block>>>(pixels.get(), spheres.get(), count);
      if (where == 2) shared_kernel<<<grid, block>>>(pixels.get(), spheres.get(), count);
    };
    const char* names[] = {"constant", "global", "shared"};
    for (int where = 0; where < 3; ++where) {
      const Time alone = timer.time([&] { kernel(where); }, 31);
      const Time copied = timer.time(
          [&] {
            if (where == 0) to_symbol();
            else to_global();
            kernel(where);
          },
          31);
      table.row({{"spheres", double(count)},
                 {"memory", std::string(names[where])},
                 {"kernel_ms", alone.ms},
                 {"with_copies_ms", copied.ms}});
    }
  }
}
