// Lanes of a warp run in lockstep as long as they are at the same block. Lanes that part become fragments; the
// fragment at the lowest block runs, so that fragments meet where their ways join (blocks are numbered for that).
// Fragments that spin on memory stand back for others, which gives every lane progress, as since compute capability 7.0.
#include "grading/simulator/machine/schedule.h"

#include <algorithm>
#include <bit>

#include "grading/simulator/machine/finder.h"
#include "grading/simulator/machine/fixed.h"
#include "grading/simulator/machine/undefined_lanes.h"

namespace sim {
namespace {

// Turns of a loop that watches memory, without anything else running, before others get their turn.
constexpr std::uint32_t patience = 1000;
// Where every second block is started before the one that it may wait for.
constexpr std::uint32_t patience_of_swapped = 20;

std::uint32_t word_at(const std::byte* frame, SlotOffset at) {
  std::uint32_t v;
  std::memcpy(&v, frame + at, 4);
  return v;
}

class WarpRunner {
 public:
  WarpRunner(Launch& launch, BlockState& block, Warp& warp) : launch_(launch), block_(block), warp_(warp) {}

  // Until nothing in the warp can run, or it spins.
  void run() {
    warp_.yielded = false;
    while (!launch_.stopped && warp_.live != 0) {
      enter_frame();
      Fragment* next = choose();
      if (!next) {
        warp_.blocked = true;
        return;
      }
      current_ = *next;
      fragments().erase(fragments().begin() + (next - fragments().data()));
      run_fragment();
      if (warp_.yielded) return;
    }
  }

 private:
  Frame& top() { return warp_.frames.back(); }
  std::vector<Fragment>& fragments() { return top().fragments; }

  void enter_frame() {
    Frame& f = top();
    warp_.function = f.function;
    warp_.local_base = f.local_base;
    warp_.memory = launch_.sites.data() + f.function->first_memory;
    frame_ = warp_.arena + f.base;
    counts_ = launch_.blocks.data() + f.function->first_block;
  }

  bool members_present(const Fragment& f) const {
    const Frame& frame = warp_.frames.back();
    const Block& b = frame.function->blocks[f.block];
    const auto* member = slot<std::uint32_t>(warp_.arena + frame.base, b.member_mask);
    std::uint32_t all = f.mask, needed = 0;
    for (const Fragment& other : frame.fragments) all |= other.mask;
    for (std::uint32_t rest = f.mask; rest; rest &= rest - 1) needed |= member[std::countr_zero(rest)];
    return (needed & all & ~f.mask) == 0;
  }

  Fragment* choose() {
    auto& all = fragments();
    // Lanes that came to the same place meet.
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = i + 1; j < all.size();)
        if (all[j].block == all[i].block && (all[j].wait == Fragment::Wait::barrier) == (all[i].wait == Fragment::Wait::barrier) &&
            all[i].wait != Fragment::Wait::barrier) {
          all[i].mask |= all[j].mask;
          all[i].penalty = std::min(all[i].penalty, all[j].penalty);
          if (all[j].wait == Fragment::Wait::none) all[i].wait = Fragment::Wait::none;
          all.erase(all.begin() + static_cast<std::ptrdiff_t>(j));
        } else {
          ++j;
        }
    Fragment* best = nullptr;
    for (Fragment& f : all) {
      if (f.wait == Fragment::Wait::barrier) continue;
      if (f.wait == Fragment::Wait::lanes && !members_present(f)) continue;
      if (!best || std::pair{f.penalty, f.block} < std::pair{best->penalty, best->block}) best = &f;
    }
    if (best) best->wait = Fragment::Wait::none;
    return best;
  }

