#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "grading/simulator/runtime/evidence.h"

namespace {

using nlohmann::json;

json empty_evidence() {
  return {{"schema", 1},           {"machine", "sim"},        {"launches", json::array()}, {"copies", json::array()},
          {"synchronisations", 0}, {"errors", json::array()}, {"faults", json::array()},   {"notes", json::array()}};
}

struct Device {
  json evidence = empty_evidence();
  cudaError_t last = cudaSuccess, sticky = cudaSuccess;
  bool full = false;
};
Device& device() {
  static Device only;
  return only;
}

cudaError_t or_sticky() { return device().sticky; }

}  // namespace

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  *pointer = device().full ? nullptr : std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  return *pointer == nullptr ? cudaErrorMemoryAllocation : or_sticky();
}
cudaError_t cudaFree(void* pointer) {
  std::free(pointer);
  return or_sticky();
}
// What is made for timed calls is made by the device: from a real one's host, they would take seconds a round.
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  if (kind == cudaMemcpyHostToDevice && bytes > (std::size_t{1} << 16)) {
    std::fprintf(stderr, "fake GPU: %zu bytes come from the host\n", bytes);
    std::abort();
  }
  if (or_sticky() == cudaSuccess) std::memcpy(to, from, bytes);
  return or_sticky();
}
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* object, const cudaResourceDesc* resource) {
  *object = reinterpret_cast<cudaSurfaceObject_t>(resource->res.array.array);
  return or_sticky();
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t) { return or_sticky(); }
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource, cudaSurfaceObject_t object) {
  resource->res.array.array = reinterpret_cast<cudaArray_t>(object);
  return or_sticky();
}
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, std::size_t width,
                            std::size_t height, unsigned flags) {
  const auto bits = static_cast<std::size_t>(format->x + format->y + format->z + format->w);
  *array = new cudaArray{*format, width, height, flags, std::vector<std::byte>(width * height * bits / 8)};
  return or_sticky();
}
cudaError_t cudaFreeArray(cudaArray_t array) {
  delete array;
  return or_sticky();
}
// The runner copies whole arrays only.
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t, std::size_t, const void* from, std::size_t,
                                std::size_t width, std::size_t height, cudaMemcpyKind) {
  if (or_sticky() == cudaSuccess) std::memcpy(to->bytes.data(), from, width * height);
  return or_sticky();
}
cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t, cudaArray_t from, std::size_t, std::size_t, std::size_t width,
                                  std::size_t height, cudaMemcpyKind) {
  if (or_sticky() == cudaSuccess) std::memcpy(to, from->bytes.data(), width * height);
  return or_sticky();
}
cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
  if (or_sticky() == cudaSuccess) std::memset(pointer, value, bytes);
  return or_sticky();
}
cudaError_t cudaDeviceSynchronize() { return or_sticky(); }
cudaError_t cudaGetLastError() {
  const cudaError_t last = device().last;
  device().last = cudaSuccess;
  return last;
}
const char* cudaGetErrorName(cudaError_t status) {
  switch (status) {
    case cudaSuccess:
      return "cudaSuccess";
    case cudaErrorMemoryAllocation:
      return "cudaErrorMemoryAllocation";
    case cudaErrorInvalidConfiguration:
      return "cudaErrorInvalidConfiguration";
    case cudaErrorIllegalAddress:
      return "cudaErrorIllegalAddress";
  }
  return "unknown";
}
const char* cudaGetErrorString(cudaError_t status) { return cudaGetErrorName(status); }

int sim_write_evidence(const char* path) {
  std::ofstream out(path);
  out << device().evidence;
  return out ? 0 : 5;
}
void sim_reset_evidence() { device().evidence = empty_evidence(); }
void sim_mark_unwritten(void*, unsigned long) {}
void sim_name_memory(const void*, const char*) {}

namespace fake {

void launch(const std::string& kernel, const std::vector<Line>& lines) {
  json all = json::object(), by_line = json::array();
  for (const Line& line : lines) {
    by_line.push_back({{"file", "/home/student/student.cu"}, {"line", line.line}, {"counters", line.counters}});
    for (const auto& [name, n] : line.counters) all[name] = all.value(name, std::uint64_t{0}) + n;
  }
  device().evidence["launches"].push_back({{"index", 0},
                                           {"kernel", kernel},
                                           {"grid", {1, 1, 1}},
                                           {"block", {32, 1, 1}},
                                           {"status", 0},
                                           {"refused", ""},
                                           {"counters", all},
                                           {"lines", by_line}});
}

void refuse(const std::string& kernel, cudaError_t status, const std::string& sentence) {
  device().last = status;
  device().evidence["errors"].push_back({{"call", "cudaLaunchKernel"},
                                         {"status", int(status)},
                                         {"name", cudaGetErrorName(status)},
                                         {"sentence", sentence}});
  device().evidence["launches"].push_back({{"index", 0},
                                           {"kernel", kernel},
                                           {"grid", {1, 1, 1}},
                                           {"block", {2048, 1, 1}},
                                           {"status", int(status)},
                                           {"refused", sentence}});
}

void fault(const std::string& kind, const std::string& where, const std::string& sentence) {
  device().sticky = cudaErrorIllegalAddress;
  device().evidence["faults"].push_back({{"kind", kind},
                                         {"launch", 0},
                                         {"kernel", "twice(float*)"},
                                         {"where", where},
                                         {"block", {1, 0, 0}},
                                         {"thread", {33, 0, 0}},
                                         {"status", 700},
                                         {"sentence", sentence}});
}

void run_out() { device().full = true; }

void note(const std::string& sentence) { device().evidence["notes"].push_back(sentence); }

}  // namespace fake
