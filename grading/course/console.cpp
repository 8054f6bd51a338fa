#include "console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

namespace course {

Console::Console() : colour_(::isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr) {}

std::string Console::painted(std::string_view text, std::string_view code) const {
  return colour_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::string Console::verdict(std::string_view word, int width) const {
  const std::string text = fmt::format("{:<{}}", word == "todo" ? "to do" : word, width);
  if (word == "pass") return good(text);
  if (word == "todo" || word == "skipped" || word == "inconclusive") return open(text);
  return bad(text);
}

std::string wrapped(std::string_view text, int indent, int columns) {
  const std::string margin(static_cast<std::size_t>(indent), ' ');
  std::string out;
  std::size_t start = 0;
  while (start <= text.size()) {
    const auto end = std::min(text.find('\n', start), text.size());
    std::string_view line = text.substr(start, end - start);
    const auto room = static_cast<std::size_t>(columns - indent);
    while (line.size() > room) {
      auto cut = line.rfind(' ', room);
      if (cut == std::string_view::npos || cut == 0) cut = line.find(' ');
      if (cut == std::string_view::npos) break;  // one long word: a path stays whole
      out += margin + std::string(line.substr(0, cut)) + "\n";
      line.remove_prefix(cut + 1);
    }
    out += margin + std::string(line) + "\n";
    start = end + 1;
  }
  return out;
}

}  // namespace course
