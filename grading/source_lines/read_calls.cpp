#include <charconv>
#include <optional>

#include "grading/source_lines/source_lines.h"

namespace source_lines {
namespace {

// Takes the first line off the text, without its end; none: the text is empty.
std::optional<std::string_view> take_line(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  const auto end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return line;
}

// "/home/x/heat.cu:31 (discriminator 3)", "??:0", "heat.cu:?"
Call with_place(std::string_view function, std::string_view place) {
  Call call{std::string(function), {}, 0};
  if (const auto note = place.find(" (discriminator"); note != place.npos) place = place.substr(0, note);
  const auto colon = place.rfind(':');
  if (colon == place.npos) return call;
  const std::string_view number = place.substr(colon + 1);
  const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), call.line);
  if (problem != std::errc() || end != number.data() + number.size() || call.line < 0) call.line = 0;
  if (const std::string_view file = place.substr(0, colon); file != "??") call.file = file;
  return call;
}

}  // namespace

std::vector<Call> read_calls(std::string_view printed) {
  std::vector<Call> calls;
  while (const auto function = take_line(printed)) {
    if (function->starts_with("0x")) continue;  // -a: the address itself, before its calls
    const auto place = take_line(printed);
    if (!place || function->empty()) break;
    calls.push_back(with_place(*function, *place));
  }
  return calls;
}

std::string short_place(const Call& call) {
  const std::string name = std::filesystem::path(call.file).filename().string();
  return name.empty() || call.line == 0 ? "" : name + ":" + std::to_string(call.line);
}

}  // namespace source_lines
