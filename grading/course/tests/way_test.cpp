#include "grading/course/way.h"

#include <doctest/doctest.h>

using namespace course;

namespace {

LabEntry lab(const std::string& name, std::vector<std::string> teaches, std::vector<std::string> needs) {
  LabEntry entry{.name = name, .folder = {}, .lab = Lab{}, .broken = {}};
  entry.lab->teaches = std::move(teaches);
  entry.lab->needs = std::move(needs);
  return entry;
}

std::vector<std::string> names(const std::vector<LabEntry>& labs) {
  std::vector<std::string> list;
  for (const LabEntry* entry : way_through(labs)) list.push_back(entry->name);
  return list;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("each lab comes after those that teach what it needs, else by number") {
  CHECK(names({lab("00-first", {"warp"}, {}), lab("01-constant", {"constant"}, {"warp", "bank"}),
               lab("03-coalescing", {"sector"}, {"warp"}), lab("04-banks", {"bank"}, {"sector"})}) ==
        Names{"00-first", "03-coalescing", "04-banks", "01-constant"});
  // What nobody teaches stops nobody, and neither does what a lab teaches itself.
  CHECK(names({lab("00-a", {"x"}, {"x", "nowhere"}), lab("01-b", {}, {})}) == Names{"00-a", "01-b"});
}

TEST_CASE("labs that need each other are taken by number, a broken one comes last") {
  std::vector<LabEntry> labs = {LabEntry{.name = "00-broken", .folder = {}, .lab = {}, .broken = "no title"},
                                lab("01-a", {"x"}, {"y"}), lab("02-b", {"y"}, {"x"})};
  CHECK(names(labs) == Names{"01-a", "02-b", "00-broken"});
}
