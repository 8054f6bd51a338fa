#include "grading/simulator/machine/provenance.h"

namespace sim::flow {
namespace {

using ptx::Instruction;
using ptx::Operand;
using Kind = Origin::Kind;

Origin either(const Origin& a, const Origin& b) {
  if (a.kind == Kind::unset) return b;
  if (b.kind == Kind::unset || a == b) return a;
  return {Kind::several, {}};
}

// Of a sum: an address moved by a number stays in its array.
Origin sum(const Origin& a, const Origin& b) {
  if (a.kind == Kind::several || b.kind == Kind::several) return {Kind::several, {}};
  if (a.is_address() && b.is_address()) return {Kind::several, {}};
  return a.is_address() ? a : b.is_address() ? b : Origin{Kind::number, {}};
}

class Tracer {
 public:
  Tracer(const Graph& graph, const ptx::Function& function, const std::function<Kind(std::string_view)>& kind_of)
      : graph_(graph), kind_of_(kind_of), is_entry_(function.is_entry), of_(function.registers.size()) {}

  std::vector<Origin> run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const RawBlock& block : graph_.blocks)
        for (const Inst& inst : block.insts)
          for (const std::uint32_t r : inst.defs) {
            const Origin now = either(of_[r], result(*inst.ptx));
            if (now != of_[r]) of_[r] = now, changed = true;
          }
    }
    return std::move(of_);
  }

 private:
  Origin value(const Operand& o) const {
    if (o.kind == Operand::Kind::reg) return of_[o.index];
    if (o.kind == Operand::Kind::symbol)
      if (const Kind kind = kind_of_(o.name); kind != Kind::number) return {kind, o.name};
    return {Kind::number, {}};
  }

  Origin result(const Instruction& i) const {
    const std::string_view name = i.parts[0];
    const auto& o = i.operands;
    if (name == "ld" && is_entry_ && i.has("param") && o.size() == 2 && o[1].kind == Operand::Kind::address && i.type().ends_with("64") &&
        o[0].kind == Operand::Kind::reg && o[1].elements[0].kind == Operand::Kind::symbol)
      return {Kind::parameter, o[1].elements[0].name, o[1].integer};
    if ((name == "mov" || name == "cvta" || name == "cvt") && o.size() == 2 && o[1].kind != Operand::Kind::vector) return value(o[1]);
    if ((name == "add" || name == "or") && o.size() == 3) return sum(value(o[1]), value(o[2]));
    if (name == "sub" && o.size() == 3) {
      const Origin b = value(o[2]);
      return !b.is_address() ? sum(value(o[1]), b) : Origin{Kind::number, {}};
    }
    if (name == "and" && o.size() == 3) return sum(value(o[1]), value(o[2]));
    if (name == "mad" && o.size() == 4) return sum({Kind::number, {}}, value(o[3]));
    if (name == "selp" && o.size() == 4) return either(value(o[1]), value(o[2]));
    return {Kind::number, {}};
  }

  const Graph& graph_;
  const std::function<Kind(std::string_view)>& kind_of_;
  bool is_entry_;
  std::vector<Origin> of_;
};

}  // namespace

std::vector<Origin> origins(const Graph& graph, const ptx::Function& function,
                            const std::function<Kind(std::string_view)>& kind_of) {
  return Tracer(graph, function, kind_of).run();
}

std::vector<Use> uses(const Graph& graph, const ptx::Function& function) {
  std::vector<Use> of(function.registers.size());
  for (const RawBlock& block : graph.blocks)
    for (const Inst& inst : block.insts) {
      const Instruction& i = *inst.ptx;
      const std::string_view name = i.parts[0];
      const auto is_data = [&](std::uint32_t r, std::size_t first, std::size_t end) {
        for (std::size_t k = first; k < end && k < i.operands.size(); ++k) {
          if (i.operands[k].kind == Operand::Kind::reg && i.operands[k].index == r) return true;
          for (const Operand& e : i.operands[k].elements)
            if (e.kind == Operand::Kind::reg && e.index == r) return true;
        }
        return false;
      };
      for (const std::uint32_t r : inst.uses) {
        of[r].read = true;
        of[r].only_chosen = of[r].only_chosen && name == "selp" && is_data(r, 1, 3);
        of[r].only_stored = of[r].only_stored && name == "st" && is_data(r, 1, 2) && !is_data(r, 0, 1);
      }
    }
  // A value is tested when all that is made of it is: bits taken out, widened, compared.
  for (bool changed = true; changed;) {
    changed = false;
    for (const RawBlock& block : graph.blocks)
      for (const Inst& inst : block.insts) {
        const std::string_view name = inst.ptx->parts[0];
        const bool passes_on = name == "and" || name == "or" || name == "xor" || name == "not" || name == "cvt" || name == "mov" || name == "shr";
        const bool tests = name == "setp" || (passes_on && inst.defs.size() == 1 && of[inst.defs[0]].only_tested);
        for (const std::uint32_t r : inst.uses)
          if (!tests && of[r].only_tested && static_cast<std::int32_t>(r) != inst.ptx->guard) of[r].only_tested = false, changed = true;
      }
  }
  return of;
}

}  // namespace sim::flow
