// Copies between surfaces over CUDA arrays: shape of the block, width of the access; the same through linear memory.
#include "bench.h"

using namespace measure;

constexpr int side = 8192;

template <class T>
__global__ void copy_surface(cudaSurfaceObject_t in, cudaSurfaceObject_t out) {
  const int x = (blockIdx.x * blockDim.x + threadIdx.x) * static_cast<int>(sizeof(T)), y = blockIdx.y * blockDim.y + threadIdx.y;
  T value;
  surf2Dread(&value, in, x, y);
  surf2Dwrite(value, out, x, y);
}
template <class T>
__global__ void copy_linear(const T* in, T* out) {
  const std::size_t x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const std::size_t at = y * (side * 4 / sizeof(T)) + x;
  out[at] = in[at];
}

class Surface {
 public:
  Surface() {
    const auto format = cudaCreateChannelDesc<uchar4>();
    check(cudaMallocArray(&array_, &format, side, side, cudaArraySurfaceLoadStore), "array");
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array_;
    check(cudaCreateSurfaceObject(&object_, &resource), "surface");
  }
  ~Surface() {
    cudaDestroySurfaceObject(object_);
    cudaFreeArray(array_);
  }
  Surface(const Surface&) = delete;
  Surface& operator=(const Surface&) = delete;
  cudaSurfaceObject_t get() const { return object_; }

 private:
  cudaArray_t array_ = nullptr;
  cudaSurfaceObject_t object_ = 0;
};

int main() {
  Timer timer;
  const Surface in, out;
  const Array<uchar4> linear_in(std::size_t{side} * side), linear_out(std::size_t{side} * side);
  const double bytes = 8.0 * side * side;
  Table table("surface_shapes");
  const auto row = [&](const char* memory, int x, int y, double width, Time time) {
    table.row({{"memory", std::string(memory)},
               {"block", std::to_string(x) + " x " + std::to_string(y)},
               {"bytes_a_lane", width},
               {"ms", time.ms},
               {"gb_per_s", gb_per_s(bytes, time.ms)}});
  };
  struct Shape { int x, y; };
  for (const Shape s : {Shape{16, 16}, Shape{32, 8}, Shape{256, 1}, Shape{8, 32}, Shape{1, 256}}) {
    const dim3 block(s.x, s.y), grid(side / s.x, side / s.y);
    row("surface", s.x, s.y, 4, timer.time([&] { copy_surface<uchar4><<<grid, block>>>(in.get(), out.get()); }));
  }
  for (const Shape s : {Shape{16, 16}, Shape{32, 8}, Shape{256, 1}, Shape{8, 32}}) {
    const dim3 block(s.x, s.y), grid(side / 4 / s.x, side / s.y);
    row("surface", s.x, s.y, 16, timer.time([&] { copy_surface<uint4><<<grid, block>>>(in.get(), out.get()); }));
  }
  for (const Shape s : {Shape{32, 8}, Shape{256, 1}}) {
    const dim3 block(s.x, s.y);
    row("linear", s.x, s.y, 4, timer.time([&] { copy_linear<<<dim3(side / s.x, side / s.y), block>>>(linear_in.get(), linear_out.get()); }));
    row("linear", s.x, s.y, 16, timer.time([&] {
          copy_linear<<<dim3(side / 4 / s.x, side / s.y), block>>>(reinterpret_cast<const uint4*>(linear_in.get()),
                                                                 reinterpret_cast<uint4*>(linear_out.get()));
        }));
  }
}
