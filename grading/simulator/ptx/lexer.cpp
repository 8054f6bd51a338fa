#include "grading/simulator/ptx/lexer.h"

#include <charconv>
#include <string>

#include "grading/simulator/ptx/module.h"

namespace sim::ptx {
namespace {

bool starts_identifier(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%' || c == '.';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

Lexer::Lexer(std::string_view text) : text_(text) { advance(); }

Token Lexer::next() {
  Token token = current_;
  advance();
  return token;
}

void Lexer::skip_space() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == '\n') {
      ++line_, ++at_;
    } else if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
    } else if (text_.substr(at_, 2) == "//") {
      at_ = text_.find('\n', at_);
      if (at_ == std::string_view::npos) at_ = text_.size();
    } else if (text_.substr(at_, 2) == "/*") {
      const std::size_t end = text_.find("*/", at_ + 2);
      if (end == std::string_view::npos) throw PtxError(line_, "comment without end");
      for (; at_ < end; ++at_) line_ += text_[at_] == '\n';
      at_ = end + 2;
    } else {
      return;
    }
  }
}

void Lexer::number() {
  const std::size_t start = at_;
  const auto rest = text_.substr(at_);
  auto hex = [&](std::size_t skip, std::size_t digits, Token::Kind kind) {
    const char* first = rest.data() + skip;
    const char* last = rest.data() + (digits ? std::min(rest.size(), skip + digits) : rest.size());
    const auto [end, error] = std::from_chars(first, last, current_.bits, 16);
    if (error == std::errc::result_out_of_range) throw PtxError(line_, "number out of range: more than 64 bits");
    if (error != std::errc() || (digits && end != first + digits)) throw PtxError(line_, "malformed number");
    at_ += static_cast<std::size_t>(end - rest.data());
    current_.kind = kind;
  };
  const char second = rest.size() > 1 ? rest[1] : ' ';
  if (rest[0] == '0' && (second == 'f' || second == 'F')) {
    hex(2, 8, Token::Kind::single);
  } else if (rest[0] == '0' && (second == 'd' || second == 'D')) {
    hex(2, 16, Token::Kind::wide);
  } else if (rest[0] == '0' && (second == 'x' || second == 'X')) {
    hex(2, 0, Token::Kind::integer);
  } else {
    const bool octal = rest[0] == '0' && is_digit(second);
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), current_.bits, octal ? 8 : 10);
    if (error != std::errc()) throw PtxError(line_, "number out of range: more than 64 bits");
    at_ += static_cast<std::size_t>(end - rest.data());
    current_.kind = Token::Kind::integer;
    if (at_ < text_.size() && text_[at_] == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1])) {
      do ++at_;  // "7.5" of .version
      while (at_ < text_.size() && is_digit(text_[at_]));
    }
  }
  if (at_ < text_.size() && text_[at_] == 'U') ++at_;
  current_.text = text_.substr(start, at_ - start);
}

void Lexer::advance() {
  skip_space();
  current_ = Token{};
  current_.line = line_;
  if (at_ >= text_.size()) return;
  if (text_[at_] == '\0') {
    // The embedded text may keep its end mark; a zero before other text is damage.
    if (text_.find_first_not_of('\0', at_) != std::string_view::npos) throw PtxError(line_, "zero byte in the text");
    at_ = text_.size();
    return;
  }
  const std::size_t start = at_;
  const char c = text_[at_];
  if (is_digit(c)) return number();
  if (starts_identifier(c)) {
    ++at_;
    while (at_ < text_.size()) {
      const char d = text_[at_];
      if (starts_identifier(d) || is_digit(d)) {
        ++at_;
      } else if (text_.substr(at_, 2) == "::") {
        at_ += 2;
      } else {
        break;
      }
    }
    current_.kind = Token::Kind::identifier;
  } else if (c == '"') {
    const std::size_t end = text_.find('"', at_ + 1);
    if (end == std::string_view::npos) throw PtxError(line_, "string without end");
    current_.kind = Token::Kind::string;
    current_.text = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return;
  } else {
    ++at_;
    current_.kind = Token::Kind::punctuation;
  }
  current_.text = text_.substr(start, at_ - start);
}

void Lexer::skip_block() {
  int depth = 0;
  do {
    if (current_.kind == Token::Kind::end) throw PtxError(line_, "block without end");
    if (current_.is('{')) ++depth;
    if (current_.is('}')) --depth;
    // Debug sections hold label arithmetic and long number lists; their tokens need no meaning, but must not throw.
    advance();
  } while (depth > 0);
}

}  // namespace sim::ptx
