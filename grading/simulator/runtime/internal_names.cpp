#include "grading/simulator/runtime/internal_names.h"

#include <cctype>
#include <charconv>

namespace sim::runtime {

std::string without_internal_mark(std::string_view name) {
  if (!name.starts_with("_Z")) return std::string(name);
  const auto digit = [&](std::size_t at) { return at < name.size() && std::isdigit(static_cast<unsigned char>(name[at])); };
  std::string plain = "_Z", only;  // only: the name, where it is all there is
  std::size_t at = 2;
  if (at < name.size() && name[at] == 'N') plain += name[at++];
  const bool nested = at > 2;
  // The scopes and the name itself: each is [L]<length><identifier>; what follows are template arguments and parameters.
  while (at < name.size()) {
    if (name[at] == 'L' && digit(at + 1)) ++at;
    if (!digit(at)) break;
    std::size_t length = 0;
    const auto [end, error] = std::from_chars(name.data() + at, name.data() + name.size(), length);
    const std::size_t start = static_cast<std::size_t>(end - name.data());
    if (error != std::errc() || length > name.size() - start) return std::string(name);
    plain.append(name, at, start + length - at);
    only = name.substr(start, length);
    at = start + length;
    if (!nested) break;
  }
  if (!nested && at == name.size() && !only.empty()) return only;
  return plain.append(name, at);
}

}  // namespace sim::runtime
