// What stands in a function: labels, registers, source locations, instructions and their operands.
#include <algorithm>

#include "grading/simulator/ptx/parser.h"
#include "grading/simulator/ptx/parsing.h"

namespace sim::ptx {
namespace {

std::vector<std::string_view> split_opcode(std::string_view opcode) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= opcode.size();) {
    const std::size_t dot = std::min(opcode.find('.', at), opcode.size());
    parts.push_back(opcode.substr(at, dot - at));
    at = dot + 1;
  }
  return parts;
}

}  // namespace

void Parser::body_item() {
  if (lex_.peek().kind == Token::Kind::end) fail("function without end");
  const Nesting nesting(*this);
  if (accept('{')) {
    scopes_.emplace_back();
    while (!accept('}')) body_item();
    scopes_.pop_back();
    return;
  }
  if (accept(';')) return;
  if (lex_.peek().is('@')) return instruction();
  const std::string_view word = lex_.peek().text;
  if (word == ".loc") return location();
  if (word == ".reg") return registers();
  if (word == ".pragma") return skip_to(';');
  if (const auto space = space_of(word); space && lex_.peek().kind == Token::Kind::identifier) {
    lex_.next();
    const bool outer_extern = is_extern_;
    is_extern_ = false;
    do {
      Variable v = variable(*space);
      if (scopes_.size() > 1) {
        module_.scoped.push_back(std::string(v.name) + "#" + std::to_string(module_.scoped.size()));
        scopes_.back().renamed[v.name] = module_.scoped.back();
        v.name = module_.scoped.back();
      }
      function_->variables.push_back(std::move(v));
    } while (accept(','));
    is_extern_ = outer_extern;
    expect(';');
    return;
  }
  if (lex_.peek().kind != Token::Kind::identifier) fail("unexpected '" + std::string(word) + "'");
  const Token name = lex_.next();
  if (accept(':')) return label(name.text);
  instruction_after(name, -1, false);
}

void Parser::label(std::string_view name) {
  if (lex_.peek().is(".branchtargets")) {
    lex_.next();
    BranchTable table{name, {}};
    do table.targets.push_back(identifier());
    while (accept(','));
    expect(';');
    function_->branch_tables.push_back(std::move(table));
  } else if (lex_.peek().is(".callprototype")) {
    skip_to(';');
  } else {
    Statement s;
    s.label = name;
    function_->body.push_back(std::move(s));
  }
}

void Parser::location() {
  lex_.next();
  SourceLocation at{static_cast<std::uint32_t>(integer()), static_cast<std::uint32_t>(integer())};
  integer();
  while (accept(',')) {
    const std::string_view what = identifier();
    if (what == "function_name") {
      identifier();
      if (accept('+')) integer();
    } else if (what == "inlined_at") {
      const SourceLocation call{static_cast<std::uint32_t>(integer()), static_cast<std::uint32_t>(integer())};
      integer();
      // Code of a header is charged to the line of the kernel's own file that called it.
      if (call.line != 0 && location_.line != 0 && at.file != call.file && call.file == home_file_) at = call;
    }
  }
  if (at.line == 0) return;
  if (location_.line == 0) home_file_ = at.file;
  location_ = at;
}

void Parser::registers() {
  lex_.next();
  const std::string_view type = identifier().substr(1);
  type_bytes(type, lex_.peek().line);
  do {
    std::string_view name = identifier();
    auto& scope = scopes_.back();
    const auto first = static_cast<std::uint32_t>(function_->registers.size());
    if (accept('<')) {
      const std::int64_t n = integer();
      if (n < 0 || static_cast<std::uint64_t>(n) > most_registers - std::min(most_registers, function_->registers.size()))
        fail("register count out of range");
      expect('>');
      scope.ranges[name] = first;
      scope.range_sizes[name] = static_cast<std::uint32_t>(n);
      function_->registers.resize(function_->registers.size() + static_cast<std::size_t>(n), {name, type});
    } else {
      scope.registers[name] = first;
      function_->registers.push_back({name, type});
    }
  } while (accept(','));
  expect(';');
}

