// Time that is told by hand (fake::spend), memory that is the heap: what timing needs of a GPU.
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "grading/runner/timing.h"
#include "cuda_runtime.h"

namespace fake {
namespace {

double clock_ms = 0;

}  // namespace

void spend(double ms) { clock_ms += ms; }

}  // namespace fake

namespace course::runner {

struct Stopwatch::Events {
  double start = 0;
};

Stopwatch::Stopwatch() : events_(std::make_unique<Events>()) {
  // One process at a time: the first that makes this file.
  const char* taken = std::getenv("FAKE_GPU_EXCLUSIVE");
  if (taken != nullptr && open(taken, O_CREAT | O_EXCL | O_WRONLY, 0600) < 0)
    throw std::runtime_error("no event: cudaErrorDevicesUnavailable, CUDA-capable device(s) is/are busy or unavailable");
}
Stopwatch::~Stopwatch() = default;
void Stopwatch::prepare() {}
void Stopwatch::start() { events_->start = fake::clock_ms; }
double Stopwatch::stop() { return fake::clock_ms - events_->start; }

namespace {

// All processes lose it at once, like a GPU that has fallen off its bus.
void need_gpu() {
  const char* gone = std::getenv("FAKE_GPU_GONE");
  if (gone != nullptr && access(gone, F_OK) == 0) throw std::runtime_error("the device does not answer");
}

}  // namespace

DeviceFacts device_facts() {
  need_gpu();
  DeviceFacts facts;
  facts.name = "fake GPU";
  facts.compute_capability = "9.0";
  facts.bus_id = "ffff:01:00.0";
  facts.l2_bytes = std::getenv("FAKE_GPU_WITHOUT_CACHE") != nullptr ? 0 : 1 << 16;
  facts.total_bytes = 1 << 23;
  facts.free_bytes = facts.total_bytes;
  // What other programs have of it.
  if (const char* used = std::getenv("FAKE_GPU_USED")) facts.free_bytes -= static_cast<std::size_t>(std::atoll(used));
  if (const char* total = std::getenv("FAKE_GPU_TOTAL")) facts.free_bytes = facts.total_bytes = static_cast<std::size_t>(std::atoll(total));
  return facts;
}

void* take_memory(std::size_t bytes) {
  void* memory = nullptr;
  return cudaMalloc(&memory, bytes) == cudaSuccess ? memory : nullptr;
}
void give_memory(void* memory) { cudaFree(memory); }

void fill_device(void* base, const std::string& element, std::size_t columns, std::size_t rows, std::size_t pitch,
                 const Draw& draw, std::uint64_t seed) {
  if (element != "f32") throw std::runtime_error("the fake GPU draws floats only");
  for (std::size_t i = 0; i < columns * rows; ++i) {
    const float value = drawn<float>(draw, seed, i);
    std::memcpy(static_cast<char*>(base) + i / columns * pitch + i % columns * sizeof value, &value, sizeof value);
  }
}

std::uint64_t hash_device(const void* base, std::size_t bytes, std::uint64_t salt) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; 4 * i < bytes; ++i) {
    std::uint32_t word = 0;
    std::memcpy(&word, static_cast<const char*>(base) + 4 * i, bytes - 4 * i < 4 ? bytes - 4 * i : 4);
    sum += hash_part(word, i, salt);
  }
  return sum;
}

std::vector<double> sample_device(const void* base, const std::string&, std::size_t columns, std::size_t rows,
                                  std::size_t pitch, std::uint64_t salt, std::size_t count) {
  std::vector<double> samples;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = place_of_sample(salt, i, columns * rows);
    float value = 0;
    std::memcpy(&value, static_cast<const char*>(base) + at / columns * pitch + at % columns * sizeof value, sizeof value);
    samples.push_back(value);
  }
  return samples;
}

void copy_on_device(void* to, const void* from, std::size_t bytes) {
  need_gpu();
  std::memcpy(to, from, bytes);
  fake::spend(2.0 * static_cast<double>(bytes) / 1e6);
}

}  // namespace course::runner
