// Copies: bytes arrive, ranges and directions are checked, each is recorded once.
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <numeric>
#include <vector>

#include "evidence_of.h"

TEST_CASE("copies: bytes go there and back, and the evidence counts them") {
  std::vector<int> in(1000), out(1000);
  std::iota(in.begin(), in.end(), 5);
  int *a = nullptr, *b = nullptr;
  REQUIRE(cudaMalloc(&a, 4000) == cudaSuccess);
  REQUIRE(cudaMalloc(&b, 4000) == cudaSuccess);
  sim_reset_evidence();
  CHECK(cudaMemcpy(a, in.data(), 4000, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy(b, a, 4000, cudaMemcpyDeviceToDevice) == cudaSuccess);
  CHECK(cudaMemcpyAsync(out.data(), b, 4000, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(in == out);
  const nlohmann::json copies = evidence_now()["copies"];
  REQUIRE(copies.size() == 3);
  CHECK(copies[0]["kind"] == "HtoD");
  CHECK(copies[1]["kind"] == "DtoD");
  CHECK(copies[2]["kind"] == "DtoH");
  CHECK(copies[2]["call"] == "cudaMemcpyAsync");
  CHECK(copies[1]["bytes"] == 4000);
  cudaFree(a), cudaFree(b);
}

TEST_CASE("copies: a copy that does not fit names the allocation and changes nothing") {
  std::vector<char> host(1024, 1), back(256);
  char* d = nullptr;
  REQUIRE(cudaMalloc(&d, 256) == cudaSuccess);
  REQUIRE(cudaMemset(d, 0, 256) == cudaSuccess);
  CHECK(cudaMemcpy(d, host.data(), 1024, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(contains(last_sentence(), "the copy writes 1024 bytes into allocation #"));
  CHECK(contains(last_sentence(), "of 256 bytes"));
  CHECK(cudaMemcpy(d + 200, host.data(), 57, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(contains(last_sentence(), "from byte 200 on, where 56 are left"));
  CHECK(cudaMemcpy(d + 200, host.data(), 56, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaMemcpy(back.data(), d, 256, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(std::accumulate(back.begin(), back.end(), 0) == 56);
  cudaFree(d), cudaGetLastError();
}

TEST_CASE("copies: the direction must fit the pointers") {
  std::vector<char> host(64);
  char* d = nullptr;
  REQUIRE(cudaMalloc(&d, 64) == cudaSuccess);
  CHECK(cudaMemcpy(d, host.data(), 64, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(contains(last_sentence(), "wrong way round"));
  CHECK(cudaMemcpy(d, host.data(), 64, cudaMemcpyKind{}) == cudaErrorInvalidValue);
  CHECK(contains(last_sentence(), "cudaMemcpyHostToHost got a device pointer; a kind that nobody set"));
  CHECK(cudaMemcpy(host.data(), host.data(), 64, cudaMemcpyDeviceToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(nullptr, d, 64, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(d, host.data(), 64, cudaMemcpyDefault) == cudaSuccess);
  CHECK(cudaMemcpy(d, host.data(), 64, static_cast<cudaMemcpyKind>(17)) == cudaErrorInvalidMemcpyDirection);
  cudaFree(d), cudaGetLastError();
}

TEST_CASE("copies: rows with pitches, cut out of and put into the middle") {
  // A 5 x 3 picture of bytes into the rows 1 to 3, columns 2 to 6 of a 16-byte-pitch area of 5 rows.
  std::vector<unsigned char> picture(15), area(80);
  std::iota(picture.begin(), picture.end(), 1);
  unsigned char* d = nullptr;
  REQUIRE(cudaMalloc(&d, 80) == cudaSuccess);
  REQUIRE(cudaMemset(d, 0, 80) == cudaSuccess);
  REQUIRE(cudaMemcpy2D(d + 16 + 2, 16, picture.data(), 5, 5, 3, cudaMemcpyHostToDevice) == cudaSuccess);
  REQUIRE(cudaMemcpy(area.data(), d, 80, cudaMemcpyDeviceToHost) == cudaSuccess);
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 16; ++x) {
      const bool inside = y >= 1 && y <= 3 && x >= 2 && x <= 6;
      CHECK(int(area[y * 16 + x]) == (inside ? (y - 1) * 5 + (x - 2) + 1 : 0));
    }
  CHECK(cudaMemcpy2D(d, 4, picture.data(), 5, 5, 3, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
  cudaFree(d), cudaGetLastError();
}

TEST_CASE("copies: three dimensions through a pitched volume") {
  cudaPitchedPtr volume;
  REQUIRE(cudaMalloc3D(&volume, make_cudaExtent(20, 4, 3)) == cudaSuccess);
  std::vector<unsigned char> in(20 * 4 * 3), out(20 * 4 * 3);
  std::iota(in.begin(), in.end(), 0);
  cudaMemcpy3DParms up{};
  up.srcPtr = make_cudaPitchedPtr(in.data(), 20, 20, 4);
  up.dstPtr = volume;
  up.extent = make_cudaExtent(20, 4, 3);
  up.kind = cudaMemcpyHostToDevice;
  REQUIRE(cudaMemcpy3D(&up) == cudaSuccess);
  cudaMemcpy3DParms down{};
  down.srcPtr = volume;
  down.dstPtr = make_cudaPitchedPtr(out.data(), 20, 20, 4);
  down.extent = up.extent;
  down.kind = cudaMemcpyDeviceToHost;
  REQUIRE(cudaMemcpy3D(&down) == cudaSuccess);
  CHECK(in == out);
  cudaFree(volume.ptr);
}

TEST_CASE("an empty box is done at once, however deep a negative int made it") {
  cudaPitchedPtr volume{};
  REQUIRE(cudaMalloc3D(&volume, make_cudaExtent(16, 2, 2)) == cudaSuccess);
  cudaMemcpy3DParms parameters = {};
  parameters.srcPtr = parameters.dstPtr = volume;
  parameters.kind = cudaMemcpyDeviceToDevice;
  for (const cudaExtent extent : {make_cudaExtent(0, 2, std::size_t(-1)), make_cudaExtent(16, 0, std::size_t(-1))}) {
    parameters.extent = extent;
    CHECK(cudaMemcpy3D(&parameters) == cudaSuccess);
    CHECK(cudaMemset3D(volume, 0, extent) == cudaSuccess);
  }
  CHECK(cudaFree(volume.ptr) == cudaSuccess);
}

TEST_CASE("copies: arrays take rectangles in bytes and refuse what is no element") {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  REQUIRE(cudaMallocArray(&array, &format, 8, 4) == cudaSuccess);
  std::vector<float> in(32), out(32);
  std::iota(in.begin(), in.end(), 0.5f);
  CHECK(cudaMemcpy2DToArray(array, 0, 0, in.data(), 32, 32, 4, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpy2DFromArray(out.data(), 32, array, 0, 0, 32, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(in == out);
  CHECK(cudaMemcpy2DToArray(array, 4, 0, in.data(), 32, 32, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpy(array, in.data(), 128, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(contains(last_sentence(), "cudaMemcpy2DToArray"));
  CHECK(cudaFreeArray(array) == cudaSuccess);
  CHECK(cudaFreeArray(array) == cudaErrorInvalidValue);
  cudaGetLastError();
}

// In 64 bits 64 + (2^64 - 32) is 32 and 2^62 * 4 is 0: both would seem to fit.
TEST_CASE("copies: a negative size is refused, also where a sum or product of it would come out small") {
  std::vector<char> host(4096);
  char* d = nullptr;
  REQUIRE(cudaMalloc(&d, 4096) == cudaSuccess);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaArray_t array = nullptr;
  REQUIRE(cudaMallocArray(&array, &format, 64, 16) == cudaSuccess);
  const auto minus = [](std::size_t n) { return std::size_t{0} - n; };

  // 2^32 + 1 rows with a pitch of 2^32: the last begins at byte 2^64.
  constexpr std::size_t large = std::size_t{1} << 32;
  CHECK(cudaMemcpy2D(d, large, host.data(), large, 16, large + 1, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemset2D(d, large, 0, 16, large + 1) == cudaErrorInvalidValue);

  CHECK(cudaMemcpy2DToArray(array, 64, 0, host.data(), 0, minus(32), 1, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(contains(last_sentence(), "a row of the array has 256"));
  CHECK(cudaMemcpy2DToArray(array, 0, 8, host.data(), 256, 256, minus(4), cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(contains(last_sentence(), "the array has 16"));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  CHECK(cudaMemcpyToArray(array, 64, 0, host.data(), minus(32), cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
  CHECK(cudaMemcpyToArray(array, 0, std::size_t{1} << 56, host.data(), 16, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
#pragma GCC diagnostic pop

  cudaMemcpy3DParms parameters = {};
  parameters.srcPtr = make_cudaPitchedPtr(host.data(), 256, 64, 16);
  parameters.dstArray = array;
  parameters.extent = make_cudaExtent(std::size_t{1} << 62, 1, 1);
  parameters.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&parameters) == cudaErrorInvalidValue);
  cudaFreeArray(array), cudaFree(d), cudaGetLastError();
}
