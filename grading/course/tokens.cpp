#include "tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace course {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || (c & 0x80); }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

// Longest first: the first that fits is the token.
constexpr std::array<std::string_view, 24> operators{"<<<", "...", "->*", "<=>", "<<=", "::", ".*", "->",
                                                     "++",  "--",  "<<",  "<=",  ">=",  "==", "!=", "&&",
                                                     "||",  "+=",  "-=",  "*=",  "/=",  "%=", "##", "^="};

class Tokeniser {
 public:
  explicit Tokeniser(std::string_view source) : text_(source) {}

  std::vector<std::string> run() {
    while (true) {
      skip_splices();
      if (at_ >= text_.size()) break;
      step();
    }
    if (in_directive_) tokens_.emplace_back("\n");
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void skip_splices() {
    while (peek() == '\\') {
      std::size_t after = at_ + 1;
      if (after < text_.size() && text_[after] == '\r') ++after;
      if (after >= text_.size() || text_[after] != '\n') return;
      at_ = after + 1;
    }
  }

  void step() {
    const char c = peek();
    if (c == '\n') {
      if (in_directive_) tokens_.emplace_back("\n");
      in_directive_ = false;
      line_is_empty_ = true;
      ++at_;
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      ++at_;
    } else if (c == '/' && peek(1) == '/') {
      line_comment();
    } else if (c == '/' && peek(1) == '*') {
      const auto end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else {
      if (c == '#' && line_is_empty_) in_directive_ = true;
      line_is_empty_ = false;
      token(c);
    }
  }

  void line_comment() {
    while (at_ < text_.size() && peek() != '\n') {
      const auto before = at_;
      skip_splices();
      if (at_ == before) ++at_;
    }
  }

  void token(char c) {
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (is_word(c)) return word();
    if (c == '"' || c == '\'') return literal("");
    for (const auto op : operators)
      if (text_.substr(at_, op.size()) == op) {
        tokens_.emplace_back(op);
        at_ += op.size();
        return;
      }
    tokens_.emplace_back(1, c);
    ++at_;
  }

  void number() {
    std::string token;
    while (true) {
      skip_splices();
      const char c = peek();
      const bool sign = (c == '+' || c == '-') && !token.empty() &&
                        std::string_view("eEpP").find(token.back()) != std::string_view::npos;
      const bool separator = c == '\'' && is_word(peek(1));
      if (!is_word(c) && c != '.' && !sign && !separator) break;
      token += c;
      ++at_;
    }
    tokens_.push_back(std::move(token));
  }

  void word() {
    std::string token;
    for (skip_splices(); is_word(peek()); skip_splices()) {
      token += peek();
      ++at_;
    }
    static constexpr std::array<std::string_view, 9> prefixes{"R", "LR", "uR", "UR", "u8R", "L", "u", "U", "u8"};
    const bool prefix = std::find(prefixes.begin(), prefixes.end(), token) != prefixes.end();
    if (prefix && token.back() == 'R' && peek() == '"') return raw_literal(token);
    if (prefix && token.back() != 'R' && (peek() == '"' || peek() == '\'')) return literal(token);
    tokens_.push_back(std::move(token));
  }

  void literal(std::string token) {
    const char quote = peek();
    token += quote;
    ++at_;
    for (skip_splices(); at_ < text_.size() && peek() != '\n'; skip_splices()) {
      const char c = peek();
      token += c;
      ++at_;
      if (c == '\\' && at_ < text_.size()) token += text_[at_++];
      if (c == quote) break;
    }
    tokens_.push_back(std::move(token));
  }

  void raw_literal(const std::string& token) {
    const auto open = text_.find('(', at_);
    std::string close;  // )delimiter"
    if (open != std::string_view::npos)
      close.append(1, ')').append(text_.substr(at_ + 1, open - at_ - 1)).append(1, '"');
    const auto end = close.empty() ? std::string_view::npos : text_.find(close, open);
    const auto after = end == std::string_view::npos ? text_.size() : end + close.size();
    tokens_.push_back(token + std::string(text_.substr(at_, after - at_)));
    at_ = after;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool in_directive_ = false;
  bool line_is_empty_ = true;
  std::vector<std::string> tokens_;
};

}  // namespace

std::vector<std::string> tokenise(std::string_view source) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // some editors put it before UTF-8
  if (source.starts_with(byte_order_mark)) source.remove_prefix(byte_order_mark.size());
  return Tokeniser(source).run();
}

bool same_tokens(std::string_view a, std::string_view b) { return tokenise(a) == tokenise(b); }

}  // namespace course
