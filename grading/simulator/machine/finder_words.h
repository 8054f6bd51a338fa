#pragma once
// The finder's sentences, in the words of somebody who learns CUDA.
#include <cstdint>
#include <optional>
#include <string>

#include "grading/simulator/machine/state.h"

namespace sim::words {

struct Race {
  enum class Between : std::uint8_t { lanes, warps, blocks } between = Between::warps;
  bool reads = false, is_atomic = false;  // this access; neither: it writes
  bool other_wrote = false, other_atomic = false;
  bool has_flags = false;                 // the block looks at atomic or volatile variables, but the kernel has no fence
  std::optional<std::uint32_t> other_thread;  // of its block; none: several threads
  std::uint64_t other_block = 0;
  std::string place;                      // "element 3 of the shared array `s`"
  std::string other_lines;                // " (line 12)"; may be empty
  bool same_line = false;                 // the other side may be the statement of this access
};
std::string sentence(const Race& race, const Launch& launch);

// "element 3 of the shared array `s`"
std::string place_in_shared(const Warp& warp, const MemorySite& site, std::uint64_t address, unsigned bytes);
// "element 3 of allocation #1 (400 bytes)"
std::string place_in_global(const Launch& launch, std::uint64_t address, unsigned bytes);

std::string reads_unwritten_shared(bool updates, const std::string& place);
std::string reads_unwritten_global(bool updates, const Allocation& allocation, std::uint64_t address, unsigned bytes, bool image);
std::string part_of_element(bool reads, unsigned bytes, unsigned element_bytes);
// `distance` in bytes from the start of the array.
std::string leaves_array(bool reads, bool updates, const std::string& array, std::int64_t distance, std::uint64_t array_bytes, unsigned bytes);

std::string two_barriers(const Launch& launch, std::uint32_t first_thread, std::uint32_t first_line, std::uint32_t other_line);
std::string caller_not_named(unsigned lane, std::uint32_t members);
// A shuffle took the value of lane `from`, and it is used (`use`: "stores it") in another line.
enum class LaneAbsent : std::uint8_t { not_in_block, exited, not_named, elsewhere };
std::string undefined_lane(const Launch& launch, unsigned from, LaneAbsent why, std::uint32_t line, std::uint32_t use_line, const char* use);
std::string left_before_barrier(const Launch& launch, std::uint32_t gone, std::uint32_t threads, std::uint32_t first_gone);

// Where the other side of a race may be: lines whose loads or stores have met that memory. Empty when there are many.
// `race` says what the other side did; its same_line is set to whether `own_line` is one of them.
std::string lines_of_other_side(const Launch& launch, std::uint32_t own_line, AccessSpace space, std::uint64_t address,
                                std::int32_t array, Race& race);

}  // namespace sim::words
