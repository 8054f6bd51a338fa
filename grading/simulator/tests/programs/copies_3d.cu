// Three-dimensional copies: cudaMalloc3D, cudaMemcpy3D with positions inside both volumes, cudaMemset3D.
#include "check.h"

constexpr int width = 9, height = 5, depth = 4;

__global__ void add_place(cudaPitchedPtr volume, int rows) {
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  char* row = static_cast<char*>(volume.ptr) + (z * rows + y) * volume.pitch;
  reinterpret_cast<int*>(row)[x] += x + 10 * y + 100 * z;
}

int main() {
  std::vector<int> host(width * height * depth);
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = int(i) * 1000;

  cudaExtent extent = make_cudaExtent(width * sizeof(int), height, depth);
  cudaPitchedPtr volume;
  check::succeed(cudaMalloc3D(&volume, extent));
  check::expect(volume.pitch >= width * sizeof(int), "a pitch holds a row");
  check::expect_equal("ysize", volume.ysize, std::size_t{height});

  cudaMemcpy3DParms parameters = {};
  parameters.srcPtr = make_cudaPitchedPtr(host.data(), width * sizeof(int), width, height);
  parameters.dstPtr = volume;
  parameters.extent = extent;
  parameters.kind = cudaMemcpyHostToDevice;
  check::succeed(cudaMemcpy3D(&parameters));
  add_place<<<1, dim3(width, height, depth)>>>(volume, height);

  std::vector<int> back(host.size(), -1);
  cudaMemcpy3DParms home = {};
  home.srcPtr = volume;
  home.dstPtr = make_cudaPitchedPtr(back.data(), width * sizeof(int), width, height);
  home.extent = extent;
  home.kind = cudaMemcpyDeviceToHost;
  check::succeed(cudaMemcpy3D(&home));
  auto value = [](int x, int y, int z) { return ((z * height + y) * width + x) * 1000 + x + 10 * y + 100 * z; };
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) check::expect_equal("voxel", back[(z * height + y) * width + x], value(x, y, z));

  // A box of 3 x 2 x 2 from (4, 1, 2) of the device's volume to (1, 3, 0) of the host's.
  std::vector<int> boxed(host.size(), -1);
  cudaMemcpy3DParms box = {};
  box.srcPtr = volume;
  box.srcPos = make_cudaPos(4 * sizeof(int), 1, 2);
  box.dstPtr = make_cudaPitchedPtr(boxed.data(), width * sizeof(int), width, height);
  box.dstPos = make_cudaPos(1 * sizeof(int), 3, 0);
  box.extent = make_cudaExtent(3 * sizeof(int), 2, 2);
  box.kind = cudaMemcpyDeviceToHost;
  check::succeed(cudaMemcpy3D(&box));
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        bool inside = x >= 1 && x < 4 && y >= 3 && y < 5 && z < 2;
        check::expect_equal("box", boxed[(z * height + y) * width + x], inside ? value(x + 3, y - 2, z + 2) : -1);
      }

  check::succeed(cudaMemset3D(volume, 0x11, make_cudaExtent(4 * sizeof(int), 2, 3)));
  check::succeed(cudaMemcpy3D(&home));
  for (int z = 0; z < depth; ++z)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        bool set = x < 4 && y < 2 && z < 3;
        check::expect_equal("set volume", back[(z * height + y) * width + x], set ? 0x11111111 : value(x, y, z));
      }
  check::succeed(cudaFree(volume.ptr));
  return check::verdict();
}
