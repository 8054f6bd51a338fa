#pragma once
// Where an address comes from: an index that leaves its shared array may still lie in the block's shared memory, in a
// neighbour, and memory that no store of a kernel can reach need not be watched for races.
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "grading/simulator/machine/flow.h"

namespace sim::flow {

struct Origin {
  // unset: no instruction writes the register; number: no address that is followed here; array: of a shared array;
  // variable: of a __device__ variable; parameter: a pointer that the kernel was given; several: of one or another.
  enum class Kind : std::uint8_t { unset, number, array, variable, parameter, several } kind = Kind::unset;
  std::string_view name;     // of the array, variable or parameter
  std::int64_t offset = 0;   // of the pointer in the parameter, in bytes
  bool operator==(const Origin&) const = default;
  bool is_address() const { return kind == Kind::array || kind == Kind::variable || kind == Kind::parameter; }
};

// The origin of every register of `function`, over all its writes. `kind_of` tells array, variable or number by name.
std::vector<Origin> origins(const Graph& graph, const ptx::Function& function,
                            const std::function<Origin::Kind(std::string_view)>& kind_of);

// What the readers of a register do with it, over the whole function.
struct Use {
  bool read = false;
  bool only_chosen = true;  // every reader is a selp: the compiler may have loaded it for nothing
  bool only_stored = true;  // every reader stores it: a copy
  bool only_tested = true;  // it reaches nothing but comparisons
};
std::vector<Use> uses(const Graph& graph, const ptx::Function& function);

}  // namespace sim::flow
