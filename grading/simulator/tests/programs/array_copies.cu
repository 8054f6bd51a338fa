// Copies with CUDA arrays on one side or both, and the deprecated copies that count bytes instead of rows.
#include "arrays.h"

constexpr int width = 10, height = 6, depth = 4;
constexpr std::size_t row = width * sizeof(int);

// What a place of an array starts as: x + 100 y + 10000 z.
std::vector<int> places(int w, int h, int d) {
  std::vector<int> values(std::size_t(w) * h * d);
  for (int z = 0, i = 0; z < d; ++z)
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) values[i++] = x + 100 * y + 10000 * z;
  return values;
}

// Copies a box between two volumes on the host, as the calls should.
void copy_box(std::vector<int>& to, int to_width, int to_height, cudaPos to_at, const std::vector<int>& from, int from_width,
              int from_height, cudaPos from_at, cudaExtent box) {
  for (std::size_t z = 0; z < box.depth; ++z)
    for (std::size_t y = 0; y < box.height; ++y)
      for (std::size_t x = 0; x < box.width; ++x)
        to[((to_at.z + z) * to_height + to_at.y + y) * to_width + to_at.x + x] =
            from[((from_at.z + z) * from_height + from_at.y + y) * from_width + from_at.x + x];
}

void check_rectangles() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  check::Array<int> a(format, width, height, 0, cudaArrayDefault), b(format, width, height, 0, cudaArrayDefault);
  std::vector<int> in_a = places(width, height, 1), in_b(in_a.size(), -1);
  a.upload(in_a), b.upload(in_b);

  // 3 x 2 elements from a host picture of 5 columns to (4, 1); x and width count bytes.
  const std::vector<int> picture = places(5, 4, 1);
  check::succeed(cudaMemcpy2DToArray(a.get(), 4 * sizeof(int), 1, &picture[5 + 1], 5 * sizeof(int), 3 * sizeof(int), 2, cudaMemcpyHostToDevice));
  copy_box(in_a, width, height, {4, 1, 0}, picture, 5, 4, {1, 1, 0}, {3, 2, 1});
  check::expect_equal("after cudaMemcpy2DToArray", a.download(), in_a);

  // From one array to the other, then a part back to the host.
  check::succeed(cudaMemcpy2DArrayToArray(b.get(), 2 * sizeof(int), 3, a.get(), 3 * sizeof(int), 1, 4 * sizeof(int), 3));
  copy_box(in_b, width, height, {2, 3, 0}, in_a, width, height, {3, 1, 0}, {4, 3, 1});
  check::expect_equal("after cudaMemcpy2DArrayToArray", b.download(), in_b);
  std::vector<int> part(7 * 2, -5), wanted = part;
  check::succeed(cudaMemcpy2DFromArray(part.data() + 1, 7 * sizeof(int), b.get(), 1 * sizeof(int), 4, 5 * sizeof(int), 2, cudaMemcpyDeviceToHost));
  copy_box(wanted, 7, 2, {1, 0, 0}, in_b, width, height, {1, 4, 0}, {5, 2, 1});
  check::expect_equal("after cudaMemcpy2DFromArray", part, wanted);

  // Through pitched device memory, on a stream.
  int* pitched = nullptr;
  std::size_t pitch = 0;
  check::succeed(cudaMallocPitch(&pitched, &pitch, row, height));
  check::succeed(cudaMemcpy2DFromArrayAsync(pitched, pitch, a.get(), 0, 0, row, height, cudaMemcpyDeviceToDevice));
  check::succeed(cudaMemcpy2DToArrayAsync(b.get(), 0, 0, pitched, pitch, row, height, cudaMemcpyDeviceToDevice));
  check::expect_equal("through pitched memory", b.download(), in_a);
  check::succeed(cudaFree(pitched));

  check::expect_status("cudaMemcpy2DToArray of one element too many",
                       cudaMemcpy2DToArray(a.get(), 4, 0, picture.data(), row, row, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  cudaGetLastError();
}

void check_boxes() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  check::Array<int> volume(format, width, height, depth, cudaArrayDefault), other(format, width, height, depth, cudaArrayDefault);
  check::Array<int> layered(format, width, height, depth, cudaArrayLayered);
  std::vector<int> in_volume = places(width, height, depth), in_other(in_volume.size(), -1), in_layered(in_volume.size(), -2);
  volume.upload(in_volume), other.upload(in_other), layered.upload(in_layered);

  // Between arrays everything counts elements.
  cudaMemcpy3DParms p = {};
  p.srcArray = volume.get(), p.srcPos = make_cudaPos(2, 1, 1);
  p.dstArray = other.get(), p.dstPos = make_cudaPos(5, 0, 2);
  p.extent = make_cudaExtent(4, 3, 2), p.kind = cudaMemcpyDeviceToDevice;
  check::succeed(cudaMemcpy3D(&p));
  copy_box(in_other, width, height, {5, 0, 2}, in_volume, width, height, {2, 1, 1}, {4, 3, 2});
  check::expect_equal("3D, array to array", other.download(), in_other);

  p.dstArray = layered.get(), p.dstPos = make_cudaPos(0, 2, 0);
  check::succeed(cudaMemcpy3D(&p));
  copy_box(in_layered, width, height, {0, 2, 0}, in_volume, width, height, {2, 1, 1}, {4, 3, 2});
  check::expect_equal("3D, array to layers", layered.download(), in_layered);

  // Into plain memory: the extent's width counts elements, rows and slices are given by the position. What x of that
  // position counts is told in one way and done in another, so the pointer itself leads to the column.
  std::vector<int> host(std::size_t(7) * 5 * 3, -3), wanted = host;
  p = {};
  p.srcArray = volume.get(), p.srcPos = make_cudaPos(6, 2, 1);
  p.dstPtr = make_cudaPitchedPtr(host.data() + 2, 7 * sizeof(int), 7, 5), p.dstPos = make_cudaPos(0, 1, 1);
  p.extent = make_cudaExtent(3, 4, 2), p.kind = cudaMemcpyDeviceToHost;
  check::succeed(cudaMemcpy3DAsync(&p));
  check::synchronise();
  copy_box(wanted, 7, 5, {2, 1, 1}, in_volume, width, height, {6, 2, 1}, {3, 4, 2});
  check::expect_equal("3D, array to host", host, wanted);
  p.dstPtr = make_cudaPitchedPtr(host.data(), 7 * sizeof(int), 7, 5), p.dstPos = make_cudaPos(2 * sizeof(int), 1, 1);
  check::expect_status("a column of plain memory in bytes", cudaMemcpy3D(&p), cudaErrorInvalidValue);
  cudaGetLastError();
}

