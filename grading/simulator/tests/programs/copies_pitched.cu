// Pitched memory: cudaMallocPitch, cudaMemcpy2D in every direction, cudaMemset2D, rectangles inside rows.
#include "check.h"

__global__ void add_row_number(char* base, std::size_t pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float* row = reinterpret_cast<float*>(base + y * pitch);
  row[x] += 1000.0f * y;
}

int main() {
  constexpr int width = 37, height = 11;
  constexpr std::size_t row_bytes = width * sizeof(float);
  char* pitched = nullptr;
  std::size_t pitch = 0;
  check::succeed(cudaMallocPitch(reinterpret_cast<void**>(&pitched), &pitch, row_bytes, height));
  check::expect(pitch >= row_bytes && pitch % 128 == 0,
                "a pitch of " + check::text(pitch) + " holds a row and keeps alignment");

  std::vector<float> host(width * height);
  for (int i = 0; i < width * height; ++i) host[i] = i * 0.5f;
  check::succeed(cudaMemset2D(pitched, pitch, 0xff, pitch, height));
  check::succeed(cudaMemcpy2D(pitched, pitch, host.data(), row_bytes, row_bytes, height, cudaMemcpyHostToDevice));
  add_row_number<<<dim3(3, 2), dim3(16, 8)>>>(pitched, pitch, width, height);
  std::vector<float> back(width * height, -1.0f);
  check::succeed(cudaMemcpy2D(back.data(), row_bytes, pitched, pitch, row_bytes, height, cudaMemcpyDeviceToHost));
  for (int i = 0; i < width * height; ++i) check::expect_equal("pixel", back[i], i * 0.5f + 1000 * (i / width));

  // The padding is untouched by copy and kernel.
  std::vector<unsigned char> whole(pitch * height);
  check::succeed(cudaMemcpy(whole.data(), pitched, pitch * height, cudaMemcpyDeviceToHost));
  for (int y = 0; y < height; ++y)
    for (std::size_t b = row_bytes; b < pitch; ++b) check::expect_equal("padding", int{whole[y * pitch + b]}, 255);

  // A rectangle of 5 x 4 from (7, 2) to (20, 6), on the device, and out again to a tight array.
  auto at = [&](int x, int y) { return pitched + y * pitch + x * sizeof(float); };
  check::succeed(cudaMemcpy2D(at(20, 6), pitch, at(7, 2), pitch, 5 * sizeof(float), 4, cudaMemcpyDeviceToDevice));
  std::vector<float> rectangle(20);
  check::succeed(
      cudaMemcpy2D(rectangle.data(), 5 * sizeof(float), at(20, 6), pitch, 5 * sizeof(float), 4, cudaMemcpyDefault));
  for (int i = 0; i < 20; ++i) {
    int x = 7 + i % 5, y = 2 + i / 5;
    check::expect_equal("rectangle", rectangle[i], (y * width + x) * 0.5f + 1000 * y);
  }
  check::succeed(cudaMemset2D(at(1, 1), pitch, 0, 3 * sizeof(float), 2));
  check::succeed(
      cudaMemcpy2DAsync(back.data(), row_bytes, pitched, pitch, row_bytes, height, cudaMemcpyDeviceToHost, nullptr));
  check::succeed(cudaStreamSynchronize(nullptr));
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 6; ++x) {
      bool cleared = x >= 1 && x < 4 && y >= 1 && y < 3;
      check::expect_equal("cleared rectangle", back[y * width + x], cleared ? 0.0f : (y * width + x) * 0.5f + 1000 * y);
    }

  std::vector<float> from_host(6), to_host(6);
  for (int i = 0; i < 6; ++i) from_host[i] = float(i);
  check::succeed(cudaMemcpy2D(to_host.data(), 12, from_host.data(), 8, 8, 2, cudaMemcpyHostToHost));
  check::expect_equal("host to host", to_host, {0, 1, 0, 2, 3, 0});

  check::expect_status(
      "a width beyond the pitch",
      cudaMemcpy2D(pitched, pitch, host.data(), row_bytes - 4, row_bytes, height, cudaMemcpyHostToDevice),
      cudaErrorInvalidPitchValue);
  cudaGetLastError();
  check::succeed(cudaMemcpy2D(pitched, pitch, host.data(), row_bytes, 0, 0, cudaMemcpyHostToDevice));  // nothing to do
  check::succeed(cudaFree(pitched));
  return check::verdict();
}
