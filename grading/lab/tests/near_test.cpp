#include "grading/lab/near.h"

#include <doctest/doctest.h>

using namespace course;

TEST_CASE("a name in which a word was left out is near, one with other words is not") {
  const std::vector<std::string> known = {"bytes_per_useful_byte", "sectors_per_request"};
  CHECK(near_matches("bytes_per_byte", known) == std::vector<std::string>{"bytes_per_useful_byte"});
  CHECK(near_matches("byte_useful_per_bytes", known).empty());
  CHECK(near_matches("per", known).size() == 2);  // a part of both
}

TEST_CASE("edit distance counts insertions, deletions, replacements and swaps") {
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("scale", "scale") == 0);
  CHECK(edit_distance("scale", "sclae") == 1);
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("near matches are the nearest first and at most three") {
  const std::vector<std::string> known{"03-coalescing", "scale_image", "move_particles", "copy_shifted"};
  CHECK(near_matches("scale_imgae", known) == std::vector<std::string>{"scale_image"});
  CHECK(near_matches("particles", known) == std::vector<std::string>{"move_particles"});
  CHECK(near_matches("entirely_else", known).empty());
  CHECK(near_matches("ab", {"aa", "ac", "ad", "ae"}).size() == 3);
  CHECK(did_you_mean("copy_shift", known) == "; did you mean copy_shifted?");
  CHECK(did_you_mean("xyz", known).empty());
}
