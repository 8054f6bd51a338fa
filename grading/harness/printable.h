#pragma once
// Text of unknown origin (a student's source line, what a program printed) made fit for a terminal and for XML.
#include <string>
#include <string_view>

namespace course::harness {

// Valid UTF-8 without control characters but line breaks and tabs, each other byte replaced by U+FFFD: no escape sequence
// reaches a terminal. Lines end after `line_bytes` bytes or a little before, with " [...]".
std::string printable(std::string_view text, std::size_t line_bytes = 600);

}  // namespace course::harness
