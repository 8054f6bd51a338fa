#pragma once
// Who touched a cell of memory last, and when: the shadow that the race finder keeps beside shared and global memory.
// A stamp holds a time (upper 21 bits) and who (lower 11 bits); cells are 4 bytes, or one where a kernel touches less.
// Time counts up whenever something may order accesses: a barrier, a .sync instruction, a fence, another block.
// Stamps of a launch, a block or a barrier interval therefore lie in a range, and one comparison tells most pairs that
// are ordered; the loops here do that for a whole warp, and what they cannot clear goes to finder.cpp lane by lane.
#include <cstddef>
#include <cstdint>

#include "grading/simulator/machine/vector.h"

namespace sim {

using Stamp = std::uint32_t;

namespace stamp {
inline constexpr unsigned who_bits = 11;
inline constexpr Stamp who_mask = (1u << who_bits) - 1;
inline constexpr std::uint32_t most_time = (1u << (32 - who_bits)) - 1;
// Who: a thread of the block (0 to 1023), or one of these.
inline constexpr Stamp warp_mark = 1024;   // + warp: several of its lanes read
inline constexpr Stamp block_mark = 1056;  // several warps of a block read
inline constexpr Stamp grid_mark = 1057;   // several blocks read
inline constexpr Stamp atomic_mark = 1058; // atomic functions wrote
inline constexpr Stamp kept_mark = 1059;   // somebody wrote, long ago
inline constexpr Stamp warp_of_thread = 0x7E0;  // bits of `who` that name a thread's warp

constexpr Stamp at(std::uint32_t time, Stamp who = 0) { return time << who_bits | who; }
constexpr std::uint32_t time_of(Stamp s) { return s >> who_bits; }
constexpr Stamp who_of(Stamp s) { return s & who_mask; }
}  // namespace stamp

// Stamps of the last write and of reads since; zero is never.
class StampTable {
 public:
  StampTable() = default;
  // `bytes` of memory with a cell for every 2^shift bytes.
  StampTable(std::uint64_t base, std::size_t bytes, unsigned shift);
  ~StampTable();
  StampTable(StampTable&& other) noexcept;
  StampTable& operator=(StampTable&& other) noexcept;

  bool empty() const { return write_ == nullptr; }
  Stamp* write(std::uint64_t address) const { return write_ + ((address - base_) >> shift_); }
  Stamp* read(std::uint64_t address) const { return read_ + ((address - base_) >> shift_); }
  unsigned shift() const { return shift_; }
  std::uint64_t base() const { return base_; }
  std::size_t cells() const { return cells_; }
  // Cells an access of `bytes` touches.
  unsigned cells_of(unsigned bytes) const { return bytes >> shift_; }
  bool fits(unsigned bytes) const { return bytes >> shift_ != 0; }
  // A cell for every byte from now on.
  void refine();
  void clear();

