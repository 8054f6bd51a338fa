// A fault leads to a page that is there.
#include "grading/harness/fault_pages.h"

#include <doctest/doctest.h>

#include <filesystem>

using namespace course::harness;

TEST_CASE("every fault with a page of its own names one of the glossary") {
  for (const auto& [fault, stem] : fault_pages()) {
    INFO(fault);
    CHECK(std::filesystem::exists(std::filesystem::path(GLOSSARY) / (std::string(stem) + ".md")));
  }
}

TEST_CASE("a race leads to the page on races, a missed barrier to __syncthreads, a wrong result to none") {
  CHECK(page_on("race") == "race-condition");
  CHECK(page_on("barrier") == "syncthreads");
  CHECK(page_on("refused-launch") == "error-checking");
  CHECK(page_on("wrong-result").empty());
}
