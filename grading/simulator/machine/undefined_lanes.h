#pragma once
// Follows what a shuffle gives from a lane that is not there. PTX calls that value undefined, and much right code takes
// one: a sum of sixteen lanes by __shfl_down_sync takes eight of them and never looks at what came of them. So nothing is
// said where the value is taken, only where it is used: stored, an address, or the condition of a branch.
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "grading/simulator/machine/finder_words.h"
#include "grading/simulator/machine/state.h"

namespace sim {

class UndefinedLanes {
 public:
  // The shuffle at the start of a block, whose lanes `mask` have come, before it runs. True when some lane takes a value
  // that is undefined; `warp.undefined` then follows it.
  static bool takes_any(const Warp& warp, const std::byte* frame, const Op& op, const std::uint32_t* members, std::uint32_t mask);

  // Before each further instruction of the warp: what it makes of such values, and what it uses.
  void follow(Warp& warp, const std::byte* frame, const Op& op, const std::uint32_t* members, std::uint32_t mask);
  // Before a branch by the predicate.
  void branch(Warp& warp, const std::byte* frame, SlotOffset predicate, std::uint32_t line, std::uint32_t mask);

 private:
  // One shuffle that gave something undefined.
  struct Origin {
    std::uint32_t line;
    unsigned lane, from;
    words::LaneAbsent why;
  };
  // Lanes of a register whose value is undefined, and where one of them came from.
  struct Value {
    std::uint32_t mask = 0;
    std::uint32_t origin = 0;
    Value operator|(const Value& other) const { return {mask | other.mask, mask != 0 ? origin : other.origin}; }
    Value operator&(std::uint32_t lanes) const { return {mask & lanes, origin}; }
  };

  Value at(const std::byte* frame, SlotOffset slot) const;
  void set(const std::byte* frame, SlotOffset slot, Value value, std::uint32_t mask);
  Value of_sources(const std::byte* frame, const Op& op) const;
  void shuffle(const Warp& warp, const std::byte* frame, const Op& op, const std::uint32_t* members, std::uint32_t mask);
  void access(Warp& warp, const std::byte* frame, const Op& op, std::uint32_t mask);
  void image(Warp& warp, const std::byte* frame, const Op& op, std::uint32_t mask);
  void tell(Warp& warp, std::uint32_t line, const Value& value, const char* use);

  std::unordered_map<const std::byte*, Value> values_;  // by place of the register
  std::vector<Origin> origins_;
};

}  // namespace sim
