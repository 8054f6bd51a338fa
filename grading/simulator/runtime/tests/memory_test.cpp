// Allocation: what is given out, what is refused, what the sentences say.
#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include <cstring>

#include "evidence_of.h"

TEST_CASE("memory: device pointers are the device's, managed and page-locked ones also the host's") {
  char *device = nullptr, *managed = nullptr, *pinned = nullptr;
  REQUIRE(cudaMalloc(&device, 100) == cudaSuccess);
  REQUIRE(cudaMallocManaged(&managed, 5000) == cudaSuccess);
  REQUIRE(cudaMallocHost(&pinned, 100) == cudaSuccess);
  cudaPointerAttributes attributes;
  REQUIRE(cudaPointerGetAttributes(&attributes, device) == cudaSuccess);
  CHECK(attributes.type == cudaMemoryTypeDevice);
  CHECK(attributes.hostPointer == nullptr);
  REQUIRE(cudaPointerGetAttributes(&attributes, managed) == cudaSuccess);
  CHECK(attributes.hostPointer == managed);
  int local = 0;
  REQUIRE(cudaPointerGetAttributes(&attributes, &local) == cudaSuccess);
  CHECK(attributes.type == cudaMemoryTypeUnregistered);

  std::memset(managed, 7, 5000);
  std::memset(pinned, 9, 100);
  CHECK(cudaMemcpy(device, managed + 4900, 100, cudaMemcpyDefault) == cudaSuccess);
  char back[100] = {};
  CHECK(cudaMemcpy(back, device, 100, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(back[99] == 7);
  CHECK(cudaMemset(managed, 3, 5000) == cudaSuccess);
  CHECK(managed[4999] == 3);
  CHECK(cudaFree(managed) == cudaSuccess);
  CHECK(cudaFreeHost(pinned) == cudaSuccess);
  CHECK(cudaFree(device) == cudaSuccess);
}

TEST_CASE("memory: free says what the pointer is") {
  int* p = nullptr;
  REQUIRE(cudaMalloc(&p, 256) == cudaSuccess);
  CHECK(cudaFree(p + 1) == cudaErrorInvalidValue);
  CHECK(contains(last_sentence(), "4 bytes into allocation #"));
  CHECK(cudaFree(p) == cudaSuccess);
  CHECK(cudaFree(p) == cudaErrorInvalidValue);
  CHECK(contains(last_sentence(), "which was freed already"));
  int host = 0;
  CHECK(cudaFree(&host) == cudaErrorInvalidValue);
  CHECK(contains(last_sentence(), "host address"));
  CHECK(cudaFree(nullptr) == cudaSuccess);
  cudaGetLastError();
}

TEST_CASE("memory: sentences use the name that was given, and say where it begins") {
  float* sums = nullptr;
  REQUIRE(cudaMalloc(&sums, 256) == cudaSuccess);
  sim_name_memory(sums, "sums");
  CHECK(cudaMemset(sums, 0, 300) == cudaErrorInvalidValue);
  CHECK(contains(last_sentence(), "into `sums` (256 bytes)"));
  sim_name_memory(sums + 1, "sums");
  CHECK(cudaMemset(sums, 0, 300) == cudaErrorInvalidValue);
  CHECK(contains(last_sentence(), "into the memory in which `sums` begins at byte 4 (256 bytes)"));
  cudaArray_t image = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  REQUIRE(cudaMallocArray(&image, &format, 8, 8) == cudaSuccess);
  sim_name_memory(image, "image");
  CHECK(cudaFreeArray(image) == cudaSuccess);
  int host = 0;
  sim_name_memory(&host, "nobody's");  // not the device's: nothing happens
  CHECK(cudaFree(sums) == cudaSuccess);
  cudaGetLastError();
}

TEST_CASE("memory: what was never freed is a note, counted from the last reset") {
  void *before = nullptr, *after = nullptr;
  REQUIRE(cudaMalloc(&before, 64) == cudaSuccess);
  sim_reset_evidence();
  CHECK(evidence_now()["notes"].empty());
  REQUIRE(cudaMalloc(&after, 80) == cudaSuccess);
  const nlohmann::json notes = evidence_now()["notes"];
  REQUIRE(notes.size() == 1);
  CHECK(contains(notes[0], "80 bytes"));
  cudaFree(before), cudaFree(after);
  CHECK(evidence_now()["notes"].empty());
}

TEST_CASE("memory: surface objects that were never destroyed are a note, counted from the last reset") {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  REQUIRE(cudaMallocArray(&resource.res.array.array, &format, 8, 8, cudaArraySurfaceLoadStore) == cudaSuccess);
  cudaSurfaceObject_t before = 0, after = 0;
  REQUIRE(cudaCreateSurfaceObject(&before, &resource) == cudaSuccess);
  sim_reset_evidence();
  CHECK(evidence_now()["notes"].empty());
  REQUIRE(cudaCreateSurfaceObject(&after, &resource) == cudaSuccess);
  const nlohmann::json notes = evidence_now()["notes"];
  REQUIRE(notes.size() == 1);
  CHECK(notes[0] == "surface or texture objects never destroyed: 1");
  cudaDestroySurfaceObject(after), cudaDestroySurfaceObject(before);
  CHECK(evidence_now()["notes"].empty());
  cudaFreeArray(resource.res.array.array);
}

TEST_CASE("memory: too much is refused with status 2, and the free bytes are told") {
  void* p = nullptr;
  CHECK(cudaMalloc(&p, std::size_t{1} << 45) == cudaErrorMemoryAllocation);
  std::size_t free_bytes = 0, total = 0, less = 0;
  REQUIRE(cudaMemGetInfo(&free_bytes, &total) == cudaSuccess);
  REQUIRE(cudaMalloc(&p, 1 << 20) == cudaSuccess);
  REQUIRE(cudaMemGetInfo(&less, &total) == cudaSuccess);
  CHECK(free_bytes - less == 1 << 20);
  cudaFree(p), cudaGetLastError();
}

TEST_CASE("memory: a pitch holds the row and is a multiple of 512") {
  for (const std::size_t width : {1u, 511u, 512u, 513u, 4000u}) {
    char* p = nullptr;
    std::size_t pitch = 0;
    REQUIRE(cudaMallocPitch(&p, &pitch, width, 3) == cudaSuccess);
    CHECK(pitch >= width);
    CHECK(pitch % 512 == 0);
    CHECK(pitch - width < 512);
    CHECK(cudaMemset2D(p, pitch, 1, width, 3) == cudaSuccess);
    CHECK(cudaMemset2D(p, pitch, 1, width, 5) == cudaErrorInvalidValue);
    cudaFree(p), cudaGetLastError();
  }
}

TEST_CASE("memory: rows whose bytes no number counts are refused, not given as few") {
  constexpr std::size_t minus_one = SIZE_MAX, large = std::size_t{1} << 33;
  char* p = nullptr;
  std::size_t pitch = 0;
  CHECK(cudaMallocPitch(&p, &pitch, minus_one, 3) == cudaErrorMemoryAllocation);  // padded to 512 it would be 0
  CHECK(contains(last_sentence(), "which is -1 taken as a number without a sign"));
  CHECK(cudaMallocPitch(&p, &pitch, large, large) == cudaErrorMemoryAllocation);  // 2^66 bytes: 0 in 64 bits
  CHECK(cudaMallocPitch(&p, &pitch, 512, minus_one) == cudaErrorMemoryAllocation);
  CHECK(contains(last_sentence(), "18446744073709551615 rows of 512 bytes were asked for"));
  cudaPitchedPtr volume = {};
  CHECK(cudaMalloc3D(&volume, make_cudaExtent(512, large, large)) == cudaErrorMemoryAllocation);
  CHECK(p == nullptr);
  CHECK(volume.ptr == nullptr);
  cudaGetLastError();
}