 private:
  std::uint64_t base_ = 0;
  std::size_t cells_ = 0, mapped_ = 0;
  unsigned shift_ = 2;
  Stamp *write_ = nullptr, *read_ = nullptr;
};

// What one warp needs to know to judge stamps; all but `mine` are times of the form stamp::at(time).
struct Window {
  Stamp stale = 0;         // below: ordered before everything that runs now
  Stamp own = 0;           // from here on: stamps of this block
  Stamp ordered = 0;       // own up to own + ordered: before the block's last barrier
  Stamp synchronised = 0;  // below: before this warp's last .sync instruction
  Stamp unwritten = 0;     // write stamps below: nobody wrote the cell since the block started (shared memory; else 0)
  Stamp mine = 0;          // the stamp of lane 0 now
  Stamp warp_now() const { return (mine & ~stamp::who_mask) | stamp::warp_mark | (mine >> 5 & 31); }
  Stamp block_now() const { return (mine & ~stamp::who_mask) | stamp::block_mark; }
  Stamp grid_now() const { return (mine & ~stamp::who_mask) | stamp::grid_mark; }
};

// True when a write with stamp w comes before an access of lane stamp m, or is the thread's own.
inline bool write_ordered(const Window& v, Stamp w, Stamp m) {
  const bool own_warp = ((w ^ m) & stamp::warp_of_thread) == 0;
  return (w < v.stale) | (w - v.own < v.ordered) |
         ((w >= v.own) & own_warp & ((w < v.synchronised) | (((w ^ m) & 31) == 0)));
}

// The same of reads with stamp r and a write of lane stamp m.
inline bool read_ordered(const Window& v, Stamp r, Stamp m) {
  const bool own_mark = ((r ^ v.warp_now()) & stamp::who_mask) == 0;
  return write_ordered(v, r, m) | ((r >= v.own) & own_mark & (r < v.synchronised));
}

// The stamp of a cell's readers once lane stamp m (or the warp's mark) reads too.
inline Stamp with_reader(const Window& v, Stamp r, Stamp m) {
  const Stamp who = r & stamp::who_mask;
  const bool own = r >= v.own;
  const bool in_warp = (((r ^ v.mine) & stamp::warp_of_thread) == 0) | (who == (v.warp_now() & stamp::who_mask));
  const bool fresh = (r < v.stale) | (r - v.own < v.ordered) | (own & in_warp & (r < v.synchronised)) |
                     (own & (((r ^ m) & stamp::who_mask) == 0));
  Stamp n = in_warp ? v.warp_now() : v.block_now();
  n = who == stamp::block_mark ? r : n;
  n = own ? n : v.grid_now();
  n = who == stamp::grid_mark ? r : n;
  return fresh ? m : n;
}

// `Lanes` neighbouring lanes from `first` on read `Cells` neighbouring cells each. True when all is ordered and written.
template <unsigned Lanes, unsigned Cells>
bool read_run(const Window& v, const Stamp* write, Stamp* read, unsigned first) {
  const Window window = v;
  const Stamp mine = window.mine + first;
  Stamp bad = 0;
#pragma GCC ivdep
  for (unsigned k = 0; k < Lanes * Cells; ++k) {
    const Stamp m = mine + k / Cells, w = write[k];
    bad |= write_ordered(window, w, m) & (w >= window.unwritten) ? 0u : 1u;
    read[k] = with_reader(window, read[k], m);
  }
  return bad == 0;
}

// The same for a write; the stamps themselves are left as they are.
template <unsigned Lanes, unsigned Cells>
bool write_run(const Window& v, const Stamp* write, const Stamp* read, unsigned first) {
  const Window window = v;
  const Stamp mine = window.mine + first;
  Stamp bad = 0;
#pragma GCC ivdep
  for (unsigned k = 0; k < Lanes * Cells; ++k) {
    const Stamp m = mine + k / Cells;
    bad |= write_ordered(window, write[k], m) & read_ordered(window, read[k], m) ? 0u : 1u;
  }
  return bad == 0;
}

// The same where nothing of the launch can read.
template <unsigned Lanes, unsigned Cells>
bool unread_run(const Window& v, const Stamp* write, unsigned first) {
  const Window window = v;
  const Stamp mine = window.mine + first;
  Stamp bad = 0;
#pragma GCC ivdep
  for (unsigned k = 0; k < Lanes * Cells; ++k) bad |= write_ordered(window, write[k], mine + k / Cells) ? 0u : 1u;
  return bad == 0;
}

template <unsigned Lanes, unsigned Cells>
void mark_run(const Window& v, Stamp* write, unsigned first) {
  const Stamp mine = v.mine + first;
#pragma GCC ivdep
  for (unsigned k = 0; k < Lanes * Cells; ++k) write[k] = mine + k / Cells;
}

// The same for runs of any length.
template <unsigned Cells>
bool read_some(const Window& v, const Stamp* write, Stamp* read, unsigned first, unsigned accesses) {
  bool clear = true;
  for (unsigned k = 0; k < accesses * Cells; ++k) {
    const Stamp m = v.mine + first + k / Cells;
    clear &= write_ordered(v, write[k], m) & (write[k] >= v.unwritten);
    read[k] = with_reader(v, read[k], m);
  }
  return clear;
}
template <unsigned Cells>
bool write_some(const Window& v, const Stamp* write, const Stamp* read, unsigned first, unsigned accesses) {
  bool clear = true;
  for (unsigned k = 0; k < accesses * Cells; ++k) {
    const Stamp m = v.mine + first + k / Cells;
    clear &= write_ordered(v, write[k], m) & read_ordered(v, read[k], m);
  }
  return clear;
}
template <unsigned Cells>
void mark_some(const Window& v, Stamp* write, unsigned first, unsigned accesses) {
  for (unsigned k = 0; k < accesses * Cells; ++k) write[k] = v.mine + first + k / Cells;
}

// Cells that several lanes of the warp read at once.
inline bool read_by_several(const Window& v, const Stamp* write, Stamp* read, unsigned cells) {
  const Window window = v;
  const Stamp mark = window.warp_now();
  if (cells == 1) {
    const bool met = (*write >= window.own) & (((*write ^ window.mine) & stamp::warp_of_thread) == 0) & (*write < window.synchronised);
    *read = with_reader(window, *read, mark);
    return ((*write < window.stale) | (*write - window.own < window.ordered) | met) & (*write >= window.unwritten);
  }
  Stamp bad = 0;
#pragma GCC ivdep
  for (unsigned k = 0; k < cells; ++k) {
    const Stamp w = write[k];
    const bool met = (w >= window.own) & (((w ^ window.mine) & stamp::warp_of_thread) == 0) & (w < window.synchronised);
    bad |= ((w < window.stale) | (w - window.own < window.ordered) | met) & (w >= window.unwritten) ? 0u : 1u;
    read[k] = with_reader(window, read[k], mark);
  }
  return bad == 0;
}

// A cell for each lane, at delta[lane] bytes from the first lane's; no two lanes share one.
inline bool read_apart(const Window& v, const Stamp* write, Stamp* read, const std::uint32_t* delta, unsigned shift) {
  const Window window = v;
  Stamp bad = 0;
#pragma GCC ivdep
  for (unsigned i = 0; i < lanes; ++i) {
    const std::int32_t at = static_cast<std::int32_t>(delta[i]) >> shift;
    const Stamp w = write[at], m = window.mine + i;
    bad |= write_ordered(window, w, m) & (w >= window.unwritten) ? 0u : 1u;
    read[at] = with_reader(window, read[at], m);
  }
  return bad == 0;
}
inline bool write_apart(const Window& v, Stamp* write, const Stamp* read, const std::uint32_t* delta, unsigned shift) {
  const Window window = v;
  Stamp bad = 0;
#pragma GCC ivdep
  for (unsigned i = 0; i < lanes; ++i) {
    const std::int32_t at = static_cast<std::int32_t>(delta[i]) >> shift;
    const Stamp m = window.mine + i;
    bad |= write_ordered(window, write[at], m) & read_ordered(window, read[at], m) ? 0u : 1u;
  }
  if (bad != 0) return false;
#pragma GCC ivdep
  for (unsigned i = 0; i < lanes; ++i) write[static_cast<std::int32_t>(delta[i]) >> shift] = window.mine + i;
  return true;
}

// Whether an atomic function takes the place of the write with stamp w on record. A plain write that other threads' atomics
// may still come before or after stays: in global memory one of this launch; in shared memory one since the block's last
// barrier, unless it is this warp's and the warp has met since.
inline bool atomic_takes(const Window& v, Stamp w, bool is_shared) {
  const bool met = (((w ^ v.mine) & stamp::warp_of_thread) == 0) & (w < v.synchronised);
  return (w < v.stale) | ((w & stamp::who_mask) == stamp::atomic_mark) | (is_shared & met);
}

// Atomic functions of all lanes, lane i at cell[i]; lanes may share cells. Nothing is stamped where it returns false.
// In global memory readers do not matter.
inline bool update_apart(const Window& v, Stamp* write, const Stamp* read, const std::int32_t* cell, Stamp updated, bool is_shared) {
  const Window window = v;
  Stamp bad = 0;
#pragma GCC ivdep
  for (unsigned i = 0; i < lanes; ++i) {
    const Stamp w = write[cell[i]], r = read[cell[i]], m = window.mine + i;
    const bool by_atomic = (w & stamp::who_mask) == stamp::atomic_mark;
    bad |= (by_atomic | write_ordered(window, w, m)) & (!is_shared | read_ordered(window, r, m)) & (w >= window.unwritten) ? 0u : 1u;
  }
  if (bad != 0) return false;
#pragma GCC ivdep
  for (unsigned i = 0; i < lanes; ++i) {
    const Stamp w = write[cell[i]];
    write[cell[i]] = atomic_takes(window, w, is_shared) ? updated : w;
  }
  return true;
}

}  // namespace sim
