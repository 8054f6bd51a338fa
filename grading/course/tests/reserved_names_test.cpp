#include "../reserved_names.h"

#include <doctest/doctest.h>

using course::reserved_name_in;

TEST_SUITE("reserved names") {
  TEST_CASE("the C++ library's names may be used, whoever has linked them in") {
    CHECK_FALSE(reserved_name_in(USES_LANGUAGE, {RESERVED_LIBRARY}));
  }
  TEST_CASE("a name of ours is found") {
    const auto taken = reserved_name_in(USES_OURS, {RESERVED_LIBRARY});
    REQUIRE(taken);
    CHECK(taken->name == "course::counted()");
    CHECK_FALSE(taken->defined);
  }
  TEST_CASE("every name of the grader's libraries is reserved") {
    for (const std::string& name : course::names_not_reserved({RUNNER_LIBRARY, RUNTIME_LIBRARY})) FAIL_CHECK(name);
    CHECK(course::names_not_reserved({RESERVED_LIBRARY}).size() == 4);
  }
}
