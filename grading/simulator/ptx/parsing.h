#pragma once
// The reader's class: parser.cpp has the module, its variables and functions, parser_body.cpp what stands in a function.
// Used by these two files only.
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "grading/simulator/ptx/lexer.h"
#include "grading/simulator/ptx/module.h"

namespace sim::ptx {

constexpr std::size_t most_registers = 1'000'000;  // of a function
constexpr int deepest = 200;                       // braces within braces; compilers write a handful

class Parser {
 public:
  explicit Parser(Module& module) : module_(module), lex_(module.text) {}

  void run();

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
  struct Scope {
    std::unordered_map<std::string_view, std::uint32_t> registers;
    std::unordered_map<std::string_view, std::uint32_t> ranges;  // "%r" -> first index; size in range_sizes
    std::unordered_map<std::string_view, std::uint32_t> range_sizes;
    std::unordered_map<std::string_view, std::string_view> renamed;  // variables of an inner scope
  };

  void expect(char c);
  bool accept(char c);
  std::string_view identifier();
  std::int64_t integer();
  std::int64_t integer_in(std::int64_t first, std::int64_t last, const char* what);
  void skip_to(char c);
  void top_level();
  static std::optional<Space> space_of(std::string_view word);
  // After the space: [.align N] .type [.ptr ...] name [dims] [= init]
  Variable variable(Space space);
  void initial_value(Variable& variable, unsigned element);
  void initial_items(Variable& variable, unsigned element, std::uint64_t& at);
  std::vector<Variable> parameter_list();
  void function(bool is_entry);
  static std::int64_t sum(std::int64_t a, std::int64_t b) {  // wraps: an address is a number modulo 2^64
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  }

  void body_item();
  void label(std::string_view name);
  // .loc file line column [, function_name label[+n], inlined_at file line column]
  void location();
  void registers();
  std::optional<std::uint32_t> find_register(std::string_view name) const;
  void instruction();
  void instruction_after(const Token& name, std::int32_t guard, bool negated);
  Operand named(std::string_view name);
  Operand operand();

  Module& module_;
  Lexer lex_;
  bool is_extern_ = false;
  Function* function_ = nullptr;
  std::vector<Scope> scopes_;
  SourceLocation location_;
  std::uint32_t home_file_ = 0;
  int depth_ = 0;
};

}  // namespace sim::ptx
