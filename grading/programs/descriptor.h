#pragma once
/// @file
/// @brief An open file, pipe or socket that closes itself.
#include <unistd.h>

#include <utility>

namespace programs {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}  ///< takes it over; negative: none
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { reset(); }
  void reset() {
    if (number_ >= 0) ::close(std::exchange(number_, -1));
  }
  int get() const { return number_; }

 private:
  int number_;
};

}  // namespace programs
