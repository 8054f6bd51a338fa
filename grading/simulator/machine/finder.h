#pragma once
// Finds what a GPU does not report: races, reads of what nobody wrote, indices that leave their shared array, barriers
// that not all threads reach. It watches and tells; what the launch computes and answers stays as on hardware.
// The rules, with what they cannot see, are in docs/fault-finders.md.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "grading/simulator/machine/stamps.h"
#include "grading/simulator/machine/state.h"

namespace sim {

class Finder {
 public:
  // Time runs to `most_time` before old stamps are forgotten; small values are for tests.
  explicit Finder(std::uint32_t most_time = stamp::most_time) : most_time_(most_time) {}

  void begin(Launch& launch);
  // Of a worker of a launch on several threads.
  Finder& worker(unsigned number);

  // What orders accesses.
  void block_starts(BlockState& block);
  void block_goes_on(BlockState& block);  // after others ran in between
  void barrier_opens(BlockState& block);
  void lanes_meet(Warp& warp);            // a .sync instruction: taken to order all lanes of the warp
  void fence(Warp& warp, bool device_wide);

  // A load or store of `op`, before it happens. All lanes of the pattern lie in one allocation (global) or in the block's
  // shared memory; `base` is the first active lane's address. Local, constant and parameter space are not watched.
  void access(Warp& warp, std::byte* frame, const Op& op, MemoryState& state, AccessSpace space, Pattern& pattern,
              std::uint64_t base, unsigned bytes) {
    if (space == AccessSpace::global || space == AccessSpace::shared) watch(warp, frame, op, state, space, pattern, base, bytes);
  }
  // The same where lanes lie in several allocations.
  void scattered(Warp& warp, std::byte* frame, const Op& op, AccessSpace space, const std::uint64_t* address, std::uint32_t mask, unsigned bytes);
  // An atomic function, before it happens.
  void atomics(Warp& warp, const Op& op, AccessSpace space, const std::uint64_t* address, std::uint32_t mask, unsigned bytes);
  // One lane of a surface (reads, writes) or texture (samples) access, at an address of the array's memory.
  enum class Touch : std::uint8_t { reads, writes, samples };
  void image(Warp& warp, const Op& op, Touch touch, std::uint64_t address, unsigned lane, unsigned bytes);
  // A surface access that is no whole number of the array's elements.
  void part_of_element(Warp& warp, const Op& op, unsigned lane, bool reads, unsigned bytes, unsigned element_bytes);
  // A result that a library function stores through a pointer.
  void stores(Warp& warp, std::uint32_t line, AccessSpace space, std::uint64_t address, unsigned lane, unsigned bytes);

  // Notes in `state` what the accesses to an allocation need.
  void meet(MemoryState& state, const Allocation& allocation);

  // A .sync instruction of a lane that its own mask does not name; `members`: the masks, by lane.
  void caller_not_named(Warp& warp, std::uint32_t line, unsigned lane, const std::uint32_t* members);
  // A value is used that a shuffle at `line` took from a lane that is not there.
  void undefined_lane(Warp& warp, std::uint32_t line, unsigned lane, std::string sentence) { tell(warp, line, lane, "undefined-lane", std::move(sentence), 0); }

  // At the opening of a barrier that waits for all threads.
  void judge_barrier(BlockState& block, std::uint32_t id);

 private:
  enum Told : std::uint8_t { told_race = 1, told_unwritten = 2, told_bounds = 4 };
  struct Access;  // one warp's access under judgement

