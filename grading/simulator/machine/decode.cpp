#include "grading/simulator/machine/decode.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "grading/simulator/machine/fixed.h"
#include "grading/simulator/machine/flow.h"
#include "grading/simulator/machine/pairs.h"
#include "grading/simulator/machine/provenance.h"
#include "grading/simulator/machine/select.h"
#include "grading/simulator/ptx/parser.h"

namespace sim {
namespace {

using ptx::Instruction;
using ptx::Operand;
using ptx::PtxError;

constexpr std::uint32_t align_up(std::uint32_t value, std::uint32_t align) { return (value + align - 1) & ~(align - 1); }

class Decoder {
 public:
  Decoder(ProgramCode& code, const ptx::Function& function, FunctionCode& out, SymbolTable& symbols, Kernel* kernel)
      : code_(code), function_(function), out_(out), symbols_(symbols), kernel_(kernel) {}

  void run() {
    out_.name = function_.name;
    out_.is_entry = function_.is_entry;
    place_parameters();
    place_variables();
    graph_ = flow::build(function_);
    slots_.assign(function_.registers.size(), no_slot);
    read_.assign(function_.registers.size(), false);
    for (const auto& block : graph_.blocks)
      for (const auto& inst : block.insts)
        for (std::uint32_t r : inst.uses) read_[r] = true;
    origins_ = flow::origins(graph_, function_, [this](std::string_view name) {
      using K = flow::Origin::Kind;
      return is_shared(name) ? K::array : symbols_.addresses.count(name) ? K::variable : K::number;
    });
    uses_ = flow::uses(graph_, function_);
    fix_constant_registers();
    allocate_slots();
    for (std::uint32_t b = 0; b < graph_.blocks.size(); ++b) emit_block(b);
    pair_accesses(out_);
    out_.frame_bytes = align_up(frame_, 64);
    sort_fixed(out_);
  }

 private:
  [[noreturn]] void fail(const Instruction& i, const std::string& why) const {
    std::string place;
    if (i.where.line != 0 && i.where.file < code_.module->files.size())
      place = " (" + code_.module->files[i.where.file] + ":" + std::to_string(i.where.line) + ")";
    throw PtxError(i.text_line, "the simulated GPU cannot run '" + std::string(i.opcode) + "' in " +
                                    std::string(function_.name) + place + ": " + why);
  }

  // ---- memory that belongs to the function -----------------------------------------------------------------------
  void place_parameters() {
    std::uint32_t at = 0;
    auto place = [&](const ptx::Variable& p) {
      at = align_up(at, p.align);
      const std::uint32_t offset = at;
      at += static_cast<std::uint32_t>(p.bytes);
      return offset;
    };
    if (function_.is_entry) {
      for (const auto& p : function_.parameters) {
        const std::uint32_t offset = place(p);
        parameters_[p.name] = offset;
        kernel_->parameters.push_back({offset, static_cast<std::uint32_t>(p.bytes), p.align});
      }
      kernel_->parameter_bytes = at;
      return;
    }
    for (const auto& p : function_.parameters) {
      local_[p.name] = place(p);
      out_.parameter_offsets.push_back(local_[p.name]);
      out_.parameter_bytes.push_back(static_cast<std::uint32_t>(p.bytes));
    }
    for (const auto& p : function_.returns) {
      local_[p.name] = place(p);
      out_.result_offsets.push_back(local_[p.name]);
      out_.result_bytes.push_back(static_cast<std::uint32_t>(p.bytes));
    }
    out_.local_bytes = at;
  }

  void place_variables() {
    std::uint32_t at = out_.local_bytes;
    for (const auto& v : function_.variables) {
      if (v.space == ptx::Space::local || v.space == ptx::Space::param) {
        at = align_up(at, v.align);
        local_[v.name] = at;
        local_bytes_of_[v.name] = static_cast<std::uint32_t>(v.bytes);
        at += static_cast<std::uint32_t>(v.bytes);
        if (v.space == ptx::Space::local && kernel_) kernel_->local_bytes += static_cast<std::uint32_t>(v.bytes);
      }
    }
    out_.local_bytes = align_up(at, 16);
  }

  // ---- slots ---------------------------------------------------------------------------------------------------------
  unsigned register_bytes(std::uint32_t r) const {
    const std::string_view type = function_.registers[r].type;
    return type == "pred" ? 0 : type.ends_with("64") ? 8 : 4;
  }

  SlotOffset new_slot(unsigned bytes) {
    if (bytes != 0) frame_ = align_up(frame_, 64);
    const SlotOffset at = frame_;
    frame_ += bytes == 0 ? 4 : bytes * 32;
    return at;
  }

  SlotOffset fixed(FixedSlot slot) {
    const auto key = std::tuple{slot.kind, slot.slot_bytes, slot.bits, slot.bytes, slot.is_signed, slot.special};
    auto [it, is_new] = fixed_.try_emplace(key, 0);
    if (is_new) {
      slot.slot = new_slot(slot.slot_bytes);
      it->second = slot.slot;
      out_.fixed.push_back(slot);
    }
    return it->second;
  }
  SlotOffset immediate(std::uint64_t bits, unsigned slot_bytes) {
    FixedSlot s;
    s.kind = FixedSlot::Kind::immediate;
    s.slot_bytes = static_cast<std::uint8_t>(slot_bytes);
    s.bits = slot_bytes == 4 ? bits & 0xFFFF'FFFF : bits;
    return fixed(s);
  }

