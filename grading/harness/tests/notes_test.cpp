// What is told of a program's own output.
#include "grading/harness/notes.h"

#include <doctest/doctest.h>

using namespace course::harness;

TEST_CASE("what was printed is shown, and of much the beginning") {
  CHECK(note_on_output("").empty());
  CHECK(note_on_output("\n \n").empty());
  REQUIRE(note_on_output("x = 1\n\ny = 2\n").size() == 1);
  CHECK(note_on_output("x = 1\n\ny = 2\n")[0] == "The program printed (all of it):\n      x = 1\n      y = 2");
  std::string many;
  for (int line = 1; line <= 9; ++line) many += std::to_string(line) + "\n";
  const std::string note = note_on_output(many)[0];
  CHECK(note.starts_with("The program printed (first 8 lines):\n      1\n"));
  CHECK(note.ends_with("\n      8"));
  CHECK(note_on_output(std::string(101, 'a'))[0].ends_with("\n      " + std::string(100, 'a') + "..."));
}