std::optional<std::uint32_t> Parser::find_register(std::string_view name) const {
  std::size_t digits = name.size();
  while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') --digits;
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (auto it = scope->registers.find(name); it != scope->registers.end()) return it->second;
    if (digits < name.size() && name.size() - digits < 9) {
      if (auto it = scope->ranges.find(name.substr(0, digits)); it != scope->ranges.end()) {
        std::uint32_t number = 0;
        for (char c : name.substr(digits)) number = number * 10 + static_cast<std::uint32_t>(c - '0');
        if (number < scope->range_sizes.at(it->first)) return it->second + number;
      }
    }
  }
  return std::nullopt;
}

void Parser::instruction() {
  expect('@');
  const bool negated = accept('!');
  const auto guard = find_register(identifier());
  if (!guard) fail("unknown predicate register");
  if (lex_.peek().kind != Token::Kind::identifier) fail("expected an instruction, found '" + std::string(lex_.peek().text) + "'");
  const Token name = lex_.next();
  instruction_after(name, static_cast<std::int32_t>(*guard), negated);
}

void Parser::instruction_after(const Token& name, std::int32_t guard, bool negated) {
  Statement s;
  Instruction& i = s.instruction;
  i.opcode = name.text;
  i.parts = split_opcode(name.text);
  i.guard = guard;
  i.guard_negated = negated;
  i.where = location_;
  i.text_line = name.line;
  if (!lex_.peek().is(';')) {
    do {
      i.operands.push_back(operand());
      if (accept('|')) i.operands.push_back(operand());  // second destination of setp, shfl, match
    } while (accept(','));
  }
  expect(';');
  function_->body.push_back(std::move(s));
}

Operand Parser::named(std::string_view name) {
  Operand o;
  if (auto index = find_register(name)) {
    o.kind = Operand::Kind::reg;
    o.index = *index;
  } else if (name == "_") {
    o.kind = Operand::Kind::sink;
  } else if (name[0] == '%') {
    o.kind = Operand::Kind::special;
    o.name = name.substr(1);
  } else {
    o.kind = Operand::Kind::symbol;
    o.name = name;
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
      if (auto it = scope->renamed.find(name); it != scope->renamed.end()) {
        o.name = it->second;
        break;
      }
  }
  return o;
}

Operand Parser::operand() {
  const Nesting nesting(*this);
  Operand o;
  if (accept('{') || lex_.peek().is('(')) {
    const bool group = lex_.peek().is('(');
    if (group) lex_.next();
    o.kind = group ? Operand::Kind::group : Operand::Kind::vector;
    const char close = group ? ')' : '}';
    if (accept(close)) return o;
    do o.elements.push_back(operand());
    while (accept(','));
    expect(close);
    return o;
  }
  if (accept('[')) {
    o.kind = Operand::Kind::address;
    o.elements.push_back(operand());
    Operand& base = o.elements[0];
    if (base.kind == Operand::Kind::integer) {
      o.integer = base.integer;
      base = Operand{};
    } else if (base.kind == Operand::Kind::symbol) {
      o.integer = base.integer;
      base.integer = 0;
    }
    if (accept('+')) o.integer = sum(o.integer, integer());
    while (accept(',')) o.elements.push_back(operand());  // surface and texture coordinates
    expect(']');
    return o;
  }
  if (accept('!')) {
    o = operand();
    o.negated = true;
    return o;
  }
  const bool minus = accept('-');
  const Token& token = lex_.peek();
  switch (token.kind) {
    case Token::Kind::integer:
      o.kind = Operand::Kind::integer;
      o.integer = static_cast<std::int64_t>(minus ? -token.bits : token.bits);
      lex_.next();
      return o;
    case Token::Kind::single:
    case Token::Kind::wide:
      o.kind = token.kind == Token::Kind::single ? Operand::Kind::single : Operand::Kind::wide;
      o.integer = static_cast<std::int64_t>(token.bits);
      lex_.next();
      return o;
    case Token::Kind::identifier: {
      o = named(lex_.next().text);
      if (o.kind == Operand::Kind::symbol && accept('+')) o.integer = integer();
      return o;
    }
    default:
      fail("unexpected operand '" + std::string(token.text) + "'");
  }
}

}  // namespace sim::ptx
