#include "grading/simulator/runtime/properties.h"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "grading/simulator/occupancy/occupancy.h"
#include "grading/simulator/runtime/state.h"

namespace sim::runtime {
namespace {

Capability capability(int major, int minor, std::uint32_t multiprocessors, int l2_mb, std::string_view part) {
  const occupancy::Limits& known = *occupancy::limits_of(major, minor);
  Capability c{{}, l2_mb << 20, part};
  c.limits.major = major, c.limits.minor = minor;
  c.limits.multiprocessors = multiprocessors;
  c.limits.threads_per_multiprocessor = known.threads, c.limits.blocks_per_multiprocessor = known.blocks;
  c.limits.registers_per_multiprocessor = known.registers;
  c.limits.shared_per_multiprocessor = known.shared, c.limits.shared_per_block = known.shared_per_block;
  c.limits.shared_per_block_optin = known.shared_per_block_optin;
  c.limits.shared_reserved_per_block = known.shared_reserved;
  return c;
}

// capability, multiprocessors, L2 MB. A function's own, since programs ask before this library's globals are made.
const std::array<Capability, 7>& table() {
  static const std::array<Capability, 7> all = {
      capability(7, 5, 40, 4, "T4"),          capability(8, 0, 108, 40, "A100"),  capability(8, 6, 84, 6, "RTX A6000"),
      capability(8, 9, 128, 72, "RTX 4090"),  capability(9, 0, 132, 60, "H200"),  capability(10, 0, 148, 126, "B200"),
      capability(12, 0, 170, 96, "RTX 5090"),
  };
  return all;
}

const Capability* find(int major, int minor) {
  for (const Capability& c : table())
    if (c.limits.major == major && c.limits.minor == minor) return &c;
  return nullptr;
}

template <class T, std::size_t N>
void set(T (&array)[N], std::initializer_list<T> values) {
  std::copy(values.begin(), values.end(), array);
}

// Largest arrays: CUDA C++ Programming Guide 13.0, table of technical specifications.
void set_array_limits(cudaDeviceProp& p) {
  p.maxTexture1D = 131072, p.maxTexture1DMipmap = 32768;
  set(p.maxTexture2D, {131072, 65536}), set(p.maxTexture2DMipmap, {32768, 32768});
  set(p.maxTexture2DLinear, {131072, 65000, 2097120}), set(p.maxTexture2DGather, {32768, 32768});
  set(p.maxTexture3D, {16384, 16384, 16384}), set(p.maxTexture3DAlt, {8192, 8192, 32768});
  p.maxTextureCubemap = 32768;
  set(p.maxTexture1DLayered, {32768, 2048}), set(p.maxTexture2DLayered, {32768, 32768, 2048});
  set(p.maxTextureCubemapLayered, {32768, 2046});
  p.maxSurface1D = 32768;
  set(p.maxSurface2D, {131072, 65536}), set(p.maxSurface3D, {16384, 16384, 16384});
  set(p.maxSurface1DLayered, {32768, 2048}), set(p.maxSurface2DLayered, {32768, 32768, 2048});
  p.maxSurfaceCubemap = 32768;
  set(p.maxSurfaceCubemapLayered, {32768, 2046});
}

}  // namespace

std::span<const Capability> capabilities() { return table(); }

DeviceLimits limits_from_environment() {
  const char* wanted = std::getenv("CUDA_SIM_DEVICE");
  if (!wanted || !*wanted) return find(9, 0)->limits;
  std::string known;
  for (const Capability& c : table()) {
    const std::string name = fmt::format("{}.{}", c.limits.major, c.limits.minor);
    if (name == wanted) return c.limits;
    known += (known.empty() ? "" : ", ") + name;
  }
  std::fprintf(stderr, "CUDA_SIM_DEVICE=%s names no compute capability of the simulated GPU; it knows %s\n", wanted,
               known.c_str());
  std::_Exit(2);
}

cudaDeviceProp properties_of(const DeviceLimits& limits, std::size_t memory) {
  const Capability& c = *find(limits.major, limits.minor);
  cudaDeviceProp p{};
  const std::string name = fmt::format("Simulated GPU {}.{}", limits.major, limits.minor);
  name.copy(p.name, sizeof p.name - 1);
  std::memcpy(p.uuid.bytes, "CUDA simulation", 16);
  p.totalGlobalMem = memory;
  p.sharedMemPerBlock = limits.shared_per_block, p.sharedMemPerBlockOptin = limits.shared_per_block_optin;
  p.sharedMemPerMultiprocessor = limits.shared_per_multiprocessor;
  p.reservedSharedMemPerBlock = limits.shared_reserved_per_block;
  p.regsPerBlock = 65536, p.regsPerMultiprocessor = int(limits.registers_per_multiprocessor);
  p.warpSize = 32;
  p.memPitch = 2147483647;
  p.maxThreadsPerBlock = 1024;
  set(p.maxThreadsDim, {1024, 1024, 64}), set(p.maxGridSize, {2147483647, 65535, 65535});
  p.totalConstMem = constant_memory_bytes;
  p.major = limits.major, p.minor = limits.minor;
  p.textureAlignment = 512, p.texturePitchAlignment = 32, p.surfaceAlignment = 512;
  p.multiProcessorCount = int(limits.multiprocessors);
  p.maxThreadsPerMultiProcessor = int(limits.threads_per_multiprocessor);
  p.maxBlocksPerMultiProcessor = int(limits.blocks_per_multiprocessor);
  p.l2CacheSize = c.l2_bytes;
  set_array_limits(p);
  p.canMapHostMemory = p.unifiedAddressing = p.managedMemory = p.concurrentKernels = p.cooperativeLaunch = 1;
  p.streamPrioritiesSupported = p.globalL1CacheSupported = p.localL1CacheSupported = p.hostRegisterSupported = 1;
  p.asyncEngineCount = 1;
  p.memoryBusWidth = 6144;
  p.deviceNumaId = p.hostNumaId = -1;
  return p;
}

}  // namespace sim::runtime