  std::optional<FixedSlot::Special> special(std::string_view name) const {
    using S = FixedSlot::Special;
    static const std::map<std::string_view, S> names = {
        {"tid.x", S::tid_x},       {"tid.y", S::tid_y},       {"tid.z", S::tid_z},       {"ntid.x", S::ntid_x},
        {"ntid.y", S::ntid_y},     {"ntid.z", S::ntid_z},     {"ctaid.x", S::ctaid_x},   {"ctaid.y", S::ctaid_y},
        {"ctaid.z", S::ctaid_z},   {"nctaid.x", S::nctaid_x}, {"nctaid.y", S::nctaid_y}, {"nctaid.z", S::nctaid_z},
        {"laneid", S::laneid},     {"warpid", S::warpid},     {"nwarpid", S::nwarpid},   {"smid", S::smid},
        {"nsmid", S::nsmid},       {"gridid", S::gridid},     {"lanemask_eq", S::lanemask_eq},
        {"lanemask_lt", S::lanemask_lt}, {"lanemask_le", S::lanemask_le}, {"lanemask_gt", S::lanemask_gt},
        {"lanemask_ge", S::lanemask_ge}, {"dynamic_smem_size", S::dynamic_smem_size},
        {"total_smem_size", S::total_smem_size}};
    const auto it = names.find(name);
    if (it == names.end()) return std::nullopt;
    return it->second;
  }

  // The number a symbol stands for; nullopt for local memory of a .func frame, whose place is known at run time only.
  std::optional<std::uint64_t> symbol_value(const Operand& o, const Instruction& i) {
    const auto offset = static_cast<std::uint64_t>(o.integer);
    if (auto it = symbols_.addresses.find(o.name); it != symbols_.addresses.end()) return it->second + offset;
    if (auto it = symbols_.shared.find(o.name); it != symbols_.shared.end()) return it->second + offset;
    if (symbols_.dynamic_shared.count(o.name)) return std::nullopt;
    if (auto it = local_.find(o.name); it != local_.end()) {
      if (!function_.is_entry) return std::nullopt;
      return it->second + offset;
    }
    if (auto it = parameters_.find(o.name); it != parameters_.end()) return parameter_window + it->second + offset;
    if (auto it = symbols_.functions.find(o.name); it != symbols_.functions.end()) return function_window + it->second;
    fail(i, "'" + std::string(o.name) + "' is not defined in this module (a variable of another file?)");
  }

  std::optional<FixedSlot> fixed_value(const Operand& o, unsigned slot_bytes, const Instruction& i) {
    FixedSlot s;
    s.slot_bytes = static_cast<std::uint8_t>(slot_bytes);
    switch (o.kind) {
      case Operand::Kind::integer:
      case Operand::Kind::single:
      case Operand::Kind::wide: s.bits = static_cast<std::uint64_t>(o.integer); return s;
      case Operand::Kind::special:
        if (o.name == "WARP_SZ") {
          s.bits = 32;
          return s;
        }
        if (auto which = special(o.name)) {
          s.kind = FixedSlot::Kind::special;
          s.special = *which;
          return s;
        }
        return std::nullopt;
      case Operand::Kind::symbol:
        if (o.name == "WARP_SZ") {
          s.bits = 32;
          return s;
        }
        if (symbols_.dynamic_shared.count(o.name)) {
          if (kernel_) kernel_->uses_dynamic_shared = true;
          s.kind = FixedSlot::Kind::special;
          s.special = FixedSlot::Special::dynamic_shared_base;
          s.bits = static_cast<std::uint64_t>(o.integer);
          return s;
        }
        if (auto value = symbol_value(o, i)) {
          s.bits = *value;
          return s;
        }
        return std::nullopt;
      default: return std::nullopt;
    }
  }

  SlotOffset fix(FixedSlot s) {
    if (s.kind == FixedSlot::Kind::immediate && s.slot_bytes == 4) s.bits &= 0xFFFF'FFFF;
    return fixed(s);
  }

  // Registers written once with a value that is the same whenever it is read become fixed slots; their moves vanish.
  void fix_constant_registers() {
    std::vector<std::uint32_t> writes(function_.registers.size(), 0);
    for (const auto& block : graph_.blocks)
      for (const auto& inst : block.insts)
        for (std::uint32_t r : inst.defs) ++writes[r];
    for (auto& block : graph_.blocks)
      for (auto& inst : block.insts) {
        const Instruction& i = *inst.ptx;
        if (inst.defs.empty() || i.guard >= 0) continue;
        if (std::any_of(inst.defs.begin(), inst.defs.end(), [&](std::uint32_t r) { return writes[r] != 1; })) continue;
        const std::string_view name = i.parts[0];
        const std::uint32_t d = inst.defs[0];
        const unsigned bytes = register_bytes(d);
        if (name == "ld" && function_.is_entry && i.has("param")) {
          if (fix_parameter(inst)) inst.dropped = true;
        } else if (name == "mov" && i.operands.size() == 2 && i.operands[0].kind == Operand::Kind::reg && bytes != 0) {
          const Operand& source = i.operands[1];
          if (source.kind == Operand::Kind::reg) {
            if (is_fixed(source.index) && register_bytes(source.index) == bytes)
              slots_[d] = slots_[source.index], inst.dropped = true;
          } else if (auto value = fixed_value(source, bytes, i)) {
            slots_[d] = fix(*value);
            inst.dropped = true;
          }
        } else if (name == "cvta" && i.operands.size() == 2 && i.has("global")) {
          const Operand& source = i.operands[1];
          if (source.kind == Operand::Kind::reg && is_fixed(source.index) && register_bytes(source.index) == bytes)
            slots_[d] = slots_[source.index], inst.dropped = true;
          else if (source.kind == Operand::Kind::symbol) {
            if (auto value = symbol_value(source, i)) slots_[d] = immediate(*value, bytes), inst.dropped = true;
          }
        }
      }
  }
  bool is_fixed(std::uint32_t r) const { return slots_[r] != no_slot; }

