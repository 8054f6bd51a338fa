#pragma once
// Control flow of one PTX function: blocks in running order, and which registers live where.
#include <cstdint>
#include <vector>

#include "grading/simulator/ptx/module.h"

namespace sim::flow {

struct Inst {
  const ptx::Instruction* ptx = nullptr;
  std::vector<std::uint32_t> defs, uses;  // register indices
  bool dropped = false;                   // its result is a fixed slot
};

struct RawBlock {
  enum class End : std::uint8_t { fall, jump, branch, table, exit, ret, call, barrier, trap };
  std::vector<Inst> insts;  // the ending instruction included, as the last
  End end = End::fall;
  bool ends_with_inst = false;     // the last of insts is the end (a call, a branch), not an ordinary one
  bool warp_sync = false;          // the first instruction waits for lanes of its warp
  std::vector<std::uint32_t> successors;  // branch: {target, next}
};

struct Graph {
  std::vector<RawBlock> blocks;  // index = running order; entry first
};

// Splits the body into blocks and orders them: a block comes after all blocks that can reach it without going round
// a loop, and the blocks of a loop lie together. Lanes that wait at the block of lowest index therefore meet again
// at the first block where their ways join.
Graph build(const ptx::Function& function);

// Adds the operands' registers to defs and uses.
void find_operands(Inst& inst);

struct LiveRange {
  std::uint32_t begin = ~0u, end = 0;  // positions; begin > end: never used
};
struct Liveness {
  std::vector<LiveRange> ranges;                // by register
  std::vector<std::uint32_t> live_at_entry;     // registers some path reads before writing
  std::uint32_t pressure = 0;                   // most 32-bit registers live at once (predicates left out)
};
// Positions count two per instruction in block order: uses at 2k, results at 2k + 1.
Liveness analyse(const Graph& graph, const ptx::Function& function);

}  // namespace sim::flow
