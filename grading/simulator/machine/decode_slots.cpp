// Where the registers of a function lie, and which of them hold the same whenever they are read.
#include <algorithm>

#include "grading/simulator/machine/decoder.h"

namespace sim {

SlotOffset Decoder::new_slot(unsigned bytes) {
  if (bytes != 0) frame_ = align_up(frame_, 64);
  const SlotOffset at = frame_;
  frame_ += bytes == 0 ? 4 : bytes * 32;
  return at;
}

SlotOffset Decoder::fixed(FixedSlot slot) {
  const auto key = std::tuple{slot.kind, slot.slot_bytes, slot.bits, slot.bytes, slot.is_signed, slot.special};
  auto [it, is_new] = fixed_.try_emplace(key, 0);
  if (is_new) {
    slot.slot = new_slot(slot.slot_bytes);
    it->second = slot.slot;
    out_.fixed.push_back(slot);
  }
  return it->second;
}

SlotOffset Decoder::immediate(std::uint64_t bits, unsigned slot_bytes) {
  FixedSlot s;
  s.kind = FixedSlot::Kind::immediate;
  s.slot_bytes = static_cast<std::uint8_t>(slot_bytes);
  s.bits = slot_bytes == 4 ? bits & 0xFFFF'FFFF : bits;
  return fixed(s);
}

std::optional<FixedSlot::Special> Decoder::special(std::string_view name) const {
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

std::optional<std::uint64_t> Decoder::symbol_value(const Operand& o, const Instruction& i) {
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

std::optional<FixedSlot> Decoder::fixed_value(const Operand& o, unsigned slot_bytes, const Instruction& i) {
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

SlotOffset Decoder::fix(FixedSlot s) {
  if (s.kind == FixedSlot::Kind::immediate && s.slot_bytes == 4) s.bits &= 0xFFFF'FFFF;
  return fixed(s);
}

void Decoder::fix_constant_registers() {
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

bool Decoder::fix_parameter(flow::Inst& inst) {
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

void Decoder::allocate_slots() {
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
    out_.unset.emplace_back(slots_[r], bytes == 0 ? 4 : bytes * 32);
  }
}

SlotOffset Decoder::trash(unsigned bytes) {
  auto [it, is_new] = trash_.try_emplace(bytes, 0);
  if (is_new) it->second = new_slot(bytes);
  return it->second;
}

SlotOffset Decoder::source(const Operand& o, unsigned slot_bytes, const Instruction& i) {
  if (o.kind == Operand::Kind::reg) {
    if (slots_[o.index] == no_slot) slots_[o.index] = new_slot(register_bytes(o.index));
    return slots_[o.index];
  }
  if (slot_bytes == 0) fail(i, "a predicate that is not a register");
  if (auto value = fixed_value(o, slot_bytes, i)) return fix(*value);
  fail(i, "operand '" + std::string(o.name) + "' is not supported here");
}

SlotOffset Decoder::destination(const Operand& o, unsigned slot_bytes, const Instruction& i) {
  if (o.kind == Operand::Kind::sink) return trash(slot_bytes);
  if (o.kind != Operand::Kind::reg) fail(i, "result is not a register");
  if (slots_[o.index] == no_slot) slots_[o.index] = trash(register_bytes(o.index));
  return slots_[o.index];
}

}  // namespace sim