  bool fix_parameter(flow::Inst& inst) {
    const Instruction& i = *inst.ptx;
    if (i.operands.size() != 2 || i.operands[1].kind != Operand::Kind::address) fail(i, "malformed");
    const Operand& base = i.operands[1].elements[0];
    if (base.kind != Operand::Kind::symbol) return false;
    if (local_.count(base.name)) return false;  // the result of a call
    const auto it = parameters_.find(base.name);
    if (it == parameters_.end()) fail(i, "unknown parameter " + std::string(base.name));
    const unsigned bytes = ptx::type_bytes(i.type(), i.text_line);
    for (std::size_t k = 0; k < inst.defs.size(); ++k) {
      FixedSlot s;
      s.kind = FixedSlot::Kind::parameter;
      s.slot_bytes = static_cast<std::uint8_t>(register_bytes(inst.defs[k]));
      s.bits = it->second + static_cast<std::uint64_t>(i.operands[1].integer) + k * bytes;
      s.bytes = static_cast<std::uint8_t>(bytes);
      s.is_signed = i.type()[0] == 's';
      if (s.bits + bytes > kernel_->parameter_bytes) fail(i, "reads past the parameters");
      if (s.slot_bytes == 0) fail(i, "parameter of type pred");
      slots_[inst.defs[k]] = fixed(s);
    }
    return true;
  }

  void allocate_slots() {
    const flow::Liveness live = flow::analyse(graph_, function_);
    out_.pressure = live.pressure;
    const std::vector<SlotOffset> fixed_before = slots_;
    std::vector<std::uint32_t> order;
    for (std::uint32_t r = 0; r < live.ranges.size(); ++r)
      if (slots_[r] == no_slot && live.ranges[r].begin <= live.ranges[r].end) order.push_back(r);
    std::sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) {
      return std::tuple{live.ranges[x].begin, x} < std::tuple{live.ranges[y].begin, y};
    });
    // Linear scan, one pool for each slot size.
    struct Pool {
      std::vector<SlotOffset> free;
      std::multimap<std::uint32_t, SlotOffset> busy;  // by end of range
    };
    std::map<unsigned, Pool> pools;
    for (std::uint32_t r : order) {
      Pool& pool = pools[register_bytes(r)];
      const flow::LiveRange range = live.ranges[r];
      while (!pool.busy.empty() && pool.busy.begin()->first < range.begin) {
        pool.free.push_back(pool.busy.begin()->second);
        pool.busy.erase(pool.busy.begin());
      }
      if (pool.free.empty()) pool.free.push_back(new_slot(register_bytes(r)));
      slots_[r] = pool.free.back();
      pool.free.pop_back();
      pool.busy.emplace(range.end, slots_[r]);
    }
    for (std::uint32_t r : live.live_at_entry) {
      if (slots_[r] == no_slot || fixed_before[r] != no_slot) continue;
      const unsigned bytes = register_bytes(r);
      out_.cleared.emplace_back(slots_[r], bytes == 0 ? 4 : bytes * 32);
    }
  }

  SlotOffset trash(unsigned bytes) {
    auto [it, is_new] = trash_.try_emplace(bytes, 0);
    if (is_new) it->second = new_slot(bytes);
    return it->second;
  }

  // The slot of an operand that is read; immediates get slots of `slot_bytes` per lane.
  SlotOffset source(const Operand& o, unsigned slot_bytes, const Instruction& i) {
    if (o.kind == Operand::Kind::reg) {
      if (slots_[o.index] == no_slot) slots_[o.index] = new_slot(register_bytes(o.index));
      return slots_[o.index];
    }
    if (slot_bytes == 0) fail(i, "a predicate that is not a register");
    if (auto value = fixed_value(o, slot_bytes, i)) return fix(*value);
    fail(i, "operand '" + std::string(o.name) + "' is not supported here");
  }
  SlotOffset destination(const Operand& o, unsigned slot_bytes, const Instruction& i) {
    if (o.kind == Operand::Kind::sink) return trash(slot_bytes);
    if (o.kind != Operand::Kind::reg) fail(i, "result is not a register");
    if (slots_[o.index] == no_slot) slots_[o.index] = trash(register_bytes(o.index));
    return slots_[o.index];
  }
  unsigned operand_bytes(const Operand& o, unsigned otherwise) const {
    return o.kind == Operand::Kind::reg ? register_bytes(o.index) : otherwise;
  }

  std::uint32_t line_of(const Instruction& i) {
    const auto key = std::pair{i.where.file, i.where.line};
    auto [it, is_new] = line_index_.try_emplace(key, static_cast<std::uint32_t>(code_.lines.size()));
    if (is_new) {
      const auto same = std::find(code_.lines.begin(), code_.lines.end(), i.where);
      it->second = static_cast<std::uint32_t>(same - code_.lines.begin());
      if (same == code_.lines.end()) code_.lines.push_back(i.where);
    }
    return it->second;
  }

  // ---- instructions ----------------------------------------------------------------------------------------------------
  void emit_block(std::uint32_t b) {
    const flow::RawBlock& raw = graph_.blocks[b];
    Block block;
    block.first = static_cast<std::uint32_t>(out_.ops.size());
    current_ = &block;
    const std::size_t ordinary = raw.insts.size() - (raw.ends_with_inst ? 1 : 0);
    for (std::size_t k = 0; k < ordinary; ++k) {
      if (raw.insts[k].dropped) continue;
      const Instruction& i = *raw.insts[k].ptx;
      if (k == 0 && raw.warp_sync) block.member_mask = source(i.operands.back(), 4, i);
      emit(i);
      for (std::uint32_t r : raw.insts[k].defs) ++version_[r];
    }
    if (ordinary > 0) block.line = line_of(*raw.insts[ordinary - 1].ptx);
    emit_end(raw, block);
    block.last = static_cast<std::uint32_t>(out_.ops.size());
    out_.blocks.push_back(block);
  }

  void emit_end(const flow::RawBlock& raw, Block& block) {
    using Raw = flow::RawBlock::End;
    const Instruction* last = raw.ends_with_inst ? raw.insts.back().ptx : nullptr;
    if (last) block.line = line_of(*last), block.counts_end = true;
    auto successor = [&](std::size_t k) { return raw.successors[k]; };
    switch (raw.end) {
      case Raw::fall:
      case Raw::jump:
        block.end = Block::End::jump;
        block.target = successor(0);
        break;
      case Raw::branch:
        block.end = Block::End::branch;
        block.target = successor(0);
        block.next = successor(1);
        block.predicate = slots_[static_cast<std::size_t>(last->guard)];
        block.negated = last->guard_negated;
        if (block.predicate == no_slot) fail(*last, "predicate is never written");
        break;
      case Raw::table:
        block.end = Block::End::table;
        block.predicate = source(last->operands[0], 4, *last);
        block.index = static_cast<std::uint32_t>(out_.tables.size());
        out_.tables.push_back(raw.successors);
        break;
      case Raw::exit: block.end = Block::End::exit; break;
      case Raw::ret: block.end = out_.is_entry ? Block::End::exit : Block::End::ret; break;
      case Raw::trap: block.end = Block::End::trap; break;
      case Raw::barrier: emit_barrier(*last, block, successor(0)); break;
      case Raw::call: emit_call(*last, block, raw.successors.empty() ? ~0u : successor(0)); break;
    }
  }

