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

__device__ unsigned long long hash_sum;

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

template <class T>
__global__ void sample_kernel(const char* base, std::size_t columns, std::size_t count, std::size_t pitch,
                              std::uint64_t salt, std::size_t samples, double* out) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= samples) return;
  const std::size_t at = place_of_sample(salt, i, count);
  out[i] = static_cast<double>(reinterpret_cast<const T*>(base + at / columns * pitch)[at % columns]);
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

void* take_memory(std::size_t bytes) {
  // What is given back to the pool stays in this process.
  static const bool kept = [] {
    cudaMemPool_t pool = nullptr;
    std::uint64_t all = ~std::uint64_t{0};
    require(cudaDeviceGetDefaultMemPool(&pool, 0), "the GPU has no memory pool");
    require(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &all), "the GPU has no memory pool");
    return true;
  }();
  static_cast<void>(kept);
  void* memory = nullptr;
  if (cudaMallocAsync(&memory, bytes, nullptr) == cudaSuccess) return memory;
  cudaGetLastError();
  return nullptr;
}

void give_memory(void* memory) {
  cudaFreeAsync(memory, nullptr);  // fails after a device fault, and nothing is left to do about it then
}

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

namespace {

// Calls `work` with a value of the type that `element` names.
template <class Work>
void with_element(const std::string& element, Work work) {
  if (element == "f32") return work(float{});
  if (element == "f64") return work(double{});
  if (element == "i32") return work(std::int32_t{});
  if (element == "u32") return work(std::uint32_t{});
  if (element == "u8") return work(std::uint8_t{});
  throw std::runtime_error("the runner knows no arrays of " + element);
}

}  // namespace

void fill_device(void* base, const std::string& element, std::size_t columns, std::size_t rows, std::size_t pitch,
                 const Draw& draw, std::uint64_t seed) {
  if (columns * rows == 0) return;
  with_element(element, [&](auto type) {
    fill_kernel<decltype(type)>
        <<<blocks_for(columns * rows), 256>>>(static_cast<char*>(base), columns, rows, pitch, draw, seed);
  });
  require(cudaGetLastError(), "inputs cannot be made on the device");
}

std::vector<double> sample_device(const void* base, const std::string& element, std::size_t columns, std::size_t rows,
                                  std::size_t pitch, std::uint64_t salt, std::size_t count) {
  std::vector<double> samples(columns * rows == 0 ? 0 : count);
  if (samples.empty()) return samples;
  const DeviceMemory out(count * sizeof(double));
  with_element(element, [&](auto type) {
    sample_kernel<decltype(type)><<<blocks_for(count), 256>>>(static_cast<const char*>(base), columns, columns * rows, pitch,
                                                              salt, count, static_cast<double*>(out.get()));
  });
  require(cudaGetLastError(), "results cannot be read on the device");
  require(cudaMemcpy(samples.data(), out.get(), count * sizeof(double), cudaMemcpyDeviceToHost), "the device does not answer");
  return samples;
}

std::uint64_t hash_device(const void* base, std::size_t bytes, std::uint64_t salt) {
  unsigned long long* sum = nullptr;
  require(cudaGetSymbolAddress(reinterpret_cast<void**>(&sum), hash_sum), "the device does not answer");
  require(cudaMemset(sum, 0, sizeof *sum), "the device does not answer");
  hash_kernel<<<blocks_for(bytes / 4 + 1), 256>>>(static_cast<const std::uint32_t*>(base), bytes, salt,
                                                  sum);
  unsigned long long host = 0;
  require(cudaGetLastError(), "results cannot be hashed on the device");
  require(cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost), "the device does not answer");
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
