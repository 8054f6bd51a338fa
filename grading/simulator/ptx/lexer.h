#pragma once
#include <cstdint>
#include <string_view>

namespace sim::ptx {

struct Token {
  enum class Kind : std::uint8_t { end, identifier, integer, single, wide, string, punctuation };
  Kind kind = Kind::end;
  std::string_view text;
  std::uint64_t bits = 0;  // value of a number
  std::uint32_t line = 0;
  bool is(char c) const { return kind == Kind::punctuation && text[0] == c; }
  bool is(std::string_view word) const { return kind == Kind::identifier && text == word; }
};

// Splits PTX text into tokens; identifiers keep their dots ("ld.global.f32", "%tid.x", ".reg").
class Lexer {
 public:
  explicit Lexer(std::string_view text);
  const Token& peek() const { return current_; }
  Token next();
  // Skips a brace block whose '{' is the current token.
  void skip_block();

 private:
  void advance();
  void skip_space();
  void number();
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  Token current_;
};

}  // namespace sim::ptx
