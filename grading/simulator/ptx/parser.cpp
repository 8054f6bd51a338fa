#include "grading/simulator/ptx/parser.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <unordered_map>

#include "grading/simulator/ptx/lexer.h"

namespace sim::ptx {

bool Instruction::has(std::string_view part) const {
  return std::find(parts.begin() + 1, parts.end(), part) != parts.end();
}

unsigned type_bytes(std::string_view type, std::uint32_t line) {
  if (type == "pred") return 0;
  if (type == "b128") return 16;
  if (type.ends_with("64")) return 8;
  if (type.ends_with("32") || type == "f16x2" || type == "bf16x2") return 4;
  if (type.ends_with("16")) return 2;
  if (type.ends_with("8")) return 1;
  throw PtxError(line, "unknown type ." + std::string(type));
}

namespace {

bool is_type(std::string_view word) {
  static constexpr std::array types = {".pred", ".b8",  ".b16", ".b32", ".b64", ".b128",  ".u8",  ".u16",
                                       ".u32",  ".u64", ".s8",  ".s16", ".s32", ".s64",   ".f16", ".f16x2",
                                       ".f32",  ".f64", ".bf16", ".bf16x2"};
  return std::find(types.begin(), types.end(), word) != types.end();
}

std::vector<std::string_view> split_opcode(std::string_view opcode) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= opcode.size();) {
    const std::size_t dot = std::min(opcode.find('.', at), opcode.size());
    parts.push_back(opcode.substr(at, dot - at));
    at = dot + 1;
  }
  return parts;
}

constexpr std::uint64_t most_elements = std::uint64_t{1} << 40;   // of an array
constexpr std::uint64_t most_initialised = std::uint64_t{1} << 28;  // bytes of a variable with initial values
constexpr std::size_t most_registers = 1'000'000;                   // of a function
constexpr int deepest = 200;                                        // braces within braces; compilers write a handful

class Parser {
 public:
  explicit Parser(Module& module) : module_(module), lex_(module.text) {}