  void emit_barrier(const Instruction& i, Block& block, std::uint32_t next) {
    out_.has_barriers = true;
    Barrier barrier;
    std::size_t at = 0;
    if (i.has("red")) {
      barrier.kind = i.has("popc") ? Barrier::Kind::popc : i.has("and") ? Barrier::Kind::all : Barrier::Kind::any;
      barrier.result = destination(i.operands.at(0), barrier.kind == Barrier::Kind::popc ? 4 : 0, i);
      barrier.input = source(i.operands.back(), 0, i);
      barrier.input_negated = i.operands.back().negated;
      at = 1;
    } else if (i.has("arrive")) {
      barrier.kind = Barrier::Kind::arrive;
    }
    const std::size_t end = i.operands.size() - (i.has("red") ? 1 : 0);
    if (at < end) barrier.id = source(i.operands[at], 4, i);
    if (at + 1 < end) barrier.threads = source(i.operands[at + 1], 4, i);
    block.end = Block::End::barrier;
    block.target = next;
    block.index = static_cast<std::uint32_t>(out_.barriers.size());
    out_.barriers.push_back(barrier);
  }

  // call (results), function, (arguments) [, prototype]
  void emit_call(const Instruction& i, Block& block, std::uint32_t next) {
    std::size_t at = 0;
    const Operand* results = nullptr;
    const Operand* arguments = nullptr;
    if (at < i.operands.size() && i.operands[at].kind == Operand::Kind::group) results = &i.operands[at++];
    if (at >= i.operands.size()) fail(i, "call without a function");
    const Operand& callee = i.operands[at++];
    if (at < i.operands.size() && i.operands[at].kind == Operand::Kind::group) arguments = &i.operands[at++];
    auto offsets = [&](const Operand* group, std::vector<std::uint32_t>& out, std::vector<std::uint32_t>* bytes) {
      if (!group) return;
      for (const Operand& o : group->elements) {
        const auto it = o.kind == Operand::Kind::symbol ? local_.find(o.name) : local_.end();
        if (it == local_.end()) fail(i, "argument is not a parameter variable");
        out.push_back(it->second);
        if (bytes) bytes->push_back(local_bytes_of_.count(o.name) ? local_bytes_of_[o.name] : 0);
      }
    };
    const auto found = callee.kind == Operand::Kind::symbol ? symbols_.functions.find(callee.name) : symbols_.functions.end();
    const bool defined = found != symbols_.functions.end();
    if (callee.kind == Operand::Kind::symbol && !defined) {
      NativeCall native;
      native.run = select::native(callee.name);
      native.name = callee.name;
      native.line = line_of(i);
      if (!native.run)
        fail(i, "the function '" + std::string(callee.name) + "' is not defined in this file and not part of CUDA's library here");
      // Output in order, a heap in common, results through pointers.
      for (std::string_view part : {"printf", "malloc", "free", "sincos", "modf", "frexp"})
        out_.serial = out_.serial || callee.name.find(part) != std::string_view::npos;
      for (std::string_view part : {"sincos", "modf", "frexp", "remquo"})
        out_.writes.anywhere = out_.writes.anywhere || callee.name.find(part) != std::string_view::npos;
      offsets(arguments, native.arguments, nullptr);
      offsets(results, native.results, nullptr);
      Op op;
      op.run = select::call_native();
      op.site = static_cast<std::uint32_t>(out_.natives.size());
      op.line = native.line;
      out_.natives.push_back(std::move(native));
      out_.ops.push_back(op);
      if (next == ~0u) {
        block.end = Block::End::trap;  // a function that does not return did
      } else {
        block.end = Block::End::jump;
        block.target = next;
      }
      return;
    }
    CallSite site;
    if (defined) {
      site.function = static_cast<std::int32_t>(found->second);
    } else {
      site.pointer = source(callee, 8, i);
    }
    offsets(arguments, site.arguments, &site.argument_bytes);
    offsets(results, site.results, &site.result_bytes);
    out_.has_calls = true;
    block.end = Block::End::call;
    block.target = next;
    block.index = static_cast<std::uint32_t>(out_.calls.size());
    out_.calls.push_back(std::move(site));
  }

  void emit(const Instruction& i) {
    const std::string_view name = i.parts[0];
    if (name == "ld" || name == "ldu") return emit_access(i, MemorySite::Kind::load);
    if (name == "st") return emit_access(i, MemorySite::Kind::store);
    if (name == "atom") return emit_access(i, MemorySite::Kind::atomic);
    if (name == "red") return emit_access(i, MemorySite::Kind::reduction);
    if (name == "suld" || name == "sust" || name == "tex") return emit_image(i);
    if (name == "bar" || name == "barrier") return;  // bar.warp.sync: waiting is all it does
    if (name == "membar" || name == "fence" || name == "nanosleep") {
      current_->watches_memory = true;
      out_.watches = out_.serial = true;
      if (name != "nanosleep") emit_fence(i, !i.has("cta"));
      return;
    }
    if (name == "prefetch" || name == "prefetchu" || name == "brkpt" || name == "discard" || name == "applypriority") return;
    Op op;
    op.line = line_of(i);
    if (i.guard >= 0) {
      op.guard = slots_[static_cast<std::size_t>(i.guard)];
      op.guard_negated = i.guard_negated;
    }
    if (name == "cvt") return emit_convert(i, op);
    if (name == "mov" && emit_move(i, op)) return;
    if (name == "cvta") return emit_cvta(i, op);
    if (name == "isspacep") {
      op.run = select::isspacep(i.parts[1]);
      op.d = destination(i.operands.at(0), 0, i);
      op.a = source(i.operands.at(1), 8, i);
      return place(op, i);
    }
    emit_ordinary(i, op);
  }

