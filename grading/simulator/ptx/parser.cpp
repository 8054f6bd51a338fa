#include "grading/simulator/ptx/parser.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "grading/simulator/ptx/parsing.h"

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

constexpr std::uint64_t most_elements = std::uint64_t{1} << 40;   // of an array
constexpr std::uint64_t most_initialised = std::uint64_t{1} << 28;  // bytes of a variable with initial values

}  // namespace

void Parser::run() {
  while (lex_.peek().kind != Token::Kind::end) top_level();
}

void Parser::expect(char c) {
  if (!lex_.peek().is(c)) fail(std::string("expected '") + c + "', found '" + std::string(lex_.peek().text) + "'");
  lex_.next();
}

bool Parser::accept(char c) {
  if (!lex_.peek().is(c)) return false;
  lex_.next();
  return true;
}

std::string_view Parser::identifier() {
  if (lex_.peek().kind != Token::Kind::identifier) fail("expected a name, found '" + std::string(lex_.peek().text) + "'");
  return lex_.next().text;
}

std::int64_t Parser::integer() {
  const bool minus = accept('-');
  if (lex_.peek().kind != Token::Kind::integer) fail("expected an integer");
  const std::uint64_t bits = lex_.next().bits;
  return static_cast<std::int64_t>(minus ? -bits : bits);
}

std::int64_t Parser::integer_in(std::int64_t first, std::int64_t last, const char* what) {
  const std::int64_t value = integer();
  if (value < first || value > last) fail(std::string(what) + " out of range");
  return value;
}

void Parser::skip_to(char c) {
  while (!accept(c)) {
    if (lex_.peek().kind == Token::Kind::end) fail(std::string("text ends before '") + c + "'");
    lex_.next();
  }
}

void Parser::top_level() {
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

std::optional<Space> Parser::space_of(std::string_view word) {
  if (word == ".global") return Space::global;
  if (word == ".const") return Space::constant;
  if (word == ".shared" || word == ".shared::cta") return Space::shared;
  if (word == ".local") return Space::local;
  if (word == ".param") return Space::param;
  if (word == ".reg") return Space::reg;
  return std::nullopt;
}

Variable Parser::variable(Space space) {
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

void Parser::initial_value(Variable& variable, unsigned element) {
  if (variable.bytes > most_initialised) fail("initialised variable too large");
  variable.initial.assign(variable.bytes, 0);
  std::uint64_t at = 0;
  initial_items(variable, element, at);
}

void Parser::initial_items(Variable& variable, unsigned element, std::uint64_t& at) {
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

std::vector<Variable> Parser::parameter_list() {
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

void Parser::function(bool is_entry) {
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

std::unique_ptr<Module> parse(std::string text) {
  auto module = std::make_unique<Module>();
  module->text = std::move(text);
  Parser(*module).run();
  return module;
}

}  // namespace sim::ptx