  void run_fragment() {
    const FunctionCode& function = *warp_.function;
    for (;;) {
      const std::uint32_t at = current_.block;
      const Block& b = function.blocks[at];
      if (b.member_mask != no_slot && !fragments().empty() && !members_present(current_)) {
        current_.wait = Fragment::Wait::lanes;
        current_.line = b.line;
        fragments().push_back(current_);
        return;
      }
      const std::uint32_t mask = current_.mask;
      if (b.member_mask != no_slot && launch_.finder) meet_lanes(function, b, mask);
      BlockCounts& counts = counts_[at];
      ++counts.warps;
      counts.threads += static_cast<std::uint64_t>(std::popcount(mask));
      launch_.instructions += b.last - b.first + 1;
      const Op* const last = function.ops.data() + b.last;
      for (const Op* op = function.ops.data() + b.first; op != last; ++op) {
        if (warp_.undefined) [[unlikely]] warp_.undefined->follow(warp_, frame_, *op, members_of(b), mask);
        std::uint32_t on = mask;
        if (op->guard != no_slot) {
          const std::uint32_t p = word_at(frame_, op->guard);
          on &= op->guard_negated ? ~p : p;
          if (on == 0) continue;
        }
        op->run(warp_, frame_, *op, on);
      }
      if (launch_.stopped) return;
      std::uint32_t next = b.target;
      switch (b.end) {
        case Block::End::jump: break;
        case Block::End::branch: {
          if (warp_.undefined) [[unlikely]] warp_.undefined->branch(warp_, frame_, b.predicate, b.line, mask);
          std::uint32_t taken = word_at(frame_, b.predicate);
          if (b.negated) taken = ~taken;
          taken &= mask;
          const std::uint32_t rest = mask & ~taken;
          if (taken == 0) {
            next = b.next;
          } else if (rest != 0 && b.target != b.next) {
            Fragment other = current_;
            next = std::min(b.target, b.next);
            other.block = std::max(b.target, b.next);
            other.mask = next == b.target ? rest : taken;
            current_.mask = mask & ~other.mask;
            fragments().push_back(other);
          }
          break;
        }
        case Block::End::table:
          if (!split_table(function, b, next)) return;
          break;
        case Block::End::exit: return exit_lanes(mask);
        case Block::End::ret: return return_lanes(mask);
        case Block::End::trap:
          return raise_fault(warp_, b.line, static_cast<unsigned>(std::countr_zero(mask)), status::launch_failure, "trap",
                             "the kernel stopped itself with __trap()");
        case Block::End::barrier: return arrive(function.barriers[b.index], b, mask);
        case Block::End::call: return call(function.calls[b.index], at, mask);
      }
      if (next <= at) {
        if (next == at && b.end == Block::End::jump && b.first == b.last) return never_ends(b);
        if (over_budget(b)) return;
        if (b.watches_memory || function.blocks[next].watches_memory || watched_) {
          watched_ = false;
          if (++warp_.spins >= (launch_.config->swap_blocks ? patience_of_swapped : patience)) {
            warp_.spins = 0;
            current_.block = next;
            current_.penalty = ++top().penalties;
            fragments().push_back(current_);
            if (std::none_of(fragments().begin(), fragments().end() - 1, [](const Fragment& f) { return f.wait == Fragment::Wait::none; }))
              warp_.yielded = true;
            return;
          }
        }
      }
      watched_ = watched_ || b.watches_memory;
      current_.block = next;
      if (!fragments().empty()) {
        fragments().push_back(current_);
        return;
      }
    }
  }

  const std::uint32_t* members_of(const Block& b) const {
    return b.member_mask == no_slot ? nullptr : slot<std::uint32_t>(frame_, b.member_mask);
  }

  // A .sync instruction, whose lanes have come.
  void meet_lanes(const FunctionCode& function, const Block& b, std::uint32_t mask) {
    launch_.finder->lanes_meet(warp_);
    const std::uint32_t* const members = members_of(b);
    std::uint32_t unnamed = 0;
    for (unsigned i = 0; i < lanes; ++i) unnamed |= mask & ~members[i] & lane_bits32.bit[i];
    const Op* const first = b.first < b.last ? &function.ops[b.first] : nullptr;
    if (unnamed != 0) launch_.finder->caller_not_named(warp_, first ? first->line : b.line, static_cast<unsigned>(std::countr_zero(unnamed)), members);
    if (!warp_.undefined && first && first->role >= Op::Role::shuffle_up && UndefinedLanes::takes_any(warp_, frame_, *first, members, mask))
      warp_.undefined = std::make_shared<UndefinedLanes>();
  }

  // A loop of nothing but its own jump is what the compiler makes of waiting for a plain variable, which it loads once.
  void never_ends(const Block& b) {
    raise_fault(warp_, b.line, static_cast<unsigned>(std::countr_zero(current_.mask)), status::launch_timeout, "endless-loop",
                "this loop never ends: the compiler sees nothing in it that could change what it waits for, so it looks once and then "
                "runs on the spot; a variable that another thread sets must be volatile or be read by an atomic function");
  }