  // Allocations that the launch may read or write, where that is known.
  struct Touched {
    std::vector<std::uint32_t> allocations;
    bool known = false;
    bool excludes(std::uint32_t id) const { return known && std::find(allocations.begin(), allocations.end(), id) == allocations.end(); }
  };
  Touched touched(const FunctionCode::Reach FunctionCode::* reach) const;
  void advance(std::uint64_t block);
  void start_over();
  Window window(const Warp& warp, AccessSpace space) const;
  StampTable& table(const Allocation& allocation);
  void watch(Warp& warp, std::byte* frame, const Op& op, MemoryState& state, AccessSpace space, Pattern& pattern, std::uint64_t base,
             unsigned bytes);
  void watch_closely(Warp& warp, std::byte* frame, const Op& op, MemoryState& state, AccessSpace space, const Pattern& pattern,
                     std::uint64_t base, unsigned bytes);
  void atomics_in(Warp& warp, const Op& op, AccessSpace space, StampTable& stamps, const std::uint64_t* address, std::uint32_t mask, unsigned bytes);
  bool leaves_array(const Warp& warp, const MemorySite& site, const Pattern& pattern, std::uint64_t base) const;
  static bool all_written(MemoryState& state, const Pattern& pattern, std::uint64_t base, unsigned bytes);
  static void note_written(const Warp& warp, MemoryState& state, const Pattern& pattern, std::uint64_t base, unsigned bytes);
  void watch_lanes(const Access& a);
  void check_array(const Access& a);
  void check_written(const Access& a);
  // What work in other streams may do before or after (finder_streams.cpp).
  using StreamTouch = std::optional<StreamTouches::Earlier> (StreamTouches::*)(const Allocation&, Address, std::uint64_t);
  void follow_streams(Warp& warp, std::uint32_t line, unsigned lane, StreamTouch touch, const Allocation& in, std::uint64_t address, unsigned bytes);
  void tell_unordered(Warp& warp, std::uint32_t line, unsigned lane, bool reads, const Allocation& in, unsigned bytes,
                      const StreamTouches::Earlier& earlier);
  void watch_streams(Warp& warp, std::byte* frame, const Op& op, const MemorySite& site, const Pattern& pattern, std::uint64_t base, unsigned bytes);
  bool is_written(const Warp& warp, const WrittenMap& map, const Allocation& a, std::uint64_t address, unsigned bytes) const;
  void judge(const Access& a, unsigned lane);
  void judge_one_address(const Access& a, std::uint32_t there);
  void tell_race(const Access& a, unsigned lane, std::uint64_t address, Stamp other, bool other_wrote);

  // How the owner of a stamp relates to an access now.
  enum class Relation : std::uint8_t { ordered, lanes, warps, blocks };
  Relation relation(const Access& a, unsigned lane, Stamp s) const;
  std::uint64_t owner(Stamp s) const { return owners_[stamp::time_of(s) - launch_base_]; }

  // Of one object in a launch: the widest race found is told, since what mends that mends the others.
  struct ToldRace {
    AccessSpace space;
    std::uint64_t object;
    std::uint8_t width;
    std::size_t fault;  // index into the report
  };
  std::vector<ToldRace> races_;
  // Shared memory that was read before anybody wrote it.
  struct ToldUnwritten {
    std::uint64_t object;
    std::size_t fault;
  };
  std::vector<ToldUnwritten> unwritten_;
  void forget_unwritten(const Access& a, std::uint64_t object);
  std::uint64_t object_of(const Access& a, std::uint64_t address) const;

  // Index of the fault in the report; nothing when it is told already or there are too many.
  std::optional<std::size_t> tell(Warp& warp, std::uint32_t line, unsigned lane, const char* kind, std::string sentence, Address address);

  const std::uint32_t most_time_;
  Launch* launch_ = nullptr;
  std::uint32_t now_ = 1, launch_base_ = 1;
  bool touched_ = false;                  // something was stamped since time last advanced
  std::vector<std::uint64_t> owners_;     // linear index of the block that ran at launch_base_ + k
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> fences_;  // device-wide ones by block
  std::vector<BlockState*> blocks_;       // of the launch, as far as they have stamps
  std::unordered_map<std::uint32_t, StampTable> tables_;  // by allocation
  std::uint64_t generation_ = 0;
  Touched reads_, writes_;
  bool has_streams_ = false;              // work in several streams: what it touches of linear memory is followed
  bool fenced_ = false;                   // some thread of the launch has met a fence
  bool follows_volatile_ = false;         // the kernel has fences: volatile accesses are flags
  unsigned shared_shift_ = 2;
  std::vector<std::unique_ptr<Finder>> workers_;
};

}  // namespace sim