  // It orders nothing here, where memory is always up to date: it tells the race finder what the program has ordered.
  void emit_fence(const Instruction& i, bool device_wide) {
    out_.fences = true;
    Op op;
    op.run = select::fence(device_wide);
    op.line = line_of(i);
    op.is_silent = true;
    place(op, i);
  }

  bool is_shared(std::string_view name) const { return symbols_.shared.count(name) != 0 || symbols_.dynamic_shared.count(name) != 0; }

  // The number of a shared array in FunctionCode::arrays.
  std::int32_t array_number(std::string_view name) {
    auto [it, is_new] = array_index_.try_emplace(name, static_cast<std::int32_t>(out_.arrays.size()));
    if (is_new) {
      SharedArray array;
      array.name = source_name(name);
      if (const auto place = symbols_.shared.find(name); place != symbols_.shared.end()) {
        array.begin = place->second;
        array.end = array.begin + symbols_.shared_bytes.at(name);
      }
      out_.arrays.push_back(std::move(array));
    }
    return it->second;
  }

  void place(const Op& op, const Instruction& i) {
    if (!op.run) fail(i, "this instruction is not supported");
    out_.ops.push_back(op);
  }

  bool emit_move(const Instruction& i, Op& op) {
    if (i.operands.size() != 2) fail(i, "malformed");
    const Operand& to = i.operands[0];
    const Operand& from = i.operands[1];
    const unsigned bytes = i.type() == "pred" ? 0 : ptx::type_bytes(i.type(), i.text_line) == 8 ? 8 : 4;
    if (to.kind == Operand::Kind::vector || from.kind == Operand::Kind::vector) {
      const bool unpack = to.kind == Operand::Kind::vector;
      const auto& parts = unpack ? to.elements : from.elements;
      if (parts.size() != 2) fail(i, "only pairs are supported");
      if (unpack) {
        op.run = bytes == 8 ? select::unpack2() : select::unpack2_halves();
        op.d = destination(parts[0], 4, i);
        op.b = destination(parts[1], 4, i);
        op.a = source(from, bytes, i);
        op.role = Op::Role::unpack;
      } else {
        op.run = bytes == 8 ? select::pack2() : select::pack2_halves();
        op.d = destination(to, bytes, i);
        op.a = source(parts[0], 4, i);
        op.b = source(parts[1], 4, i);
      }
      place(op, i);
      return true;
    }
    if (bytes == 0) return false;
    op.d = destination(to, bytes, i);
    if (from.kind == Operand::Kind::special && (from.name == "clock" || from.name == "clock64" || from.name == "clock_hi" ||
                                               from.name.starts_with("globaltimer"))) {
      op.run = select::clock(bytes == 8);
      out_.serial = true;
    } else if (from.kind == Operand::Kind::symbol && local_.count(from.name) && !function_.is_entry) {
      op.run = select::local_address(bytes == 8);
      op.site = local_[from.name] + static_cast<std::uint32_t>(from.integer);
    } else {
      op.a = source(from, bytes, i);
      op.run = select::move(bytes);
    }
    place(op, i);
    return true;
  }

  void emit_cvta(const Instruction& i, Op& op) {
    const bool to = i.has("to");
    const Operand& from = i.operands.at(1);
    op.d = destination(i.operands.at(0), 8, i);
    if (operand_bytes(i.operands[0], 8) != 8) fail(i, "32-bit generic addresses");
    if (from.kind == Operand::Kind::symbol && local_.count(from.name) && !function_.is_entry) fail(i, "local symbol");
    op.a = source(from, 8, i);
    if (operand_bytes(from, 8) == 4) {
      Op widen = op;
      widen.run = select::widen(false);
      widen.d = op.a = scratch_[3] = scratch_[3] == no_slot ? new_slot(8) : scratch_[3];
      widen.a = source(from, 4, i);
      place(widen, i);
    }
    if (i.has("shared") || i.has("shared::cta") || i.has("local")) {
      const std::uint64_t window = i.has("local") ? local_window : shared_window;
      op.b = immediate(to ? -window : window, 8);
      op.run = select::integer(binary_instruction("add.u64", {"add", "u64"}));
    } else if (i.has("const") && !to) {
      op.b = immediate(code_.memory->symbol_window(), 8);
      op.run = select::integer(binary_instruction("or.b64", {"or", "b64"}));
    } else {
      op.run = select::move(8);  // global addresses are generic; parameter addresses carry their window already
    }
    place(op, i);
  }
  static Instruction binary_instruction(std::string_view opcode, std::vector<std::string_view> parts) {
    Instruction i;
    i.opcode = opcode;
    i.parts = std::move(parts);
    return i;
  }

  // Registers of cvt may be wider than its types (PTX ISA, "Operand Size Exceeding Instruction-Type Size").
  void emit_convert(const Instruction& i, Op& op) {
    op.run = select::convert(i);
    if (!op.run) fail(i, "this conversion is not supported");
    const std::string_view from = i.type(), to = i.parts[i.parts.size() - 2];
    auto is_wide = [&](std::string_view type) { return ptx::type_bytes(type, i.text_line) == 8; };
    const Operand& target = i.operands.at(0);
    const unsigned from_bytes = is_wide(from) ? 8 : 4, to_bytes = is_wide(to) ? 8 : 4;
    SlotOffset* const sources[] = {&op.a, &op.b};
    if (i.operands.size() > 3) fail(i, "malformed");
    for (std::size_t k = 1; k < i.operands.size(); ++k) {
      const Operand& o = i.operands[k];
      SlotOffset& to_slot = *sources[k - 1];
      to_slot = source(o, from_bytes, i);
      if (from_bytes == 4 && operand_bytes(o, 4) == 8) {
        Op narrow = op;
        narrow.run = select::narrow();
        narrow.a = to_slot;
        narrow.d = to_slot = scratch_[k - 1] = scratch_[k - 1] == no_slot ? new_slot(4) : scratch_[k - 1];
        place(narrow, i);
      }
    }
    const bool widened = to_bytes == 4 && operand_bytes(target, 4) == 8;
    op.d = widened ? (scratch_[2] = scratch_[2] == no_slot ? new_slot(4) : scratch_[2]) : destination(target, to_bytes, i);
    place(op, i);
    if (widened) {
      Op widen = op;
      widen.run = select::widen(to[0] == 's');
      widen.a = op.d;
      widen.d = destination(target, 8, i);
      place(widen, i);
    }
  }