  bool over_budget(const Block& b) {
    const std::uint64_t budget = launch_.config->instruction_budget;
    if (budget == 0 || launch_.instructions <= budget) return false;
    raise_fault(warp_, b.line, static_cast<unsigned>(std::countr_zero(current_.mask)), status::launch_timeout, "instruction-budget",
                "the launch was stopped after " + std::to_string(budget) +
                    " warp instructions while this loop was still running: a loop that never ends, or far too much work");
    return true;
  }

  // Lanes with other table entries become fragments. False when the index is out of the table.
  bool split_table(const FunctionCode& function, const Block& b, std::uint32_t& next) {
    const auto& table = function.tables[b.index];
    const auto* index = slot<std::uint32_t>(frame_, b.predicate);
    std::uint32_t rest = current_.mask;
    std::vector<Fragment> parts;
    while (rest != 0) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      if (index[lane] >= table.size()) {
        raise_fault(warp_, b.line, lane, status::illegal_instruction, "bad-branch", "a switch jumped outside its table");
        return false;
      }
      Fragment part = current_;
      part.block = table[index[lane]];
      part.mask = 0;
      for (std::uint32_t r = rest; r; r &= r - 1) {
        const int l = std::countr_zero(r);
        if (index[l] < table.size() && table[index[l]] == part.block) part.mask |= 1u << l;
      }
      rest &= ~part.mask;
      parts.push_back(part);
    }
    const auto first = std::min_element(parts.begin(), parts.end(), [](const auto& x, const auto& y) { return x.block < y.block; });
    current_ = *first;
    next = first->block;
    for (auto it = parts.begin(); it != parts.end(); ++it)
      if (it != first) fragments().push_back(*it);
    return true;
  }

  void exit_lanes(std::uint32_t mask) {
    warp_.live &= ~mask;
    block_.live_threads -= static_cast<std::uint32_t>(std::popcount(mask));
    warp_.spins = 0;
    leave_if_done();
    for (std::size_t k = 0; k < block_.barriers.size(); ++k) open_if_full(static_cast<std::uint32_t>(k));
  }

  void return_lanes(std::uint32_t mask) {
    top().return_mask |= mask;
    leave_if_done();
  }

  // A called function's frame goes when its last lane returned or exited.
  void leave_if_done() {
    while (warp_.frames.size() > 1 && top().fragments.empty()) {
      const Frame callee = top();
      warp_.frames.pop_back();
      const CallSite& site = *callee.call;
      for (std::size_t k = 0; k < site.results.size() && k < callee.function->result_offsets.size(); ++k)
        for (std::uint32_t rest = callee.return_mask; rest; rest &= rest - 1) {
          std::byte* lane = warp_.local + std::size_t{static_cast<unsigned>(std::countr_zero(rest))} * warp_.local_stride;
          std::memcpy(lane + top().local_base + site.results[k], lane + callee.local_base + callee.function->result_offsets[k],
                      callee.function->result_bytes[k]);
        }
      if (callee.return_mask != 0) {
        Fragment back;
        back.mask = callee.return_mask;
        back.block = top().function->blocks[callee.call_block].target;
        fragments().push_back(back);
        return;
      }
    }
  }

