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
  enum class Deed : std::uint8_t { reads, writes, allocates, frees, uses };
  // What earlier work did that need not have ended before the present work begins.
  struct Earlier {
    WorkNumber work = 0;
    Deed deed = Deed::reads;
    Address address = 0;  // the first byte of the cell that both touch
  };

  // The work that runs now, and for each stream the last work that has ended before it begins.
  void begin(WorkNumber now, std::uint32_t stream, std::vector<WorkNumber> ended);
  // Writes to arrays are followed from the start, since few calls make them; all else from the first stream on.
  void follow_linear_memory() { linear_ = true; }
  bool follows_linear_memory() const { return linear_; }
  bool follows(const Allocation& in) const { return linear_ || in.kind == Allocation::Kind::array; }

  // The present work reads, writes or updates bytes [at, at + bytes) of an allocation that is followed. Updates by atomic
  // functions of two works may come in any order, and so may one and a read whose value is only compared: looking before
  // atomicMax.
  std::optional<Earlier> reads(const Allocation& in, Address at, std::uint64_t bytes);
  std::optional<Earlier> compares(const Allocation& in, Address at, std::uint64_t bytes);
  std::optional<Earlier> writes(const Allocation& in, Address at, std::uint64_t bytes);
  std::optional<Earlier> updates(const Allocation& in, Address at, std::uint64_t bytes);

  // The present work allocates or frees in the order of its stream (cudaMallocAsync, cudaFreeAsync).
  void allocates(const Allocation& in);
  std::optional<Earlier> frees(const Allocation& in);

  void forget(std::uint32_t allocation) { followed_.erase(allocation); }

 private:
  // A work that touched a cell; `lightly`: its write was an atomic function's, or what it read was only compared.
  struct Toucher {
    WorkNumber work = 0;
    bool lightly = false;
    auto operator<=>(const Toucher&) const = default;
  };
  // Nothing orders them, so what comes later must come after each. In order of their numbers.
  using Touchers = std::vector<Toucher>;
  // A stamp is the number of the one work that touched a cell, and not lightly; or of Touchers, with this bit.
  static constexpr Stamp several = 1u << 31;

  struct Followed {
    StampTable cells;
    WorkNumber allocated = 0;                   // by this work; 0: before all that is followed
    WorkNumber seen = 0;                        // the last work that touched it
    std::map<std::uint32_t, WorkNumber> last;   // that touched it, by stream
  };

  Followed& touch(const Allocation& in);
  StampTable& cells(Followed& followed, const Allocation& in, Address at, std::uint64_t bytes);
  std::optional<Earlier> takes(const Allocation& in, Address at, std::uint64_t bytes, bool lightly);
  std::optional<Earlier> replaces(const Allocation& in, Address at, std::uint64_t bytes, bool lightly);
  bool unordered(WorkNumber work) const {
    return work != 0 && work != now_ && !(streams_[work] < ended_.size() && ended_[streams_[work]] >= work);
  }
  // Of those of a stamp one that the present work must come after and need not; 0 when there is none.
  WorkNumber unordered_of(Stamp stamp, bool lightly) const;
  // The stamp once the present work touches the cell, too.
  Stamp joined(Stamp stamp, bool lightly);

  std::map<std::uint32_t, Followed> followed_;  // by allocation
  std::vector<Touchers> touchers_;
  std::map<Touchers, Stamp> stamp_of_;
  // What joined() answered last: neighbouring cells ask the same.
  Stamp asked_ = 0, answered_ = 0;
  bool asked_lightly_ = false;
  std::vector<std::uint32_t> streams_;          // of each work
  std::vector<WorkNumber> ended_;
  WorkNumber now_ = 0;
  bool linear_ = false;
};

}  // namespace sim