  static Op::Role role_of(const Instruction& i, std::size_t sources) {
    using R = Op::Role;
    const std::string_view name = i.parts[0];
    if (name == "shfl") return i.has("up") ? R::shuffle_up : i.has("down") ? R::shuffle_down : i.has("bfly") ? R::shuffle_bfly : R::shuffle_idx;
    if (name == "vote" || name == "match" || name == "redux") return R::across;
    if (name == "selp") return R::choice;
    if (i.type() == "pred" && name == "and") return R::conjunction;
    if (i.type() == "pred" && name == "or") return R::disjunction;
    return sources == 4 && name != "lop3" ? R::four_sources : R::plain;
  }

  // d, a, b, c in the order of the text; slot sizes by what each instruction's manual page says of its operands.
  void emit_ordinary(const Instruction& i, Op& op) {
    const std::string_view name = i.parts[0];
    for (const auto selector : {&select::integer, &select::floating, &select::compare, &select::predicate,
                                &select::warp}) {
      op.run = selector(i);
      if (op.run) break;
    }
    if (!op.run) fail(i, "this instruction is not supported");
    const bool is_pred = i.type() == "pred";
    const unsigned type = is_pred ? 0 : ptx::type_bytes(i.type(), i.text_line) == 8 ? 8 : 4;
    std::size_t results = 1;
    if (name == "setp") results = i.operands.size() > std::size_t{3} + (i.has("and") || i.has("or") || i.has("xor")) ? 2 : 1;
    if (name == "shfl") results = i.operands.size() > 5 ? 2 : 1;
    if (name == "match") results = i.operands.size() > 3 ? 2 : 1;
    op.d = destination(i.operands.at(0), 4, i);
    op.site = no_slot;
    if (name == "setp" || name == "set") {
      using C = Op::Combine;
      op.combine = i.has("and") ? C::conjunction : i.has("or") ? C::disjunction : i.has("xor") ? C::exclusive : C::none;
    }
    if (results == 2) op.site = destination(i.operands.at(1), 0, i), op.has_second_result = true;
    op.role = role_of(i, i.operands.size() - results);
    SlotOffset* const targets[] = {&op.a, &op.b, &op.c, &op.site};
    const std::size_t sources = i.operands.size() - results;
    if (sources > 4) fail(i, "too many operands");
    for (std::size_t k = 0; k < sources; ++k) {
      const Operand& o = i.operands[results + k];
      unsigned bytes = type;
      if ((name == "shl" || name == "shr" || name == "bfe") && k >= 1) bytes = 4;
      if (name == "bfi" && k >= 2) bytes = 4;
      if (name == "mad" && i.has("wide") && k == 2) bytes = 8;
      if (name == "slct" && k == 2) bytes = 4;
      if ((name == "vote" || name == "match") && k >= 1) bytes = 4;
      if (name == "shfl" && k == 3) continue;  // the member mask belongs to the block
      if (k == 3 && results == 2) fail(i, "too many operands");
      if (name == "lop3" && k == 3) {
        op.site = static_cast<std::uint32_t>(o.integer);
        continue;
      }
      if (is_pred && name == "mov" && o.kind == Operand::Kind::integer) continue;  // its handler knows the value
      *targets[k] = source(o, bytes, i);
      if (!o.negated) continue;
      if (name != "vote" && !(name == "setp" && k == 2)) fail(i, "negated predicate");
      op.negated = true;
    }
    place(op, i);
  }

