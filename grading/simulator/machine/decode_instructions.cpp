// Instructions that neither branch nor touch memory.
#include "grading/simulator/machine/decoder.h"
#include "grading/simulator/machine/select.h"

namespace sim {

static constexpr const char* not_simulated =
    "it has no such instruction. A real GPU does: the limit is the course's and no fault of yours, and here the line has to do without it";

void Decoder::emit(const Instruction& i) {
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

void Decoder::emit_fence(const Instruction& i, bool device_wide) {
  out_.fences = true;
  Op op;
  op.run = select::fence(device_wide);
  op.line = line_of(i);
  op.is_silent = true;
  place(op, i);
}

void Decoder::place(const Op& op, const Instruction& i) {
  if (!op.run) fail(i, not_simulated);
  out_.ops.push_back(op);
}

bool Decoder::emit_move(const Instruction& i, Op& op) {
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

void Decoder::emit_cvta(const Instruction& i, Op& op) {
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

Instruction Decoder::binary_instruction(std::string_view opcode, std::vector<std::string_view> parts) {
  Instruction i;
  i.opcode = opcode;
  i.parts = std::move(parts);
  return i;
}

void Decoder::emit_convert(const Instruction& i, Op& op) {
  op.run = select::convert(i);
  if (!op.run) fail(i, not_simulated);
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

Op::Role Decoder::role_of(const Instruction& i, std::size_t sources) {
  using R = Op::Role;
  const std::string_view name = i.parts[0];
  if (name == "shfl") return i.has("up") ? R::shuffle_up : i.has("down") ? R::shuffle_down : i.has("bfly") ? R::shuffle_bfly : R::shuffle_idx;
  if (name == "vote" || name == "match" || name == "redux") return R::across;
  if (name == "selp") return R::choice;
  if (i.type() == "pred" && name == "and") return R::conjunction;
  if (i.type() == "pred" && name == "or") return R::disjunction;
  return sources == 4 && name != "lop3" ? R::four_sources : R::plain;
}

void Decoder::emit_ordinary(const Instruction& i, Op& op) {
  const std::string_view name = i.parts[0];
  for (const auto selector : {&select::integer, &select::floating, &select::compare, &select::predicate,
                              &select::warp}) {
    op.run = selector(i);
    if (op.run) break;
  }
  if (!op.run) fail(i, not_simulated);
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

}  // namespace sim
