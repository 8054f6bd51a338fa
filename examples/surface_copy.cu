// One picture copied to another through two surface objects, in the manner of the surface sample of the CUDA C++
// Programming Guide. x counts bytes, y rows: an element uchar4 at (x, y) lies at (4 x, y).
//   surface_copy [width height]
#include <vector>

#include "common/cuda_check.h"

__global__ void copy(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;  // outside, a surface access would end the kernel
  uchar4 pixel;
  surf2Dread(&pixel, from, x * int(sizeof(uchar4)), y);
  surf2Dwrite(pixel, to, x * int(sizeof(uchar4)), y);
}

static uchar4 pixel_at(int x, int y) { return make_uchar4(x % 251, y % 241, (x + y) % 239, (3 * x + 7 * y) % 256); }

// An array that surfaces may read and write, and the object through which a kernel does.
struct Picture {
  cudaArray_t array = nullptr;
  cudaSurfaceObject_t surface = 0;

  Picture(int width, int height) {
    cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    check(cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    check(cudaCreateSurfaceObject(&surface, &resource));
  }
  Picture(const Picture&) = delete;
  Picture& operator=(const Picture&) = delete;
  ~Picture() {
    check(cudaDestroySurfaceObject(surface));
    check(cudaFreeArray(array));
  }
};

int main(int argc, char** argv) {
  int width = argc > 2 ? std::atoi(argv[1]) : 1000, height = argc > 2 ? std::atoi(argv[2]) : 600;
  if (width < 1 || height < 1) {
    std::fprintf(stderr, "usage: surface_copy [width height], both at least 1\n");
    return 2;
  }
  std::vector<uchar4> in(std::size_t(width) * height), out(in.size());
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) in[std::size_t(y) * width + x] = pixel_at(x, y);

  std::size_t row = width * sizeof(uchar4);  // bytes; the rows of the vectors lie one behind the other
  {
    Picture source(width, height), target(width, height);
    check(cudaMemcpy2DToArray(source.array, 0, 0, in.data(), row, row, height, cudaMemcpyHostToDevice));
    dim3 block(16, 16), grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    copy<<<grid, block>>>(source.surface, target.surface, width, height);
    check_launch();
    check(cudaMemcpy2DFromArray(out.data(), row, target.array, 0, 0, row, height, cudaMemcpyDeviceToHost));
  }

  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      uchar4 got = out[std::size_t(y) * width + x], wanted = pixel_at(x, y);
      if (got.x != wanted.x || got.y != wanted.y || got.z != wanted.z || got.w != wanted.w) {
        std::printf("the pixel at (%d, %d) is (%d, %d, %d, %d), should be (%d, %d, %d, %d)\n", x, y, got.x, got.y, got.z,
                    got.w, wanted.x, wanted.y, wanted.z, wanted.w);
        return 1;
      }
    }
  std::printf("ok: %d x %d pixels\n", width, height);
}
