#include "grading/harness/printable.h"

namespace course::harness {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

// Bytes of the character at the beginning, 0 if none that may be shown stands there (The Unicode Standard, table 3-7).
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const auto follows = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
    return byte(i) >= low && byte(i) <= high;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return first == '\n' || first == '\t' || (first >= 0x20 && first != 0x7F) ? 1 : 0;
  // U+0080 to U+009F are control characters, too.
  if (first >= 0xC2 && first <= 0xDF) return follows(1, first == 0xC2 ? 0xA0 : 0x80) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF)
    return follows(1, first == 0xE0 ? 0xA0 : 0x80, first == 0xED ? 0x9F : 0xBF) && follows(2) ? 3 : 0;
  if (first >= 0xF0 && first <= 0xF4)
    return follows(1, first == 0xF0 ? 0x90 : 0x80, first == 0xF4 ? 0x8F : 0xBF) && follows(2) && follows(3) ? 4 : 0;
  return 0;
}

}  // namespace

std::string printable(std::string_view text, std::size_t line_bytes) {
  std::string out;
  std::size_t line = 0;  // bytes of this line so far
  bool cut = false;      // and nothing more of it is wanted
  while (!text.empty()) {
    const std::size_t bytes = character(text);
    const std::string_view shown = bytes == 0 ? replacement : text.substr(0, bytes);
    text.remove_prefix(bytes == 0 ? 1 : bytes);
    if (shown == "\n") {
      line = 0;
      cut = false;
    } else if (cut) {
      continue;
    } else if (line + shown.size() > line_bytes) {
      out += " [...]";
      cut = true;
      continue;
    }
    line += shown == "\n" ? 0 : shown.size();
    out += shown;
  }
  return out;
}

}  // namespace course::harness
