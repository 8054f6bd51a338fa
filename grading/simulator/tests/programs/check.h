#pragma once
// What the self-checking programs of this folder share: device arrays, expectations, and one verdict.
// A program prints "ok" and exits 0, or one sentence for each expectation that failed and exits 1.
// Only the CUDA runtime and the standard library are used, so that nvcc and the simulated GPU take the same files.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

namespace check {

inline int failures = 0;

// A failed expectation; the first 20 are printed, all are counted.
inline void fail(const std::string& sentence, int line) {
  if (failures++ < 20) std::printf("line %d: %s\n", line, sentence.c_str());
}

inline void expect(bool holds, const std::string& sentence, int line = __builtin_LINE()) {
  if (!holds) fail(sentence, line);
}

// Ends the program: without this call nothing that follows can be checked.
inline void succeed(cudaError_t status, int line = __builtin_LINE()) {
  if (status == cudaSuccess) return;
  std::printf("line %d: the CUDA call answered %s: %s\n", line, cudaGetErrorName(status), cudaGetErrorString(status));
  std::exit(1);
}

inline void expect_status(const char* call, cudaError_t got, cudaError_t wanted, int line = __builtin_LINE()) {
  if (got != wanted) {
    fail(std::string(call) + " answered " + cudaGetErrorName(got) + ", not " + cudaGetErrorName(wanted), line);
  }
}

// Waits for the launches made so far and ends the program if one failed.
inline void synchronise(int line = __builtin_LINE()) {
  succeed(cudaGetLastError(), line);
  succeed(cudaDeviceSynchronize(), line);
}

// Text of a value; floating point with its bits, since that is where results differ.
template <class T>
std::string text(const T& value) {
  std::ostringstream out;
  if constexpr (std::is_floating_point_v<T>) {
    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t> bits;
    std::memcpy(&bits, &value, sizeof bits);
    out.precision(17);
    out << value << " (0x" << std::hex << bits << ")";
  } else if constexpr (std::is_integral_v<T> && sizeof(T) == 1) {
    out << int{value};
  } else {
    out << value;
  }
  return out.str();
}

// Equal as bits, but any NaN equals any NaN and -0 differs from 0.
template <class T>
bool same(const T& a, const T& b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (a != a || b != b) return a != a && b != b;
    return a == b && std::signbit(a) == std::signbit(b);
  } else {
    return a == b;
  }
}

template <class T>
void expect_equal(const std::string& what, const T& got, const std::type_identity_t<T>& wanted,
                  int line = __builtin_LINE()) {
  if (!same<T>(got, wanted)) fail(what + " is " + text(got) + ", should be " + text(wanted), line);
}

template <class T>
void expect_equal(const std::string& what, const std::vector<T>& got, const std::vector<T>& wanted,
                  int line = __builtin_LINE()) {
  if (got.size() != wanted.size()) {
    fail(what + " has " + text(got.size()) + " elements, should have " + text(wanted.size()), line);
    return;
  }
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (!same<T>(got[i], wanted[i])) {
      fail(what + "[" + text(i) + "] is " + text(got[i]) + ", should be " + text(wanted[i]), line);
      return;
    }
  }
}

// An array in device memory, freed with its scope. Sizes in elements; a size of 0 holds no memory.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t size, int line = __builtin_LINE()) : size_(size) {
    if (size_ > 0) {
      succeed(cudaMalloc(reinterpret_cast<void**>(&data_), size_ * sizeof(T)), line);
      succeed(cudaMemset(data_, 0, size_ * sizeof(T)), line);
    }
  }
  explicit DeviceArray(const std::vector<T>& host, int line = __builtin_LINE()) : DeviceArray(host.size(), line) {
    upload(host, line);
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() { cudaFree(data_); }

  T* get() const { return data_; }
  std::size_t size() const { return size_; }

  void upload(const std::vector<T>& host, int line = __builtin_LINE()) {
    if (size_ > 0) succeed(cudaMemcpy(data_, host.data(), size_ * sizeof(T), cudaMemcpyHostToDevice), line);
  }
  // Waits for what was launched before and ends the program if a launch failed.
  std::vector<T> download(int line = __builtin_LINE()) const {
    synchronise(line);
    std::vector<T> host(size_);
    if (size_ > 0) succeed(cudaMemcpy(host.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost), line);
    return host;
  }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

// A fixed sequence of random bits (splitmix64), the same on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  // From 0 up to, not including, `end`.
  std::uint64_t below(std::uint64_t end) { return bits() % end; }
  // From 0 up to 1.
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  double between(double low, double high) { return low + (high - low) * unit(); }

 private:
  std::uint64_t state_;
};

inline int verdict() {
  synchronise();
  if (failures > 0) {
    std::printf("%d expectations failed\n", failures);
    return 1;
  }
  std::printf("ok\n");
  return 0;
}

}  // namespace check
