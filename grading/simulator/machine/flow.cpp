#include "grading/simulator/machine/flow.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "grading/simulator/ptx/parser.h"

namespace sim::flow {
namespace {

using ptx::Instruction;
using ptx::Operand;

bool is_warp_sync(const Instruction& i) {
  const std::string_view name = i.parts[0];
  return (name == "shfl" || name == "vote" || name == "match" || name == "redux") && i.has("sync");
}

// What an instruction does to control flow; `fall` for ordinary ones.
RawBlock::End end_of(const Instruction& i) {
  using End = RawBlock::End;
  const std::string_view name = i.parts[0];
  if (name == "bra") return i.guard >= 0 ? End::branch : End::jump;
  if (name == "brx") return End::table;
  if (name == "ret") return End::ret;
  if (name == "exit") return End::exit;
  if (name == "trap") return End::trap;
  if (name == "call") return End::call;
  if (name == "bar" || name == "barrier") {
    return i.has("warp") ? End::fall : End::barrier;
  }
  return End::fall;
}

// Blocks in text order, successors as block numbers.
class Splitter {
 public:
  explicit Splitter(const ptx::Function& function) : function_(function) {}

  std::vector<RawBlock> run() {
    open();
    for (const ptx::Statement& s : function_.body) {
      if (!s.label.empty()) {
        if (!blocks_.back().insts.empty()) open();
        labels_[s.label] = blocks_.size() - 1;
        continue;
      }
      add(s.instruction);
    }
    finish();
    return std::move(blocks_);
  }

 private:
  void open() { blocks_.emplace_back(); }

  void add(const Instruction& i) {
    const RawBlock::End end = end_of(i);
    const bool waits = is_warp_sync(i) || ((i.parts[0] == "bar" || i.parts[0] == "barrier") && i.has("warp"));
    // A call through a pointer stands alone: lanes with other pointers come back to its block and call again.
    const bool indirect = end == RawBlock::End::call &&
                          std::any_of(i.operands.begin(), i.operands.end(), [](const Operand& o) { return o.kind == Operand::Kind::reg; });
    if ((waits || indirect) && !blocks_.back().insts.empty()) open();
    if (end != RawBlock::End::fall && end != RawBlock::End::branch && i.guard >= 0) {
      // @p ret and the like: a branch around a block of its own.
      RawBlock& test = blocks_.back();
      test.end = RawBlock::End::branch;
      guarded_.push_back(blocks_.size() - 1);
      Inst inst{&i, {}, {static_cast<std::uint32_t>(i.guard)}, false};
      test.insts.push_back(inst);
      test.ends_with_inst = true;
      open();
    }
    RawBlock& block = blocks_.back();
    Inst inst{&i, {}, {}, false};
    find_operands(inst);
    block.insts.push_back(std::move(inst));
    if (waits) block.warp_sync = true;
    if (end != RawBlock::End::fall) {
      block.end = end;
      block.ends_with_inst = true;
      open();
    }
  }

  std::uint32_t find_label(std::string_view name, const Instruction& i) const {
    const auto it = labels_.find(name);
    if (it == labels_.end()) throw ptx::PtxError(i.text_line, "branch to unknown label " + std::string(name));
    return static_cast<std::uint32_t>(it->second);
  }

  void finish() {
    const auto count = static_cast<std::uint32_t>(blocks_.size());
    for (std::uint32_t b = 0; b < count; ++b) {
      RawBlock& block = blocks_[b];
      const std::uint32_t next = b + 1;
      auto fall = [&] {
        if (next < count) {
          block.successors.push_back(next);
        } else {
          block.end = RawBlock::End::ret;  // running off the end returns
        }
      };
      const Instruction* last = block.insts.empty() ? nullptr : block.insts.back().ptx;
      switch (block.end) {
        case RawBlock::End::fall: fall(); break;
        case RawBlock::End::call:
        case RawBlock::End::barrier: fall(); break;
        case RawBlock::End::jump: block.successors.push_back(find_label(target(*last), *last)); break;
        case RawBlock::End::branch:
          if (std::find(guarded_.begin(), guarded_.end(), b) != guarded_.end()) {
            block.successors = {next, std::min(next + 1, count - 1)};
          } else {
            block.successors.push_back(find_label(target(*last), *last));
            fall();
            if (block.successors.size() == 1) throw ptx::PtxError(last->text_line, "branch at the end of a function");
          }
          break;
        case RawBlock::End::table: {
          if (last->operands.size() != 2) throw ptx::PtxError(last->text_line, "malformed brx.idx");
          for (const auto& table : function_.branch_tables)
            if (table.name == last->operands[1].name)
              for (auto name : table.targets) block.successors.push_back(find_label(name, *last));
          if (block.successors.empty()) throw ptx::PtxError(last->text_line, "unknown branch table");
          break;
        }
        default: break;
      }
    }
  }

