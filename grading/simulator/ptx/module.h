#pragma once
// A PTX module as text says it: names resolved, nothing interpreted. Grammar: PTX ISA 8.x, chapters 4 to 6 and 11.
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace sim::ptx {

// What cannot be read; `line` counts in the PTX text.
struct PtxError : std::runtime_error {
  PtxError(std::uint32_t line, const std::string& what)
      : std::runtime_error("PTX line " + std::to_string(line) + ": " + what), line(line) {}
  std::uint32_t line;
};

enum class Space : std::uint8_t { none, reg, param, global, constant, shared, local, generic };

// A source line as .loc names it. line 0: unknown.
struct SourceLocation {
  std::uint32_t file = 0;  // index into Module::files
  std::uint32_t line = 0;
  bool operator==(const SourceLocation&) const = default;
};

// PTX that is right and that the simulated GPU has no code for; `sentence` is what(), which begins with the line of the PTX,
// without that line.
struct CannotRun : PtxError {
  CannotRun(std::uint32_t line, const std::string& why, SourceLocation from) : PtxError(line, why), sentence(why), where(from) {}
  std::string sentence;
  SourceLocation where;
};

struct Register {
  std::string_view name;
  std::string_view type;  // "b32", "f64", "pred", ...
};

struct Operand {
  enum class Kind : std::uint8_t {
    none,
    reg,      // index: into Function::registers; negated for !%p
    special,  // name: "tid.x", "laneid", ...
    integer,  // integer
    single,   // bits of a float in integer
    wide,     // bits of a double in integer
    symbol,   // name, offset in integer: a variable, function, parameter or label
    address,  // [base + integer]; base: elements[0] of kind reg or symbol, or none for an absolute address
    vector,   // {a, b, ...} in elements
    group,    // (a, b, ...) in elements: parameters of a call
    sink      // _
  };
  Kind kind = Kind::none;
  bool negated = false;
  std::uint32_t index = 0;
  std::int64_t integer = 0;
  std::string_view name;
  std::vector<Operand> elements;
};

struct Instruction {
  std::string_view opcode;               // "ld.global.v4.f32"
  std::vector<std::string_view> parts;   // {"ld", "global", "v4", "f32"}
  std::vector<Operand> operands;
  std::int32_t guard = -1;               // register index of the predicate, -1: none
  bool guard_negated = false;
  SourceLocation where;
  std::uint32_t text_line = 0;
  bool has(std::string_view part) const;
  std::string_view type() const { return parts.back(); }
};

struct Variable {
  std::string_view name;
  Space space = Space::none;
  std::string_view type;     // element type
  std::uint32_t align = 1;
  std::uint64_t bytes = 0;   // 0 for an unsized extern array
  bool is_extern = false;
  std::vector<std::uint8_t> initial;  // empty: zeros
  struct Relocation {
    std::uint32_t offset = 0;
    std::string_view symbol;
    std::int64_t addend = 0;
    bool is_generic = false;
  };
  std::vector<Relocation> relocations;
};

// A label, or an instruction when label is empty.
struct Statement {
  std::string_view label;
  Instruction instruction;
};

struct BranchTable {
  std::string_view name;
  std::vector<std::string_view> targets;
};

struct Function {
  std::string_view name;
  bool is_entry = false, is_declaration = false;
  std::vector<Variable> returns, parameters;
  std::vector<Register> registers;
  std::vector<Variable> variables;  // .shared, .local and .param declared inside; names made unique by scope
  std::vector<Statement> body;
  std::vector<BranchTable> branch_tables;
  std::uint32_t max_threads = 0, min_blocks = 0;  // .maxntid (product), .minnctapersm; 0: not given
  SourceLocation where;
};

struct Module {
  std::string text;                 // string_views point into it
  std::deque<std::string> scoped;   // names made by the reader
  std::vector<std::string> files;   // by the number that .file gives; "" where none
  std::vector<Variable> variables;
  std::vector<Function> functions;
  std::string_view version, target;
};

}  // namespace sim::ptx
