#pragma once
// Small words that sentences about faults share.
#include <string>

#include "grading/simulator/machine/memory.h"

namespace sim::words {

inline std::string plural(std::uint64_t n, const char* word) { return std::to_string(n) + " " + word + (n == 1 ? "" : "s"); }

// "`in`", where its owner said so; "allocation #2" otherwise. Indices in sentences count from the start of the allocation,
// so one that begins before what bears its name is called the memory around it.
inline std::string allocation_name(const Allocation& a) {
  if (a.kind == Allocation::Kind::symbol) return "the variable `" + a.name + "`";
  if (!a.name.empty() && a.kind == Allocation::Kind::array) return "the CUDA array `" + a.name + "`";
  if (!a.name.empty())
    return a.named_from == 0 ? "`" + a.name + "`" : "the memory in which `" + a.name + "` begins at byte " + std::to_string(a.named_from);
  return (a.kind == Allocation::Kind::array ? "array, allocation #" : "allocation #") + std::to_string(a.id);
}

}  // namespace sim::words
