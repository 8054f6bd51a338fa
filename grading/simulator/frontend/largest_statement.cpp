#include "grading/simulator/frontend/largest_statement.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace sim::frontend {
namespace {

// The text without what is no code, character by character; newlines stay.
class Code {
 public:
  explicit Code(std::string_view text) : text_(text) {}

  // 0: the end.
  char next() {
    skip_comments();
    if (at_ >= text_.size()) return 0;
    const char c = text_[at_++];
    if (c == '\n') ++line_;
    if (c == '"' || c == '\'') skip_quoted(c);
    return c;
  }
  bool else_follows() {
    skip_space();
    constexpr std::string_view word = "else";
    const std::string_view rest = text_.substr(at_);
    return rest.starts_with(word) && (rest.size() == word.size() || !std::isalnum(static_cast<unsigned char>(rest[word.size()])));
  }
  int line() const { return line_; }

 private:
  void skip_comments() {
    for (;;) {
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("//")) at_ += std::min(rest.find('\n'), rest.size());
      else if (rest.starts_with("/*")) skip(std::min(rest.find("*/", 2), rest.size() - 2) + 2);
      else return;
    }
  }
  void skip_space() {
    for (skip_comments(); at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])); skip_comments()) skip(1);
  }
  void skip_quoted(char quote) {
    // A quote that is not closed on its line is a digit separator or no code.
    for (std::size_t i = at_; i < text_.size() && text_[i] != '\n'; ++i) {
      if (text_[i] == '\\') ++i;
      else if (text_[i] == quote) {
        at_ = i + 1;
        return;
      }
    }
  }
  void skip(std::size_t count) {
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_), text_.begin() + static_cast<std::ptrdiff_t>(at_ + count), '\n'));
    at_ += count;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace

LargestStatement largest_statement(const std::filesystem::path& source) {
  std::ifstream file(source, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  Code code(text);
  LargestStatement largest, current;
  while (const char c = code.next()) {
    if (std::isspace(static_cast<unsigned char>(c))) continue;
    if (current.characters++ == 0) current.line = code.line();
    if (c != ';' && c != '{' && c != '}') continue;
    if (c != '{' && code.else_follows()) continue;
    if (current.characters > largest.characters) largest = current;
    current = {};
  }
  return largest;
}

}  // namespace sim::frontend