  // ---- memory ------------------------------------------------------------------------------------------------------------
  void emit_access(const Instruction& i, MemorySite::Kind kind) {
    MemorySite site;
    site.kind = kind;
    site.space = access_space(i);
    site.width = static_cast<std::uint8_t>(ptx::type_bytes(i.type(), i.text_line));
    site.is_signed = i.type()[0] == 's';
    site.is_volatile = i.has("volatile") || i.has("relaxed") || i.has("acquire") || i.has("release") || i.has("mmio");
    const bool is_load = kind == MemorySite::Kind::load;
    const bool is_store = kind == MemorySite::Kind::store;
    const std::size_t address_at = is_load || kind == MemorySite::Kind::atomic ? 1 : 0;
    const Operand& address = i.operands.at(address_at);
    if (address.kind != Operand::Kind::address) fail(i, "malformed address");
    Op op;
    op.line = line_of(i);
    if (i.guard >= 0) {
      op.guard = slots_[static_cast<std::size_t>(i.guard)];
      op.guard_negated = i.guard_negated;
    }
    set_address(site, address, i);
    if (is_load || is_store) {
      const Operand& data = i.operands.at(is_load ? 0 : 1);
      const bool is_vector = data.kind == Operand::Kind::vector;
      const std::size_t elements = is_vector ? data.elements.size() : 1;
      if (elements != 1 && elements != 2 && elements != 4) fail(i, "vector of this length");
      if (site.width == 16) fail(i, "128-bit scalar");
      site.elements = static_cast<std::uint8_t>(elements);
      site.slot_bytes = site.width == 8 ? 8 : 4;
      for (std::size_t k = 0; k < elements; ++k) {
        const Operand& o = is_vector ? data.elements[k] : data;
        if (o.kind == Operand::Kind::reg) site.slot_bytes = static_cast<std::uint8_t>(register_bytes(o.index));
      }
      if (site.slot_bytes == 0) fail(i, "data is a predicate");
      for (std::size_t k = 0; k < elements; ++k) {
        const Operand& o = is_vector ? data.elements[k] : data;
        site.data[k] = is_load ? destination(o, site.slot_bytes, i) : source(o, site.slot_bytes, i);
      }
    } else {
      out_.watches = true;
      out_.serial = out_.serial || site.space != AccessSpace::shared;
      site.slot_bytes = site.width == 8 ? 8 : 4;
      if (kind == MemorySite::Kind::atomic) {
        op.d = destination(i.operands[0], site.slot_bytes, i);
        // ptxas makes a reduction of an atomic whose result nobody reads; exch and cas have no such form.
        const bool unread = i.operands[0].kind != Operand::Kind::reg || !read_[i.operands[0].index];
        if (unread && !i.has("exch") && !i.has("cas")) site.kind = MemorySite::Kind::reduction;
      }
      op.a = source(i.operands.at(address_at + 1), site.slot_bytes, i);
      if (i.operands.size() > address_at + 2) op.b = source(i.operands[address_at + 2], site.slot_bytes, i);
      site.gathers = i.has("add") && (i.type() == "s32" || i.type() == "u32" || i.type() == "s64" || i.type() == "u64");
    }
    site.pairable = (is_load || is_store) && op.guard == no_slot && site.width == 8 && site.elements == 1 &&
                    i.type() != "f64" && site.counted && !site.is_volatile && site.space != AccessSpace::parameter &&
                    site.space != AccessSpace::local;
    if (site.pairable) {
      const Operand& value = i.operands[is_load ? 0 : 1];
      site.line = op.line;
      site.pairable = value.kind == Operand::Kind::reg || (is_store && value.kind == Operand::Kind::integer && value.integer == 0);
      if (is_store && site.pairable && site.data[0] == immediate(0, 8)) site.value_key = MemorySite::cleared;
      // A load is emitted before its result's version counts up.
      else if (site.pairable) site.value_key = std::uint64_t{value.index} << 32 | (version_[value.index] + (is_load ? 1 : 0));
    }
    note_for_finders(site, i, address);
    if (i.has("release") || i.has("acq_rel")) emit_fence(i, !i.has("cta"));
    if (site.is_volatile || !(is_load || is_store)) current_->watches_memory = true;
    if (site.is_volatile) out_.watches = out_.serial = true;
    op.run = is_load || is_store ? select::memory(site) : select::atomic(i, site);
    op.is_access = is_load || is_store;
    op.is_atomic = !op.is_access;
    op.site = static_cast<std::uint32_t>(out_.memory.size());
    out_.memory.push_back(site);
    place(op, i);
  }

  // Which global memory the access may touch.
  void note_reach(const Operand& base, FunctionCode::Reach& reach) {
    using K = flow::Origin::Kind;
    flow::Origin origin{K::number, {}};
    if (base.kind == Operand::Kind::reg) origin = origins_[base.index];
    if (base.kind == Operand::Kind::symbol) origin = {is_shared(base.name) ? K::array : symbols_.addresses.count(base.name) ? K::variable : K::number, base.name};
    if (origin.kind == K::array) return;
    const auto parameter = parameters_.find(origin.name);
    if (origin.kind == K::variable)
      reach.variables.push_back(symbols_.addresses.at(origin.name));
    else if (origin.kind == K::parameter && parameter != parameters_.end())
      reach.parameters.push_back(parameter->second + static_cast<std::uint64_t>(origin.offset));
    else
      reach.anywhere = true;
  }

  void note_for_finders(MemorySite& site, const Instruction& i, const Operand& address) {
    if (site.space == AccessSpace::shared || site.space == AccessSpace::generic)
      out_.small_shared = out_.small_shared || site.width * site.elements < 4;
    const Operand& base = address.elements[0];
    const bool fixed_address = base.kind != Operand::Kind::reg || is_fixed(base.index);
    if (base.kind == Operand::Kind::symbol && is_shared(base.name)) site.array = array_number(base.name);
    if (base.kind == Operand::Kind::reg && origins_[base.index].kind == flow::Origin::Kind::array)
      site.array = array_number(origins_[base.index].name);
    site.exchanges = i.has("exch");
    if (site.space == AccessSpace::global || site.space == AccessSpace::generic)
      note_reach(base, site.kind == MemorySite::Kind::load ? out_.reads : out_.writes);
    site.is_plain = site.kind == MemorySite::Kind::store && !site.is_volatile;
    if (site.kind != MemorySite::Kind::load) return;
    const Operand& data = i.operands[0];
    site.speculative = fixed_address, site.copies = site.tested = true;
    const auto judge = [&](const Operand& o) {
      if (o.kind != Operand::Kind::reg) return;
      site.speculative = site.speculative && uses_[o.index].only_chosen;
      site.copies = site.copies && uses_[o.index].read && uses_[o.index].only_stored;
      site.tested = site.tested && uses_[o.index].read && uses_[o.index].only_tested;
    };
    judge(data);
    for (const Operand& e : data.elements) judge(e);
    site.is_plain = !site.is_volatile && !site.speculative;
  }

