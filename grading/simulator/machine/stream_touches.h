#pragma once
// Who read and wrote which bytes of device memory last, where work runs in several streams: of two accesses that nothing
// orders, one of them a write, the hardware may do either first. The simulated GPU runs work in the order of the calls.
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "grading/simulator/machine/memory.h"
#include "grading/simulator/machine/stamps.h"

namespace sim {

// A launch or a copy: they are numbered from 1 on, in the order of the calls.
using WorkNumber = std::uint32_t;

class StreamTouches {
 public:
  // An earlier access that need not have ended before the present work begins.
  struct Earlier {
    WorkNumber work = 0;
    bool wrote = false;
    Address address = 0;  // the first byte of the cell that both touch
  };

  // The work that runs now, and for each stream the last work that has ended before it begins.
  void begin(WorkNumber now, std::uint32_t stream, std::vector<WorkNumber> ended);
  // Writes to arrays are followed from the start, since few calls make them; all else from the first stream on.
  void follow_linear_memory() { linear_ = true; }
  bool follows_linear_memory() const { return linear_; }
  bool follows(const Allocation& in) const { return linear_ || in.kind == Allocation::Kind::array; }

  // The present work reads, writes or updates bytes [at, at + bytes) of an allocation that is followed. Updates by atomic
  // functions of two works may come in any order.
  std::optional<Earlier> reads(const Allocation& in, Address at, std::uint64_t bytes);
  std::optional<Earlier> writes(const Allocation& in, Address at, std::uint64_t bytes);
  std::optional<Earlier> updates(const Allocation& in, Address at, std::uint64_t bytes);

  void forget(std::uint32_t allocation) { tables_.erase(allocation); }

 private:
  // Beside the number of a work that wrote by atomic functions.
  static constexpr WorkNumber atomically = 1u << 31;

  StampTable& table(const Allocation& in, Address at, std::uint64_t bytes);
  std::optional<Earlier> replaces(const Allocation& in, Address at, std::uint64_t bytes, WorkNumber mine);
  bool unordered(WorkNumber work) const {
    work &= ~atomically;
    return work != 0 && work != now_ && !(streams_[work] < ended_.size() && ended_[streams_[work]] >= work);
  }

  std::map<std::uint32_t, StampTable> tables_;  // by allocation; a stamp is the number of a work here
  std::vector<std::uint32_t> streams_;          // of each work
  std::vector<WorkNumber> ended_;
  WorkNumber now_ = 0;
  bool linear_ = false;
};

}  // namespace sim