  static std::string_view target(const Instruction& i) {
    if (i.operands.size() != 1 || i.operands[0].kind != Operand::Kind::symbol)
      throw ptx::PtxError(i.text_line, "branch without a label");
    return i.operands[0].name;
  }

  const ptx::Function& function_;
  std::vector<RawBlock> blocks_;
  std::unordered_map<std::string_view, std::size_t> labels_;
  std::vector<std::size_t> guarded_;
};

// Immediate dominators by the iterative method of Cooper, Harvey and Kennedy; order: reverse postorder.
std::vector<std::uint32_t> dominators(const std::vector<RawBlock>& blocks, const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> number(blocks.size(), ~0u), idom(blocks.size(), ~0u);
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  std::vector<std::vector<std::uint32_t>> before(blocks.size());
  for (std::uint32_t b : order)
    for (std::uint32_t s : blocks[b].successors) before[s].push_back(b);
  idom[order[0]] = order[0];
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 1; i < order.size(); ++i) {
      const std::uint32_t b = order[i];
      std::uint32_t best = ~0u;
      for (std::uint32_t p : before[b]) {
        if (idom[p] == ~0u) continue;
        if (best == ~0u) {
          best = p;
          continue;
        }
        std::uint32_t x = p, y = best;
        while (x != y) {
          while (number[x] > number[y]) x = idom[x];
          while (number[y] > number[x]) y = idom[y];
        }
        best = x;
      }
      if (best != idom[b]) idom[b] = best, changed = true;
    }
  }
  return idom;
}

