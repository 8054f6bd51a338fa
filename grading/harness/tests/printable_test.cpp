// Text of unknown origin, as a terminal and XML can take it.
#include "grading/harness/printable.h"

#include <doctest/doctest.h>

using namespace course::harness;

TEST_CASE("ordinary text stays as it is") {
  for (const char* text : {"", "add\tone\ntwo", "caf\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x99\x82"}) CHECK(printable(text) == text);
}

TEST_CASE("what moves a cursor, rings a bell or is no UTF-8 is replaced, byte for byte") {
  const std::string x = "\xEF\xBF\xBD";
  CHECK(printable("\x1B[31mred\x07") == x + "[31mred" + x);
  CHECK(printable("\r\x7F") == x + x);
  CHECK(printable("\xC2\x9B") == x + x);          // U+009B begins an escape sequence, too
  CHECK(printable("caf\xE9!") == "caf" + x + "!");  // Latin-1
  CHECK(printable("\xC0\xAF") == x + x);          // overlong
  CHECK(printable("\xED\xA0\x80") == x + x + x);  // half a surrogate pair
  CHECK(printable("\xE2\x82") == x + x);          // cut off
  CHECK(printable(std::string_view("a\0b", 3)) == "a" + x + "b");
}

TEST_CASE("a line without end is cut, the next one is not") {
  CHECK(printable("abcdefgh\nij", 4) == "abcd [...]\nij");
  CHECK(printable("abcd\nabcd", 4) == "abcd\nabcd");
  CHECK(printable("abc\xC3\xA9", 4) == "abc [...]");  // no half characters
}