void check_descriptions() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<short2>();
  check::Array<short2> array(format, width, height, depth, cudaArrayLayered | cudaArraySurfaceLoadStore);
  cudaChannelFormatDesc told = {}, again = {};
  cudaExtent extent = {};
  unsigned flags = 0;
  check::succeed(cudaArrayGetInfo(&told, &extent, &flags, array.get()));
  check::succeed(cudaGetChannelDesc(&again, array.get()));
  for (const cudaChannelFormatDesc& f : {told, again})
    check::expect(f.x == 16 && f.y == 16 && f.z == 0 && f.w == 0 && f.f == cudaChannelFormatKindSigned, "the format is that of short2");
  check::expect(extent.width == width && extent.height == height && extent.depth == depth, "the extent is the array's");
  check::expect_equal("flags", flags, cudaArrayLayered | cudaArraySurfaceLoadStore);
}

// The old copies: bytes from a corner on, whole rows here.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
void check_deprecated() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  check::Array<int> a(format, width, height, 0, cudaArrayDefault), b(format, width, height, 0, cudaArrayDefault);
  const std::vector<int> values = places(width, height, 1);
  std::vector<int> in_a(values.size(), -1), in_b = in_a;
  a.upload(in_a), b.upload(in_b);
  check::succeed(cudaMemcpyToArray(a.get(), 0, 1, values.data(), 2 * row, cudaMemcpyHostToDevice));
  copy_box(in_a, width, height, {0, 1, 0}, values, width, height, {0, 0, 0}, {width, 2, 1});
  check::expect_equal("after cudaMemcpyToArray", a.download(), in_a);
  // A part of one row.
  check::succeed(cudaMemcpyToArray(a.get(), 3 * sizeof(int), 4, values.data() + 50, 5 * sizeof(int), cudaMemcpyHostToDevice));
  copy_box(in_a, width, height, {3, 4, 0}, values, width, height, {0, 5, 0}, {5, 1, 1});
  check::expect_equal("after cudaMemcpyToArray inside a row", a.download(), in_a);
  check::succeed(cudaMemcpyArrayToArray(b.get(), 0, 3, a.get(), 0, 1, 2 * row));
  copy_box(in_b, width, height, {0, 3, 0}, in_a, width, height, {0, 1, 0}, {width, 2, 1});
  check::expect_equal("after cudaMemcpyArrayToArray", b.download(), in_b);
  std::vector<int> back(3 * width, -7), wanted = back;
  check::succeed(cudaMemcpyFromArray(back.data(), b.get(), 0, 2, 3 * row, cudaMemcpyDeviceToHost));
  copy_box(wanted, width, 3, {0, 0, 0}, in_b, width, height, {0, 2, 0}, {width, 3, 1});
  check::expect_equal("after cudaMemcpyFromArray", back, wanted);
}
#pragma GCC diagnostic pop

int main() {
  check_rectangles();
  check_boxes();
  check_descriptions();
  check_deprecated();
  return check::verdict();
}
