#pragma once
// Who wrote which element of a CUDA array last, where work runs in several streams: a read of what nothing orders before it
// may see what was there before. The simulated GPU runs work in the order of the calls, so the value read is the new one.
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "grading/simulator/machine/memory.h"

namespace sim {

// A launch or a copy: they are numbered from 1 on, in the order of the calls.
using WorkNumber = std::uint32_t;

class ArrayWrites {
 public:
  // The work that runs now, and for each stream the last work that has ended before it begins.
  void begin(WorkNumber now, std::uint32_t stream, std::vector<WorkNumber> ended) {
    now_ = now;
    ended_ = std::move(ended);
    if (streams_.size() <= now) streams_.resize(now + 1);
    streams_[now] = stream;
  }

  // Bytes [offset, offset + bytes) of the array at `base`.
  void wrote(Address base, std::uint64_t offset, std::uint64_t bytes) {
    std::vector<WorkNumber>& writers = writers_[base];
    if (const std::size_t needed = (offset + bytes + unit - 1) / unit; writers.size() < needed) writers.resize(needed);
    for (std::uint64_t u = offset / unit; u * unit < offset + bytes; ++u) writers[u] = now_;
  }
  // The work that wrote some of these bytes and need not have ended before the present one begins; 0: none.
  WorkNumber unordered(Address base, std::uint64_t offset, std::uint64_t bytes) const {
    const auto found = writers_.find(base);
    if (found == writers_.end()) return 0;
    const std::vector<WorkNumber>& writers = found->second;
    for (std::uint64_t u = offset / unit; u * unit < offset + bytes && u < writers.size(); ++u)
      if (const WorkNumber w = writers[u]; w != now_ && w != 0 && !ended(w)) return w;
    return 0;
  }
  void forget(Address base) { writers_.erase(base); }

 private:
  // The narrowest element but one: neighbours that are written in different streams share a unit only as bytes.
  static constexpr std::uint64_t unit = 4;

  bool ended(WorkNumber w) const { return streams_[w] < ended_.size() && ended_[streams_[w]] >= w; }

  std::unordered_map<Address, std::vector<WorkNumber>> writers_;
  std::vector<std::uint32_t> streams_;  // of each work
  std::vector<WorkNumber> ended_;
  WorkNumber now_ = 0;
};

}  // namespace sim
