#pragma once
// Small words that sentences about faults share.
#include <string>

#include "grading/simulator/machine/memory.h"

namespace sim::words {

inline std::string plural(std::uint64_t n, const char* word) { return std::to_string(n) + " " + word + (n == 1 ? "" : "s"); }

inline std::string allocation_name(const Allocation& a) {
  if (a.kind == Allocation::Kind::symbol) return "the variable `" + a.name + "`";
  return (a.kind == Allocation::Kind::array ? "array, allocation #" : "allocation #") + std::to_string(a.id);
}

}  // namespace sim::words