  // suld.b.2d.v4.b32.trap {data}, [object, {x, y}]; sust with address first; tex.a2d.v4.f32.f32 {data}, [object, {layer, x, y, y}]
  void emit_image(const Instruction& i) {
    ImageSite site;
    const bool is_store = i.parts[0] == "sust", is_texture = i.parts[0] == "tex";
    out_.serial = out_.serial || is_store;
    site.kind = is_texture ? ImageSite::Kind::texture : is_store ? ImageSite::Kind::store : ImageSite::Kind::load;
    if (!is_texture && !i.has("b")) fail(i, "formatted surface accesses");
    if (i.has("grad") || i.has("base")) fail(i, "gradients and mipmaps are not simulated");
    site.layered = i.has("a1d") || i.has("a2d") || i.has("acube");
    site.cube = i.has("cube") || i.has("acube");
    site.dimensions = i.has("1d") || i.has("a1d") ? 1 : i.has("3d") ? 3 : 2;
    site.boundary = i.has("zero") ? ImageSite::Boundary::zero : i.has("clamp") ? ImageSite::Boundary::clamp : ImageSite::Boundary::trap;
    const std::string_view type = i.parts[i.parts.size() - 2];
    site.width = static_cast<std::uint8_t>(ptx::type_bytes(type, i.text_line));
    if (is_texture) {
      using V = ImageSite::Value;
      site.value = type == "f32" ? V::floating : type == "s32" ? V::signed_integer : V::unsigned_integer;
      site.float_coordinates = i.type() == "f32";
      if (site.width != 4) fail(i, "texture results of this type");
    }
    const Operand& data = i.operands.at(is_store ? 1 : 0);
    const Operand& address = i.operands.at(is_store ? 0 : 1);
    if (address.kind != Operand::Kind::address || address.elements.size() != 2) fail(i, "malformed");
    site.object = source(address.elements[0], 8, i);
    std::vector<SlotOffset> at;
    if (address.elements[1].kind == Operand::Kind::vector)
      for (const Operand& o : address.elements[1].elements) at.push_back(source(o, 4, i));
    else
      at.push_back(source(address.elements[1], 4, i));
    const std::size_t coordinates = site.cube ? 3 : site.dimensions, first = site.layered ? 1 : 0;
    if (at.size() < first + coordinates) fail(i, "too few coordinates");
    if (site.layered) site.layer = at[0];
    for (std::size_t k = 0; k < coordinates; ++k) site.coordinate[k] = at[first + k];
    const bool is_vector = data.kind == Operand::Kind::vector;
    const std::size_t elements = is_vector ? data.elements.size() : 1;
    if (elements > 4) fail(i, "malformed");
    site.elements = static_cast<std::uint8_t>(elements);
    const unsigned slot_bytes = site.width == 8 ? 8 : 4;
    for (std::size_t k = 0; k < elements; ++k) {
      const Operand& o = is_vector ? data.elements[k] : data;
      site.data[k] = is_store ? source(o, slot_bytes, i) : destination(o, slot_bytes, i);
    }
    Op op;
    op.line = line_of(i);
    if (i.guard >= 0) {
      op.guard = slots_[static_cast<std::size_t>(i.guard)];
      op.guard_negated = i.guard_negated;
    }
    op.is_image = true;
    op.run = select::image(site);
    op.site = static_cast<std::uint32_t>(out_.images.size());
    out_.images.push_back(site);
    place(op, i);
  }

  AccessSpace access_space(const Instruction& i) const {
    if (i.has("global")) return AccessSpace::global;
    if (i.has("shared") || i.has("shared::cta")) return AccessSpace::shared;
    if (i.has("local")) return AccessSpace::local;
    if (i.has("const")) return AccessSpace::constant;
    if (i.has("param") || i.has("param::entry") || i.has("param::func")) return AccessSpace::parameter;
    return AccessSpace::generic;
  }

  void set_address(MemorySite& site, const Operand& address, const Instruction& i) {
    const Operand& base = address.elements[0];
    site.offset = address.integer;
    site.base_key = ~std::uint64_t{0};
    if (base.kind == Operand::Kind::reg) {
      site.wide_address = register_bytes(base.index) == 8;
      if (!site.wide_address && site.space == AccessSpace::constant) site.window = code_.memory->symbol_window();
      if (!site.wide_address && site.space == AccessSpace::generic) fail(i, "32-bit generic addresses");
      site.address = source(base, 8, i);
      site.base_key = std::uint64_t{base.index} << 32 | version_[base.index];
      if (site.space == AccessSpace::parameter) site.offset -= static_cast<std::int64_t>(parameter_window);
    } else if (base.kind == Operand::Kind::symbol) {
      const auto local = local_.find(base.name);
      if (site.space == AccessSpace::parameter && local != local_.end()) {
        // Arguments and results of a call: they would travel in registers, so nothing is charged.
        site.space = AccessSpace::local;
        site.counted = false;
        site.frame_relative = true;
        site.offset += local->second;
      } else if (site.space == AccessSpace::parameter) {
        const auto it = parameters_.find(base.name);
        if (it == parameters_.end()) fail(i, "unknown parameter " + std::string(base.name));
        site.offset += it->second;
      } else if (local != local_.end()) {
        site.frame_relative = true;
        site.offset += local->second;
      } else if (symbols_.dynamic_shared.count(base.name)) {
        Operand plain = base;
        plain.integer = 0;
        site.wide_address = false;
        site.address = source(plain, 4, i);
      } else {
        site.offset += static_cast<std::int64_t>(*symbol_value(base, i));
      }
    }
  }

  ProgramCode& code_;
  const ptx::Function& function_;
  FunctionCode& out_;
  SymbolTable& symbols_;
  Kernel* kernel_;
  flow::Graph graph_;
  std::vector<SlotOffset> slots_;  // by register
  std::vector<bool> read_;         // by register: some instruction reads it
  std::vector<flow::Origin> origins_;  // by register
  std::vector<flow::Use> uses_;        // by register
  std::unordered_map<std::string_view, std::int32_t> array_index_;
  std::uint32_t frame_ = 0;
  Block* current_ = nullptr;
  std::unordered_map<std::uint32_t, std::uint32_t> version_;  // writes to a register so far
  std::map<std::tuple<FixedSlot::Kind, std::uint8_t, std::uint64_t, std::uint8_t, bool, FixedSlot::Special>, SlotOffset> fixed_;
  std::map<unsigned, SlotOffset> trash_;
  SlotOffset scratch_[4] = {no_slot, no_slot, no_slot, no_slot};
  std::unordered_map<std::string_view, std::uint32_t> parameters_, local_, local_bytes_of_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> line_index_;
};

}  // namespace

void decode_function(ProgramCode& code, const ptx::Function& function, FunctionCode& out, SymbolTable& symbols,
                     Kernel* kernel) {
  Decoder(code, function, out, symbols, kernel).run();
}

}  // namespace sim
