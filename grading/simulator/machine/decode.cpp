#include "grading/simulator/machine/decode.h"

#include "grading/simulator/machine/decoder.h"
#include "grading/simulator/machine/fixed.h"
#include "grading/simulator/machine/pairs.h"
#include "grading/simulator/machine/select.h"

namespace sim {

void Decoder::run() {
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

void Decoder::fail(const Instruction& i, const std::string& why) const {
  throw ptx::CannotRun(i.text_line, "the simulated GPU cannot run '" + std::string(i.opcode) + "': " + why, i.where);
}

void Decoder::place_parameters() {
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

void Decoder::place_variables() {
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

std::uint32_t Decoder::line_of(const Instruction& i) {
  const auto key = std::pair{i.where.file, i.where.line};
  auto [it, is_new] = line_index_.try_emplace(key, static_cast<std::uint32_t>(code_.lines.size()));
  if (is_new) {
    const auto same = std::find(code_.lines.begin(), code_.lines.end(), i.where);
    it->second = static_cast<std::uint32_t>(same - code_.lines.begin());
    if (same == code_.lines.end()) code_.lines.push_back(i.where);
  }
  return it->second;
}

void Decoder::emit_block(std::uint32_t b) {
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

void Decoder::emit_end(const flow::RawBlock& raw, Block& block) {
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

void Decoder::emit_barrier(const Instruction& i, Block& block, std::uint32_t next) {
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

void Decoder::emit_call(const Instruction& i, Block& block, std::uint32_t next) {
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

void decode_function(ProgramCode& code, const ptx::Function& function, FunctionCode& out, SymbolTable& symbols,
                     Kernel* kernel) {
  Decoder(code, function, out, symbols, kernel).run();
}

}  // namespace sim