  void run() {
    while (lex_.peek().kind != Token::Kind::end) top_level();
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw PtxError(lex_.peek().line, what); }
  // Text that opens brace after brace must end in an error, not in the stack's end.
  class Nesting {
   public:
    explicit Nesting(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > deepest) parser_.fail("nested more than " + std::to_string(deepest) + " deep");
    }
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };

  void expect(char c) {
    if (!lex_.peek().is(c)) fail(std::string("expected '") + c + "', found '" + std::string(lex_.peek().text) + "'");
    lex_.next();
  }
  bool accept(char c) {
    if (!lex_.peek().is(c)) return false;
    lex_.next();
    return true;
  }
  std::string_view identifier() {
    if (lex_.peek().kind != Token::Kind::identifier) fail("expected a name, found '" + std::string(lex_.peek().text) + "'");
    return lex_.next().text;
  }
  std::int64_t integer() {
    const bool minus = accept('-');
    if (lex_.peek().kind != Token::Kind::integer) fail("expected an integer");
    const std::uint64_t bits = lex_.next().bits;
    return static_cast<std::int64_t>(minus ? -bits : bits);
  }
  std::int64_t integer_in(std::int64_t first, std::int64_t last, const char* what) {
    const std::int64_t value = integer();
    if (value < first || value > last) fail(std::string(what) + " out of range");
    return value;
  }
  void skip_to(char c) {
    while (!accept(c)) {
      if (lex_.peek().kind == Token::Kind::end) fail(std::string("text ends before '") + c + "'");
      lex_.next();
    }
  }
  static std::int64_t sum(std::int64_t a, std::int64_t b) {  // wraps: an address is a number modulo 2^64
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  }

  void top_level() {
    const Token token = lex_.next();
    const std::string_view word = token.text;
    if (token.kind != Token::Kind::identifier) throw PtxError(token.line, "unexpected '" + std::string(word) + "'");
    if (word == ".version") {
      module_.version = lex_.next().text;
    } else if (word == ".target") {
      module_.target = identifier();
      while (accept(',')) identifier();
    } else if (word == ".address_size") {
      integer();
    } else if (word == ".file") {
      const auto index = static_cast<std::size_t>(integer_in(0, 100000, "file number"));
      if (module_.files.size() <= index) module_.files.resize(index + 1);
      module_.files[index] = lex_.next().text;
      while (accept(',')) lex_.next();
    } else if (word == ".section") {
      identifier();
      lex_.skip_block();
    } else if (word == ".visible" || word == ".extern" || word == ".weak" || word == ".common") {
      is_extern_ = word == ".extern";
    } else if (word == ".entry" || word == ".func") {
      function(word == ".entry");
      is_extern_ = false;
    } else if (auto space = space_of(word)) {
      module_.variables.push_back(variable(*space));
      expect(';');
      is_extern_ = false;
    } else if (word == ".pragma") {
      lex_.next();
      expect(';');
    } else if (word == ".alias") {
      skip_to(';');
    } else {
      throw PtxError(token.line, "unexpected '" + std::string(word) + "'");
    }
  }

  static std::optional<Space> space_of(std::string_view word) {
    if (word == ".global") return Space::global;
    if (word == ".const") return Space::constant;
    if (word == ".shared" || word == ".shared::cta") return Space::shared;
    if (word == ".local") return Space::local;
    if (word == ".param") return Space::param;
    if (word == ".reg") return Space::reg;
    return std::nullopt;
  }

  // After the space: [.align N] .type [.ptr ...] name [dims] [= init]
  Variable variable(Space space) {
    Variable result;
    result.space = space;
    result.is_extern = is_extern_;
    std::uint32_t vector = 1;
    for (;;) {
      const Token& token = lex_.peek();
      if (token.is(".align")) {
        lex_.next();
        result.align = static_cast<std::uint32_t>(integer_in(1, 1 << 20, "alignment"));
        if ((result.align & (result.align - 1)) != 0) fail("alignment is not a power of two");
      } else if (token.is(".attribute")) {
        lex_.next();
        expect('(');
        skip_to(')');
      } else if (token.is(".ptr")) {
        lex_.next();
        while (lex_.peek().is(".global") || lex_.peek().is(".const") || lex_.peek().is(".shared") ||
               lex_.peek().is(".local"))
          lex_.next();
        if (lex_.peek().is(".align")) {
          lex_.next();
          integer();  // of what is pointed at
        }
      } else if (token.is(".v2") || token.is(".v4")) {
        vector = token.text == ".v2" ? 2 : 4;
        lex_.next();
      } else if (token.kind == Token::Kind::identifier && is_type(token.text)) {
        result.type = lex_.next().text.substr(1);
      } else {
        break;
      }
    }
    if (result.type.empty()) fail("variable without a type");
    result.name = identifier();
    const std::uint64_t element = type_bytes(result.type, lex_.peek().line) * vector;
    result.align = std::max(result.align, static_cast<std::uint32_t>(std::max<std::uint64_t>(element, 1)));
    std::uint64_t count = 1;
    while (accept('[')) {
      if (accept(']')) {
        count = 0;
      } else {
        const auto n = static_cast<std::uint64_t>(integer_in(0, most_elements, "array size"));
        if (n != 0 && count > most_elements / n) fail("array size out of range");
        count *= n;
        expect(']');
      }
    }
    result.bytes = element * count;
    if (accept('=')) initial_value(result, static_cast<unsigned>(element / vector));
    return result;
  }

  void initial_value(Variable& variable, unsigned element) {
    if (variable.bytes > most_initialised) fail("initialised variable too large");
    variable.initial.assign(variable.bytes, 0);
    std::uint64_t at = 0;
    initial_items(variable, element, at);
  }
  void initial_items(Variable& variable, unsigned element, std::uint64_t& at) {
    const Nesting nesting(*this);
    if (accept('{')) {
      if (accept('}')) return;
      do initial_items(variable, element, at);
      while (accept(','));
      expect('}');
      return;
    }
    if (at + element > variable.bytes) fail("more initial values than the variable holds");
    const bool minus = accept('-');
    const Token token = lex_.next();
    if (token.kind == Token::Kind::identifier) {
      Variable::Relocation relocation{static_cast<std::uint32_t>(at), token.text, 0, false};
      if (token.text == "generic") {
        expect('(');
        relocation.symbol = identifier();
        relocation.is_generic = true;
        expect(')');
      }
      if (accept('+')) relocation.addend = integer();
      variable.relocations.push_back(relocation);
    } else if (token.kind != Token::Kind::integer && token.kind != Token::Kind::single && token.kind != Token::Kind::wide) {
      throw PtxError(token.line, "expected an initial value, found '" + std::string(token.text) + "'");
    } else {
      const std::uint64_t bits = minus ? -token.bits : token.bits;
      std::memcpy(variable.initial.data() + at, &bits, std::min<std::size_t>(element, sizeof bits));
    }
    at += element;
  }

  std::vector<Variable> parameter_list() {
    std::vector<Variable> result;
    expect('(');
    if (accept(')')) return result;
    do {
      const auto space = space_of(identifier());
      if (!space) fail("expected a parameter");
      result.push_back(variable(*space));
    } while (accept(','));
    expect(')');
    return result;
  }

  void function(bool is_entry) {
    Function f;
    f.is_entry = is_entry;
    f.is_declaration = true;
    if (lex_.peek().is('(')) f.returns = parameter_list();
    f.name = identifier();
    if (lex_.peek().is('(')) f.parameters = parameter_list();
    for (;;) {
      const Token& token = lex_.peek();
      if (token.is(".maxntid") || token.is(".reqntid")) {
        lex_.next();
        std::int64_t product = integer_in(1, 1024, "block size");
        while (accept(',')) product *= integer_in(1, 1024, "block size");
        f.max_threads = static_cast<std::uint32_t>(product);
      } else if (token.is(".minnctapersm")) {
        lex_.next();
        f.min_blocks = static_cast<std::uint32_t>(integer_in(0, 1 << 20, "blocks per multiprocessor"));
      } else if (token.is(".maxnreg") || token.is(".maxclusterrank")) {
        lex_.next();
        integer();
      } else if (token.is(".noreturn") || token.is(".explicitcluster")) {
        lex_.next();
      } else if (token.is(".pragma")) {
        lex_.next();
        lex_.next();
        expect(';');
      } else {
        break;
      }
    }
    if (!accept(';')) {
      f.is_declaration = false;
      function_ = &f;
      scopes_.assign(1, {});
      location_ = {};
      expect('{');
      while (!accept('}')) body_item();
      for (const Statement& s : f.body)
        if (s.label.empty() && s.instruction.where.line != 0) {
          f.where = s.instruction.where;
          break;
        }
      function_ = nullptr;
    }
    module_.functions.push_back(std::move(f));
  }

  struct Scope {
    std::unordered_map<std::string_view, std::uint32_t> registers;
    std::unordered_map<std::string_view, std::uint32_t> ranges;  // "%r" -> first index; size in range_sizes
    std::unordered_map<std::string_view, std::uint32_t> range_sizes;
    std::unordered_map<std::string_view, std::string_view> renamed;  // variables of an inner scope
  };

  void body_item() {
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

  void label(std::string_view name) {
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

  // .loc file line column [, function_name label[+n], inlined_at file line column]
  void location() {
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

  void registers() {
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

  std::optional<std::uint32_t> find_register(std::string_view name) const {
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

  void instruction() {
    expect('@');
    const bool negated = accept('!');
    const auto guard = find_register(identifier());
    if (!guard) fail("unknown predicate register");
    if (lex_.peek().kind != Token::Kind::identifier) fail("expected an instruction, found '" + std::string(lex_.peek().text) + "'");
    const Token name = lex_.next();
    instruction_after(name, static_cast<std::int32_t>(*guard), negated);
  }

  void instruction_after(const Token& name, std::int32_t guard, bool negated) {
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

  Operand named(std::string_view name) {
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

  Operand operand() {
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

  Module& module_;
  Lexer lex_;
  bool is_extern_ = false;
  Function* function_ = nullptr;
  std::vector<Scope> scopes_;
  SourceLocation location_;
  std::uint32_t home_file_ = 0;
  int depth_ = 0;
};

}  // namespace

std::unique_ptr<Module> parse(std::string text) {
  auto module = std::make_unique<Module>();
  module->text = std::move(text);
  Parser(*module).run();
  return module;
}

}  // namespace sim::ptx
