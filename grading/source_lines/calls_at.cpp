#include <array>
#include <charconv>

#include "grading/programs/printed_by.h"
#include "grading/source_lines/source_lines.h"

namespace source_lines {
namespace {

std::string hexadecimal(std::uint64_t offset) {
  std::array<char, 16> digits;
  return "0x" + std::string(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), offset, 16).ptr);
}

}  // namespace

std::vector<Call> calls_at(const std::filesystem::path& program, std::span<const std::uint64_t> offsets, const programs::Limits& limits) {
  if (program.empty() || offsets.empty()) return {};
  std::vector<std::string> words = {"addr2line", "-a", "-f", "-i", "-C", "-e", program.string()};
  for (const std::uint64_t offset : offsets) words.push_back(hexadecimal(offset));
  const auto printed = programs::printed_by(words, limits);
  return printed ? read_calls(*printed) : std::vector<Call>{};
}

}  // namespace source_lines