using namespace sim::runtime;

namespace {

Outcome no_such_device(int device) {
  return {cudaErrorInvalidDevice, fmt::format("there is no device {}; the simulated GPU is device 0, the only one", device)};
}
Outcome null_result(const char* what) { return {cudaErrorInvalidValue, fmt::format("the pointer for the {} is null", what)}; }

// A value of cudaDeviceProp by attribute; -1 for what the properties do not hold.
long long attribute_of(const cudaDeviceProp& p, cudaDeviceAttr attribute) {
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock: return p.maxThreadsPerBlock;
    case cudaDevAttrMaxBlockDimX: return p.maxThreadsDim[0];
    case cudaDevAttrMaxBlockDimY: return p.maxThreadsDim[1];
    case cudaDevAttrMaxBlockDimZ: return p.maxThreadsDim[2];
    case cudaDevAttrMaxGridDimX: return p.maxGridSize[0];
    case cudaDevAttrMaxGridDimY: return p.maxGridSize[1];
    case cudaDevAttrMaxGridDimZ: return p.maxGridSize[2];
    case cudaDevAttrMaxSharedMemoryPerBlock: return (long long)p.sharedMemPerBlock;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: return (long long)p.sharedMemPerBlockOptin;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: return (long long)p.sharedMemPerMultiprocessor;
    case cudaDevAttrReservedSharedMemoryPerBlock: return (long long)p.reservedSharedMemPerBlock;
    case cudaDevAttrTotalConstantMemory: return (long long)p.totalConstMem;
    case cudaDevAttrWarpSize: return p.warpSize;
    case cudaDevAttrMaxPitch: return (long long)p.memPitch;
    case cudaDevAttrMaxRegistersPerBlock: return p.regsPerBlock;
    case cudaDevAttrMaxRegistersPerMultiprocessor: return p.regsPerMultiprocessor;
    case cudaDevAttrClockRate: return 1980000;        // kHz, of an H200; nothing here takes time from it
    case cudaDevAttrMemoryClockRate: return 3201000;  // kHz
    case cudaDevAttrGlobalMemoryBusWidth: return p.memoryBusWidth;
    case cudaDevAttrTextureAlignment: return (long long)p.textureAlignment;
    case cudaDevAttrTexturePitchAlignment: return (long long)p.texturePitchAlignment;
    case cudaDevAttrSurfaceAlignment: return (long long)p.surfaceAlignment;
    case cudaDevAttrMultiProcessorCount: return p.multiProcessorCount;
    case cudaDevAttrMaxThreadsPerMultiProcessor: return p.maxThreadsPerMultiProcessor;
    case cudaDevAttrMaxBlocksPerMultiprocessor: return p.maxBlocksPerMultiProcessor;
    case cudaDevAttrL2CacheSize: return p.l2CacheSize;
    case cudaDevAttrComputeCapabilityMajor: return p.major;
    case cudaDevAttrComputeCapabilityMinor: return p.minor;
    case cudaDevAttrMaxSurface1DWidth: return p.maxSurface1D;
    case cudaDevAttrMaxSurface2DWidth: return p.maxSurface2D[0];
    case cudaDevAttrMaxSurface2DHeight: return p.maxSurface2D[1];
    case cudaDevAttrMaxSurface2DLayeredWidth: return p.maxSurface2DLayered[0];
    case cudaDevAttrMaxSurface2DLayeredHeight: return p.maxSurface2DLayered[1];
    case cudaDevAttrMaxSurface2DLayeredLayers: return p.maxSurface2DLayered[2];
    case cudaDevAttrMaxTexture1DWidth: return p.maxTexture1D;
    case cudaDevAttrMaxTexture2DWidth: return p.maxTexture2D[0];
    case cudaDevAttrMaxTexture2DHeight: return p.maxTexture2D[1];
    case cudaDevAttrAsyncEngineCount: return p.asyncEngineCount;
    case cudaDevAttrCanMapHostMemory: return p.canMapHostMemory;
    case cudaDevAttrUnifiedAddressing: return p.unifiedAddressing;
    case cudaDevAttrManagedMemory: return p.managedMemory;
    case cudaDevAttrConcurrentKernels: return p.concurrentKernels;
    case cudaDevAttrCooperativeLaunch: return p.cooperativeLaunch;
    case cudaDevAttrStreamPrioritiesSupported: return p.streamPrioritiesSupported;
    case cudaDevAttrGlobalL1CacheSupported: return p.globalL1CacheSupported;
    case cudaDevAttrLocalL1CacheSupported: return p.localL1CacheSupported;
    case cudaDevAttrHostRegisterSupported: return p.hostRegisterSupported;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio: return p.major == 8 && p.minor == 0 ? 2 : p.major >= 9 && p.major < 12 ? 2 : 64;
    default: return 0;  // a feature that this device does not have
  }
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  return call("cudaGetDeviceCount", [&](State&) -> Outcome {
    if (!count) return null_result("count");
    *count = 1;
    return cudaSuccess;
  });
}
cudaError_t cudaGetDevice(int* device) {
  return call("cudaGetDevice", [&](State& s) -> Outcome {
    if (!device) return null_result("device");
    *device = s.active_device;
    return cudaSuccess;
  });
}
cudaError_t cudaSetDevice(int device) {
  return call("cudaSetDevice", [&](State&) -> Outcome { return device == 0 ? Outcome() : no_such_device(device); });
}
cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return call("cudaInitDevice", [&](State&) -> Outcome { return device == 0 ? Outcome() : no_such_device(device); });
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
  return call("cudaChooseDevice", [&](State&) -> Outcome {
    if (!device) return null_result("device");
    *device = 0;
    return cudaSuccess;
  });
}
cudaError_t cudaSetDeviceFlags(unsigned int flags) {
  return call("cudaSetDeviceFlags", [&](State& s) -> Outcome {
    s.device_flags = flags;
    return cudaSuccess;
  });
}
cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  return call("cudaGetDeviceFlags", [&](State& s) -> Outcome {
    if (!flags) return null_result("flags");
    *flags = s.device_flags;
    return cudaSuccess;
  });
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return call("cudaGetDeviceProperties", [&](State& s) -> Outcome {
    if (!properties) return null_result("properties");
    if (device != 0) return no_such_device(device);
    *properties = properties_of(s.limits, s.memory.capacity());
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return call("cudaDeviceGetAttribute", [&](State& s) -> Outcome {
    if (!value) return null_result("attribute");
    if (device != 0) return no_such_device(device);
    *value = int(attribute_of(properties_of(s.limits, s.memory.capacity()), attribute));
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
  return call("cudaDeviceGetPCIBusId", [&](State&) -> Outcome {
    if (!id || length < 13) return {cudaErrorInvalidValue, "the buffer for the PCI bus id takes at least 13 characters"};
    if (device != 0) return no_such_device(device);
    std::memcpy(id, "0000:00:00.0", 13);
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* id) {
  return call("cudaDeviceGetByPCIBusId", [&](State&) -> Outcome {
    if (!device || !id) return null_result("device");
    if (std::strcmp(id, "0000:00:00.0") != 0) return {cudaErrorInvalidDevice, "no device has this PCI bus id"};
    *device = 0;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  return call("cudaDeviceSetLimit", [&](State& s) -> Outcome {
    s.device_limits[limit] = value;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  return call("cudaDeviceGetLimit", [&](State& s) -> Outcome {
    if (!value) return null_result("limit");
    const std::map<int, std::size_t> defaults = {
        {cudaLimitStackSize, 1024}, {cudaLimitPrintfFifoSize, 1 << 20}, {cudaLimitMallocHeapSize, 8 << 20}};
    if (const auto set = s.device_limits.find(limit); set != s.device_limits.end()) *value = set->second;
    else if (const auto initial = defaults.find(limit); initial != defaults.end()) *value = initial->second;
    else return {cudaErrorUnsupportedLimit, "the simulated GPU has no such limit"};
    return cudaSuccess;
  });
}
// Preferences without effect: there is no cache to divide.
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
  return call("cudaDeviceSetCacheConfig", [](State&) -> Outcome { return cudaSuccess; });
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return call("cudaDeviceGetCacheConfig", [&](State&) -> Outcome {
    if (!config) return null_result("configuration");
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return call("cudaDeviceSetSharedMemConfig", [](State&) -> Outcome { return cudaSuccess; });
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return call("cudaDeviceGetSharedMemConfig", [&](State&) -> Outcome {
    if (!config) return null_result("configuration");
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return call("cudaDeviceGetStreamPriorityRange", [&](State&) -> Outcome {
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  return call("cudaDeviceCanAccessPeer", [&](State&) -> Outcome {
    if (!can) return null_result("answer");
    if (device != 0 || peer != 0) return no_such_device(device ? device : peer);
    *can = 0;
    return cudaSuccess;
  });
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
  return call("cudaDeviceEnablePeerAccess", [&](State&) { return no_such_device(peer); });
}
cudaError_t cudaDeviceDisablePeerAccess(int peer) {
  return call("cudaDeviceDisablePeerAccess", [&](State&) { return no_such_device(peer); });
}
cudaError_t cudaDriverGetVersion(int* version) {
  if (!version) return remember(cudaErrorInvalidValue);
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) { return cudaDriverGetVersion(version); }

}  // extern "C"
