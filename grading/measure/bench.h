#pragma once
// What the benchmark programs share: timing by events, a cold cache where it matters, and rows of JSON on standard
// output, which `course measure` collects. C++17, nvcc.
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace measure {

inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s, %s\n", what, cudaGetErrorName(status), cudaGetErrorString(status));
  std::exit(2);
}

// Device memory that frees itself, filled with numbers that are neither equal nor zero.
template <class T>
class Array {
 public:
  explicit Array(std::size_t count) : count_(count) { check(cudaMalloc(&at_, count * sizeof(T)), "cudaMalloc"); }
  ~Array() { cudaFree(at_); }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  T* get() const { return at_; }
  std::size_t count() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(T); }

 private:
  T* at_ = nullptr;
  std::size_t count_;
};

template <class T>
__global__ void number_kernel(T* values, std::size_t count, unsigned modulus) {
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step)
    values[i] = static_cast<T>((i * 2654435761u >> 7) % modulus);
}

// Whole numbers below `modulus`, the same every time.
template <class T>
void fill(const Array<T>& array, unsigned modulus = 251) {
  number_kernel<<<4096, 256>>>(array.get(), array.count(), modulus);
  check(cudaDeviceSynchronize(), "fill");
}

static __global__ void read_all(const unsigned* words, std::size_t count, unsigned* sink) {
  unsigned own = 0;
  const std::size_t step = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += step) own += words[i];
  if (own == 0xdeadbeefu) *sink = own;
}

static __global__ void empty_kernel() {}

struct Time {
  double ms = 0, low = 0, high = 0;  // median, first and ninth tenth
};

class Timer {
 public:
  Timer() {
    check(cudaEventCreate(&start_), "event");
    check(cudaEventCreate(&stop_), "event");
    int l2 = 0;
    check(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0), "L2 size");
    l2_bytes_ = static_cast<std::size_t>(l2);
    flush_words_ = std::max<std::size_t>(2 * l2_bytes_ / 4, 1024);
    check(cudaMalloc(&flush_, flush_words_ * 4), "cudaMalloc");
    check(cudaMemset(flush_, 1, flush_words_ * 4), "cudaMemset");
    empty_ms_ = time([] { empty_kernel<<<1, 32>>>(); }, 51, false).ms;
  }
  ~Timer() {
    cudaFree(flush_);
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
  }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

  // `cold`: the second-level cache holds nothing of before (it is read full of other memory, so nothing has to be
  // written back inside the call either). Three calls go before, uncounted.
  template <class Call>
  Time time(Call call, int samples = 15, bool cold = true) {
    std::vector<double> all;
    for (int i = -3; i < samples; ++i) {
      if (cold) read_all<<<1024, 256>>>(flush_, flush_words_, flush_);
      check(cudaDeviceSynchronize(), "before a timed call");
      check(cudaEventRecord(start_), "event");
      call();
      check(cudaEventRecord(stop_), "event");
      check(cudaEventSynchronize(stop_), "timed call");
      check(cudaGetLastError(), "timed call");
      float ms = 0;
      check(cudaEventElapsedTime(&ms, start_, stop_), "event");
      if (i >= 0) all.push_back(ms);
    }
    std::sort(all.begin(), all.end());
    const auto at = [&](double share) { return all[static_cast<std::size_t>(share * static_cast<double>(all.size() - 1))]; };
    return {at(0.5), at(0.1), at(0.9)};
  }

  double empty_ms() const { return empty_ms_; }  // one launch that does nothing
  // A row whose time is mostly that of the launch says nothing of memory.
  bool launch_bound(double ms) const { return ms < 2 * empty_ms_; }
  std::size_t l2_bytes() const { return l2_bytes_; }

 private:
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
  unsigned* flush_ = nullptr;
  std::size_t flush_words_ = 0, l2_bytes_ = 0;
  double empty_ms_ = 0;
};

// Rows of one table. Numbers keep six digits: more is noise.
using Value = std::variant<double, std::string, bool>;
using Row = std::vector<std::pair<std::string, Value>>;

class Table {
 public:
  explicit Table(std::string name) : name_(std::move(name)) {}
  void row(Row row) { rows_.push_back(std::move(row)); }
  ~Table() {
    std::printf("{\"table\":\"%s\",\"rows\":[", name_.c_str());
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      std::printf("%s{", r == 0 ? "" : ",");
      for (std::size_t c = 0; c < rows_[r].size(); ++c) {
        std::printf("%s\"%s\":", c == 0 ? "" : ",", rows_[r][c].first.c_str());
        print(rows_[r][c].second);
      }
      std::printf("}");
    }
    std::printf("]}\n");
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

 private:
  static void print(const Value& value) {
    if (const auto* number = std::get_if<double>(&value))
      std::printf(std::floor(*number) == *number && std::fabs(*number) < 1e15 ? "%.0f" : "%.6g", *number);
    else if (const auto* text = std::get_if<std::string>(&value))
      std::printf("\"%s\"", text->c_str());
    else
      std::printf(std::get<bool>(value) ? "true" : "false");
  }

  std::string name_;
  std::vector<Row> rows_;
};

inline double gb_per_s(double bytes, double ms) { return bytes / ms / 1e6; }

// The device's own copy, loaded and stored bytes together: the ceiling beside which everything else is read.
inline double copy_gb_per_s(Timer& timer, std::size_t bytes) {
  const Array<char> from(bytes), to(bytes);
  const Time time = timer.time([&] { cudaMemcpyAsync(to.get(), from.get(), bytes, cudaMemcpyDeviceToDevice); });
  return gb_per_s(2.0 * static_cast<double>(bytes), time.ms);
}

// Elements of four bytes for a working set that no cache holds and a small GPU has room for.
inline std::size_t large_count() {
  std::size_t free_bytes = 0, total = 0;
  check(cudaMemGetInfo(&free_bytes, &total), "free memory");
  std::size_t count = std::size_t{1} << 28;  // 1 GiB
  while (count * 4 * 4 > free_bytes) count /= 2;
  return count;
}

}  // namespace measure
