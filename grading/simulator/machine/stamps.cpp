#include "grading/simulator/machine/stamps.h"

#include <sys/mman.h>

#include <new>
#include <utility>

namespace sim {

// Shared and without reservation, as device memory: pages exist when touched, and limits on a process's data do not count them.
StampTable::StampTable(std::uint64_t base, std::size_t bytes, unsigned shift)
    : base_(base), cells_((bytes + (std::size_t{1} << shift) - 1) >> shift), shift_(shift) {
  constexpr std::size_t page = 4096;
  mapped_ = (cells_ * sizeof(Stamp) * 2 + page) / page * page;
  void* memory = ::mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  write_ = static_cast<Stamp*>(memory);
  read_ = write_ + cells_;
}

StampTable::~StampTable() {
  if (write_) ::munmap(write_, mapped_);
}

StampTable::StampTable(StampTable&& other) noexcept { *this = std::move(other); }

StampTable& StampTable::operator=(StampTable&& other) noexcept {
  std::swap(base_, other.base_);
  std::swap(cells_, other.cells_);
  std::swap(mapped_, other.mapped_);
  std::swap(shift_, other.shift_);
  std::swap(write_, other.write_);
  std::swap(read_, other.read_);
  return *this;
}

void StampTable::refine() {
  if (shift_ == 0) return;
  StampTable fine(base_, cells_ << shift_, 0);
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    if (write_[cell] == 0 && read_[cell] == 0) continue;
    for (std::size_t k = 0; k < std::size_t{1} << shift_; ++k) {
      fine.write_[(cell << shift_) + k] = write_[cell];
      fine.read_[(cell << shift_) + k] = read_[cell];
    }
  }
  *this = std::move(fine);
}

void StampTable::clear() {
  if (write_) ::madvise(write_, mapped_, MADV_REMOVE);  // of shared pages: they read as zeros again
}

}  // namespace sim
