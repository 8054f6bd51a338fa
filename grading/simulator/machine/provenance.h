#pragma once
// Which shared array an address comes from: an index that leaves its array may still lie in the block's shared memory,
// in a neighbour, and only the way the address was made tells.
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "grading/simulator/machine/flow.h"

namespace sim::flow {

struct Origin {
  // unset: no instruction writes the register; number: not the address of a shared array; several: of one or another.
  enum class Kind : std::uint8_t { unset, number, array, several } kind = Kind::unset;
  std::string_view array;
  bool operator==(const Origin&) const = default;
};

// The origin of every register of `function`, over all its writes. is_shared tells the names of shared arrays.
std::vector<Origin> origins(const Graph& graph, const ptx::Function& function,
                            const std::function<bool(std::string_view)>& is_shared);

// What the readers of a register do with it, over the whole function.
struct Use {
  bool read = false;
  bool only_chosen = true;  // every reader is a selp: the compiler may have loaded it for nothing
  bool only_stored = true;  // every reader stores it: a copy
  bool only_tested = true;  // it reaches nothing but comparisons
};
std::vector<Use> uses(const Graph& graph, const ptx::Function& function);

}  // namespace sim::flow
