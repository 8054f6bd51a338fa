// Timing on a real GPU. The only device code of the runner itself: inputs, hashes and the emptying of the cache.
#include <cuda_runtime.h>

#include <stdexcept>

#include "grading/runner/timing.h"

namespace course::runner {
namespace {

void require(cudaError_t status, const char* what) {
  if (status != cudaSuccess)
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorName(status) + ", " + cudaGetErrorString(status));
}

template <class T>
__global__ void fill_kernel(char* base, std::size_t columns, std::size_t rows, std::size_t pitch, Draw draw,
                            std::uint64_t seed) {
  const std::size_t count = columns * rows, step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) {
    const std::size_t row = i / columns, column = i - row * columns;
    reinterpret_cast<T*>(base + row * pitch)[column] = drawn<T>(draw, seed, i);
  }
}

__global__ void hash_kernel(const std::uint32_t* words, std::size_t bytes, std::uint64_t salt,
                            unsigned long long* sum) {
  const std::size_t count = bytes / 4;
  unsigned long long own = 0;
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step)
    own += hash_part(words[i], i, salt);
  if (blockIdx.x == 0 && threadIdx.x == 0 && bytes % 4 != 0) {
    std::uint32_t last = 0;
    for (std::size_t k = 0; k < bytes % 4; ++k)
      last |= std::uint32_t{reinterpret_cast<const unsigned char*>(words)[4 * count + k]} << (8 * k);
    own += hash_part(last, count, salt);
  }
  for (int distance = 16; distance > 0; distance /= 2) own += __shfl_down_sync(0xffffffffu, own, distance);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, own);
}

int blocks_for(std::size_t count) {
  const std::size_t blocks = (count + 255) / 256;
  return blocks < 16384 ? static_cast<int>(blocks) : 16384;
}

class DeviceMemory {
 public:
  explicit DeviceMemory(std::size_t bytes) { require(cudaMalloc(&at_, bytes), "no device memory for timing"); }
  ~DeviceMemory() { cudaFree(at_); }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  void* get() const { return at_; }

 private:
  void* at_ = nullptr;
};

int attribute(cudaDeviceAttr which) {
  int value = 0;
  require(cudaDeviceGetAttribute(&value, which, 0), "the GPU does not tell its properties");
  return value;
}

}  // namespace

DeviceFacts device_facts() {
  cudaDeviceProp properties{};
  require(cudaGetDeviceProperties(&properties, 0), "the GPU does not tell its properties");
  DeviceFacts facts;
  facts.name = properties.name;
  facts.compute_capability = std::to_string(properties.major) + "." + std::to_string(properties.minor);
  facts.l2_bytes = static_cast<std::size_t>(properties.l2CacheSize);
  facts.multiprocessors = properties.multiProcessorCount;
  facts.memory_clock_khz = attribute(cudaDevAttrMemoryClockRate);
  facts.memory_bus_bits = properties.memoryBusWidth;
  char bus_id[32] = {};
  require(cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, 0), "the GPU does not tell its bus id");
  facts.bus_id = bus_id;
  require(cudaMemGetInfo(&facts.free_bytes, &facts.total_bytes), "the GPU does not tell its free memory");
  require(cudaDriverGetVersion(&facts.driver), "the driver does not tell its version");
  require(cudaRuntimeGetVersion(&facts.runtime), "the runtime does not tell its version");
  return facts;
}

void fill_device(void* base, const std::string& element, std::size_t columns, std::size_t rows, std::size_t pitch,
                 const Draw& draw, std::uint64_t seed) {
  if (columns * rows == 0) return;
  const int blocks = blocks_for(columns * rows);
  char* at = static_cast<char*>(base);
  if (element == "f32") {
    fill_kernel<float><<<blocks, 256>>>(at, columns, rows, pitch, draw, seed);
  } else if (element == "f64") {
    fill_kernel<double><<<blocks, 256>>>(at, columns, rows, pitch, draw, seed);
  } else if (element == "i32") {
    fill_kernel<std::int32_t><<<blocks, 256>>>(at, columns, rows, pitch, draw, seed);
  } else if (element == "u32") {
    fill_kernel<std::uint32_t><<<blocks, 256>>>(at, columns, rows, pitch, draw, seed);
  } else if (element == "u8") {
    fill_kernel<std::uint8_t><<<blocks, 256>>>(at, columns, rows, pitch, draw, seed);
  } else {
    throw std::runtime_error("the runner generates no arrays of " + element);
  }
  require(cudaGetLastError(), "inputs cannot be made on the device");
}

std::uint64_t hash_device(const void* base, std::size_t bytes, std::uint64_t salt) {
  const DeviceMemory sum(sizeof(unsigned long long));
  require(cudaMemset(sum.get(), 0, sizeof(unsigned long long)), "the device does not answer");
  hash_kernel<<<blocks_for(bytes / 4 + 1), 256>>>(static_cast<const std::uint32_t*>(base), bytes, salt,
                                                  static_cast<unsigned long long*>(sum.get()));
  unsigned long long host = 0;
  require(cudaGetLastError(), "results cannot be hashed on the device");
  require(cudaMemcpy(&host, sum.get(), sizeof host, cudaMemcpyDeviceToHost), "the device does not answer");
  return host;
}

void copy_on_device(void* to, const void* from, std::size_t bytes) {
  require(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice), "the device cannot copy");
}

struct Stopwatch::Events {
  cudaEvent_t first = nullptr, second = nullptr;
  std::size_t flush_bytes = 0;
  std::unique_ptr<DeviceMemory> flush, sum;  // twice the cache: whatever it keeps of this, it keeps nothing else
};

Stopwatch::Stopwatch() : events_(std::make_unique<Events>()) {
  require(cudaEventCreate(&events_->first), "no event");
  require(cudaEventCreate(&events_->second), "no event");
  events_->flush_bytes = 2 * static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize));
  if (events_->flush_bytes == 0) return;
  events_->flush = std::make_unique<DeviceMemory>(events_->flush_bytes);
  events_->sum = std::make_unique<DeviceMemory>(sizeof(unsigned long long));
  require(cudaMemset(events_->flush->get(), 0, events_->flush_bytes), "the device does not answer");
}

Stopwatch::~Stopwatch() {
  cudaEventDestroy(events_->first);
  cudaEventDestroy(events_->second);
}

void Stopwatch::prepare() {
  cudaCtxResetPersistingL2Cache();  // not known to all GPUs; where it fails, nothing was set aside
  cudaGetLastError();
  // Read, not written: lines that still have to be written back would be paid for inside the call.
  if (events_->flush)
    hash_kernel<<<blocks_for(events_->flush_bytes / 4), 256>>>(static_cast<const std::uint32_t*>(events_->flush->get()),
                                                               events_->flush_bytes, 0,
                                                               static_cast<unsigned long long*>(events_->sum->get()));
  require(cudaGetLastError(), "the cache is not emptied");
  require(cudaDeviceSynchronize(), "the device does not answer");
}

void Stopwatch::start() { require(cudaEventRecord(events_->first), "no event"); }

double Stopwatch::stop() {
  // All streams: work elsewhere is part of the call. A fault of the call's is reported by whoever asks next.
  const cudaError_t waited = cudaDeviceSynchronize();
  float ms = 0;
  if (waited == cudaSuccess && cudaEventRecord(events_->second) == cudaSuccess &&
      cudaEventSynchronize(events_->second) == cudaSuccess &&
      cudaEventElapsedTime(&ms, events_->first, events_->second) == cudaSuccess)
    return ms;
  return -1;
}

}  // namespace course::runner