  void call(const CallSite& site, std::uint32_t at, std::uint32_t mask) {
    const Block& b = warp_.function->blocks[at];
    std::uint32_t index = static_cast<std::uint32_t>(site.function);
    if (site.function < 0) {
      const auto* pointer = slot<std::uint64_t>(frame_, site.pointer);
      const auto lane = static_cast<unsigned>(std::countr_zero(mask));
      const std::uint64_t to = pointer[lane];
      index = static_cast<std::uint32_t>(to & ~window_mask);
      if ((to & window_mask) != function_window || index >= launch_.code->functions.size())
        return raise_fault(warp_, b.line, lane, status::illegal_instruction, "bad-call", "calls through a pointer that is not a function");
      std::uint32_t same = 0;
      for (std::uint32_t rest = mask; rest; rest &= rest - 1)
        if (pointer[std::countr_zero(rest)] == to) same |= 1u << std::countr_zero(rest);
      if (same != mask) {
        Fragment others = current_;
        others.mask = mask & ~same;
        fragments().push_back(others);
        mask = same;
      }
    }
    const FunctionCode& callee = launch_.code->functions[index];
    Frame frame;
    frame.function = &callee;
    frame.base = top().base + top().function->frame_bytes;
    frame.local_base = top().local_base + (top().function->local_bytes + 15) / 16 * 16;
    frame.call = &site;
    frame.call_block = at;
    if (frame.base + callee.frame_bytes > warp_.arena_bytes || frame.local_base + callee.local_bytes > warp_.local_stride)
      return raise_fault(warp_, b.line, static_cast<unsigned>(std::countr_zero(mask)), status::launch_failure, "stack-overflow",
                         "calls too deep: the thread's stack is used up (a recursion that does not end?)");
    Fragment start;
    start.mask = mask;
    frame.fragments.push_back(start);
    std::byte* slots = warp_.arena + frame.base;
    fill_fixed(callee, slots, warp_, FillScope::all);
    for (const auto& [offset, bytes] : callee.unset) std::memset(slots + offset, unset_byte, bytes);
    for (std::size_t k = 0; k < site.arguments.size() && k < callee.parameter_offsets.size(); ++k)
      for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
        std::byte* lane = warp_.local + std::size_t{static_cast<unsigned>(std::countr_zero(rest))} * warp_.local_stride;
        std::memcpy(lane + frame.local_base + callee.parameter_offsets[k], lane + top().local_base + site.arguments[k],
                    std::min(callee.parameter_bytes[k], site.argument_bytes[k]));
      }
    warp_.frames.push_back(std::move(frame));
  }

  void arrive(const Barrier& barrier, const Block& b, std::uint32_t mask) {
    const std::uint32_t id = barrier.id == no_slot ? 0 : slot<std::uint32_t>(frame_, barrier.id)[std::countr_zero(mask)];
    if (id >= block_.barriers.size())
      return raise_fault(warp_, b.line, static_cast<unsigned>(std::countr_zero(mask)), status::illegal_instruction, "barrier",
                         "barrier number " + std::to_string(id) + "; a block has 16");
    BarrierState& state = block_.barriers[id];
    const auto count = static_cast<std::uint32_t>(std::popcount(mask));
    state.arrived += count;
    if (barrier.threads != no_slot) state.expected = slot<std::uint32_t>(frame_, barrier.threads)[std::countr_zero(mask)];
    if (barrier.input != no_slot) {
      std::uint32_t p = word_at(frame_, barrier.input);
      if (barrier.input_negated) p = ~p;
      state.yes += static_cast<std::uint32_t>(std::popcount(p & mask));
      state.votes += count;
    }
    warp_.spins = 0;
    current_.block = b.target;
    if (barrier.kind != Barrier::Kind::arrive) {
      current_.wait = Fragment::Wait::barrier;
      current_.barrier = id;
      current_.definition = &barrier;
      current_.line = b.line;
    }
    fragments().push_back(current_);
    open_if_full(id);
  }

  void open_if_full(std::uint32_t id) {
    BarrierState& state = block_.barriers[id];
    if (state.arrived == 0 || state.arrived < (state.expected != 0 ? state.expected : block_.live_threads)) return;
    if (launch_.finder) {
      if (state.expected == 0) launch_.finder->judge_barrier(block_, id);
      launch_.finder->barrier_opens(block_);
    }
    for (Warp& w : block_.warps) {
      w.blocked = false;
      for (Frame& frame : w.frames)
        for (Fragment& f : frame.fragments) {
          if (f.wait != Fragment::Wait::barrier || f.barrier != id) continue;
          f.wait = Fragment::Wait::none;
          if (f.definition->result != no_slot) give_result(*f.definition, w.arena + frame.base, f.mask, state);
        }
    }
    state = BarrierState{};
  }

  static void give_result(const Barrier& barrier, std::byte* frame, std::uint32_t mask, const BarrierState& state) {
    if (barrier.kind == Barrier::Kind::popc) {
      auto* d = slot<std::uint32_t>(frame, barrier.result);
      for (unsigned i = 0; i < lanes; ++i)
        if (mask >> i & 1) d[i] = state.yes;
      return;
    }
    const bool holds = barrier.kind == Barrier::Kind::all ? state.yes == state.votes : state.yes != 0;
    auto& p = *reinterpret_cast<std::uint32_t*>(frame + barrier.result);
    p = (p & ~mask) | (holds ? mask : 0);
  }

  Launch& launch_;
  BlockState& block_;
  Warp& warp_;
  Fragment current_;
  std::byte* frame_ = nullptr;
  BlockCounts* counts_ = nullptr;
  bool watched_ = false;
};

}  // namespace

void run_warp(Launch& launch, BlockState& block, Warp& warp) { WarpRunner(launch, block, warp).run(); }

}  // namespace sim