// Reverse postorder; `first` lists, for each block, its successors in the order in which to walk them.
std::vector<std::uint32_t> reverse_postorder(const std::vector<std::vector<std::uint32_t>>& first) {
  std::vector<std::uint32_t> order;
  std::vector<std::uint8_t> seen(first.size(), 0);
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{0, 0}};
  seen[0] = 1;
  while (!stack.empty()) {
    auto& [block, at] = stack.back();
    if (at < first[block].size()) {
      const std::uint32_t s = first[block][at++];
      if (!seen[s]) seen[s] = 1, stack.emplace_back(s, 0);
    } else {
      order.push_back(block);
      stack.pop_back();
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace

void find_operands(Inst& inst) {
  const Instruction& i = *inst.ptx;
  const std::string_view name = i.parts[0];
  std::size_t results = 1;
  if (name == "st" || name == "red" || name == "membar" || name == "fence" || name == "prefetch" || name == "bra" ||
      name == "brx" || name == "trap" || name == "sust" || name == "sured" || name == "nanosleep" || name == "call" ||
      name == "ret" || name == "exit" || name == "discard" || name == "brkpt" || name == "prefetchu" ||
      name == "applypriority" || name == "createpolicy") {
    results = 0;
  } else if (name == "bar" || name == "barrier") {
    results = i.has("red") ? 1 : 0;
  } else if (name == "setp") {
    const std::size_t plain = 3 + (i.has("and") || i.has("or") || i.has("xor"));
    results = i.operands.size() > plain ? 2 : 1;
  } else if (name == "shfl") {
    results = i.operands.size() > 5 ? 2 : 1;
  } else if (name == "match") {
    results = i.operands.size() > 3 ? 2 : 1;
  }
  auto visit = [&](auto& self, const Operand& o, bool result) -> void {
    if (o.kind == Operand::Kind::reg) (result ? inst.defs : inst.uses).push_back(o.index);
    for (const Operand& e : o.elements) self(self, e, result && o.kind == Operand::Kind::vector);
  };
  for (std::size_t k = 0; k < i.operands.size(); ++k) visit(visit, i.operands[k], k < results);
  if (i.guard >= 0) {
    inst.uses.push_back(static_cast<std::uint32_t>(i.guard));
    inst.uses.insert(inst.uses.end(), inst.defs.begin(), inst.defs.end());
  }
}

Graph build(const ptx::Function& function) {
  std::vector<RawBlock> blocks = Splitter(function).run();
  std::vector<std::vector<std::uint32_t>> walk(blocks.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) walk[b] = blocks[b].successors;
  std::vector<std::uint32_t> order = reverse_postorder(walk);
  const std::vector<std::uint32_t> idom = dominators(blocks, order);

  // Loop depth: the bodies of natural loops, found from their back edges.
  std::vector<std::vector<std::uint32_t>> before(blocks.size());
  for (std::uint32_t b : order)
    for (std::uint32_t s : blocks[b].successors) before[s].push_back(b);
  auto dominates = [&](std::uint32_t a, std::uint32_t b) {
    while (b != a && b != order[0]) b = idom[b];
    return a == b;
  };
  std::unordered_map<std::uint32_t, std::vector<std::uint8_t>> loops;  // header -> membership
  for (std::uint32_t b : order)
    for (std::uint32_t header : blocks[b].successors) {
      if (!dominates(header, b)) continue;
      auto& member = loops.try_emplace(header, blocks.size(), 0).first->second;
      member[header] = 1;
      std::vector<std::uint32_t> work{b};
      while (!work.empty()) {
        const std::uint32_t x = work.back();
        work.pop_back();
        if (member[x]) continue;
        member[x] = 1;
        work.insert(work.end(), before[x].begin(), before[x].end());
      }
    }
  // Walk first what leaves the most loops: it then comes last in reverse postorder, after the loops' bodies.
  for (std::uint32_t b : order) {
    auto common_loops = [&](std::uint32_t s) {
      return std::count_if(loops.begin(), loops.end(), [&](const auto& l) { return l.second[b] && l.second[s]; });
    };
    std::stable_sort(walk[b].begin(), walk[b].end(),
                     [&](std::uint32_t x, std::uint32_t y) { return common_loops(x) < common_loops(y); });
  }
  order = reverse_postorder(walk);

  std::vector<std::uint32_t> number(blocks.size(), ~0u);
  for (std::uint32_t i = 0; i < order.size(); ++i) number[order[i]] = i;
  Graph graph;
  for (std::uint32_t b : order) {
    RawBlock block = std::move(blocks[b]);
    for (std::uint32_t& s : block.successors) s = number[s];
    graph.blocks.push_back(std::move(block));
  }
  return graph;
}

Liveness analyse(const Graph& graph, const ptx::Function& function) {
  const std::size_t registers = function.registers.size(), words = (registers + 63) / 64;
  const std::size_t count = graph.blocks.size();
  using Set = std::vector<std::uint64_t>;
  std::vector<Set> in(count, Set(words)), use(count, Set(words)), def(count, Set(words)), out(count, Set(words));
  auto has = [](const Set& s, std::uint32_t r) { return (s[r / 64] >> (r % 64) & 1) != 0; };
  auto add = [](Set& s, std::uint32_t r) { s[r / 64] |= std::uint64_t{1} << (r % 64); };
  for (std::size_t b = 0; b < count; ++b)
    for (const Inst& inst : graph.blocks[b].insts) {
      if (inst.dropped) continue;
      for (std::uint32_t r : inst.uses)
        if (!has(def[b], r)) add(use[b], r);
      for (std::uint32_t r : inst.defs) add(def[b], r);
    }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = count; b-- > 0;) {
      for (std::uint32_t s : graph.blocks[b].successors)
        for (std::size_t w = 0; w < words; ++w) out[b][w] |= in[s][w];
      for (std::size_t w = 0; w < words; ++w) {
        const std::uint64_t v = use[b][w] | (out[b][w] & ~def[b][w]);
        if (v != in[b][w]) in[b][w] = v, changed = true;
      }
    }
  }
  Liveness result;
  result.ranges.resize(registers);
  auto touch = [&](std::uint32_t r, std::uint32_t at) {
    LiveRange& range = result.ranges[r];
    range.begin = std::min(range.begin, at);
    range.end = std::max(range.end, at);
  };
  auto for_each = [&](const Set& s, auto f) {
    for (std::size_t w = 0; w < words; ++w)
      for (std::uint64_t rest = s[w]; rest; rest &= rest - 1)
        f(static_cast<std::uint32_t>(w * 64 + static_cast<unsigned>(__builtin_ctzll(rest))));
  };
  auto weight = [&](std::uint32_t r) {
    const std::string_view type = function.registers[r].type;
    return type == "pred" ? 0u : type.ends_with("64") ? 2u : 1u;
  };
  std::uint32_t at = 0;
  for (std::size_t b = 0; b < count; ++b) {
    const auto& insts = graph.blocks[b].insts;
    for_each(in[b], [&](std::uint32_t r) { touch(r, at); });
    for (const Inst& inst : insts) {
      if (!inst.dropped) {
        const std::string_view name = inst.ptx->parts[0];
        // Results of these are written while sources are still read: no slot may serve as both.
        const bool apart = inst.defs.size() > 1 || name == "shfl" || name == "atom" || name == "match" ||
                           name == "bar" || name == "barrier";
        for (std::uint32_t r : inst.uses) touch(r, apart ? at + 1 : at);
        for (std::uint32_t r : inst.defs) touch(r, at + 1);
      }
      at += 2;
    }
    for_each(out[b], [&](std::uint32_t r) { touch(r, at); });
    // Pressure, walking the block backwards.
    Set live = out[b];
    std::uint32_t now = 0;
    for_each(live, [&](std::uint32_t r) { now += weight(r); });
    result.pressure = std::max(result.pressure, now);
    for (auto it = insts.rbegin(); it != insts.rend(); ++it) {
      if (it->dropped) continue;
      for (std::uint32_t r : it->defs)
        if (has(live, r)) live[r / 64] &= ~(std::uint64_t{1} << (r % 64)), now -= weight(r);
      for (std::uint32_t r : it->uses)
        if (!has(live, r)) add(live, r), now += weight(r);
      result.pressure = std::max(result.pressure, now);
    }
  }
  if (count > 0) for_each(in[0], [&](std::uint32_t r) { result.live_at_entry.push_back(r); });
  return result;
}

}  // namespace sim::flow
