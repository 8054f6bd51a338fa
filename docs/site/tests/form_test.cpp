// Each rule of a page's form, broken once.
#include <doctest/doctest.h>

#include "docs/site/tests/fixture.h"

TEST_CASE("a repository without faults has no problems") {
  Fixture f;
  const auto found = f.problems();
  INFO(listed(found));
  CHECK(found.empty());
}

TEST_CASE("title, definition and metadata") {
  Fixture f;
  SUBCASE("title") {
    f.replace("glossary/sector.md", "# What is a sector?", "# Sectors");
    check_says(f, "glossary/sector.md:1", "\"Sectors\" is no question");
  }
  SUBCASE("definition") {
    f.replace("glossary/sector.md", "It is a thing of one sentence.\n\n", "");
    check_says(f, "glossary/sector.md", "the definition is missing");
  }
  SUBCASE("metadata that is no JSON") {
    f.replace("glossary/sector.md", "\"category\":", "category:");
    check_says(f, "glossary/sector.md:1", "is not a JSON object");
  }
  SUBCASE("no metadata") {
    f.replace("glossary/sector.md", "<!-- page", "<!-- note");
    check_says(f, "glossary/sector.md:1", "has to start with its metadata");
  }
  SUBCASE("unknown key") {
    f.replace("glossary/sector.md", "\"category\":", "\"autor\": \"x\", \"category\":");
    check_says(f, "glossary/sector.md:1", "unknown key \"autor\"");
  }
  SUBCASE("missing key") {
    f.replace("glossary/sector.md", "\"written_on\": \"pending\", ", "");
    check_says(f, "glossary/sector.md:1", "needs \"written_on\"");
  }
  SUBCASE("compute capability") {
    f.replace("glossary/sector.md", "\"6.0\"", "\"sm_60\"");
    check_says(f, "glossary/sector.md:1", "\"sm_60\", but has to be of the form 7.5");
  }
  SUBCASE("length") {
    f.replace("glossary/sector.md", "word word word word word", std::string(2000, ' '));
    f.replace(
        "glossary/sector.md", "## What changed\n\nNothing so far.", "## What changed\n\n" + [] {
          std::string many;
          for (int i = 0; i < 400; ++i) many += "word ";
          return many;
        }());
    check_says(f, "glossary/sector.md:1", "words of its own; pages have 200 to 600");
  }
}

TEST_CASE("sections, diagram and sources") {
  Fixture f;
  SUBCASE("missing section") {
    f.replace("glossary/sector.md", "## What changed\n", "## Changes\n");
    check_says(f, "glossary/sector.md:1", "the section \"## What changed\" is missing");
  }
  SUBCASE("order of sections") {
    f.replace("glossary/sector.md", "## What changed\n", "## In passing\n");
    f.replace("glossary/sector.md", "## In code\n", "## What changed\n");
    f.replace("glossary/sector.md", "## In passing\n", "## In code\n");
    check_says(f, "glossary/sector.md:1", "the section \"## What changed\" stands too early");
  }
  SUBCASE("a quantity without Measured") {
    f.replace("glossary/lane.md", "\"not_measured\": \"It is a word for a place.\",", "");
    check_says(f, "glossary/lane.md:1", "the section \"## Measured\" is missing");
  }
  SUBCASE("no source") {
    f.replace("glossary/sector.md", "- A guide, section 3 \"Memory\".", "To be found.");
    check_says(f, "glossary/sector.md:1", "names no source");
  }
  SUBCASE("no diagram") {
    f.replace("glossary/sector.md", "![Lanes and bytes.](figures/demo.svg)", "");
    check_says(f, "glossary/sector.md:1", "the page has no diagram");
  }
  SUBCASE("stale code") {
    f.replace("code/demo.cu", "out[0] = 1", "out[0] = 2");
    check_says(f, "glossary/sector.md", "the block \"code\" differs from its source");
  }
  SUBCASE("marker that is gone") {
    f.replace("code/demo.cu", "//! [one load]", "//");
    check_says(f, "glossary/sector.md", "stands there 1 times");
  }
  SUBCASE("code that a student edits") {
    f.replace("glossary/sector.md", "\"code/demo.cu\", \"marker\"", "\"labs/03-demo/add.cu\", \"marker\"");
    check_says(f, "glossary/sector.md", "is edited by students");
  }
  SUBCASE("block that nobody closes") {
    f.replace("glossary/sector.md", "<!-- end code -->", "");
    check_says(f, "glossary/sector.md:1", "block 'code' has no");
  }
  SUBCASE("no byline") {
    f.replace("glossary/sector.md", "<!-- begin byline -->", "<!--");
    check_says(f, "glossary/sector.md:1", "has no block \"<!-- begin byline -->\"");
  }
}

TEST_CASE("measured numbers") {
  Fixture f;
  SUBCASE("a cell changed by hand") {
    f.replace("glossary/sector.md", "| `in[t + 1]` | 5 |", "| `in[t + 1]` | 6 |");
    check_says(f, "glossary/sector.md", "the table says \"6\" where the data file gives \"5\"");
  }
  SUBCASE("counts recorded anew") {
    f.replace("code/demo.csv", "0,straight,\"(1, 1, 1)\",4", "0,straight,\"(1, 1, 1)\",7");
    check_says(f, "glossary/sector.md", "the table says \"4\" where the data file gives \"7\"");
  }
  SUBCASE("a table of its own") {
    f.replace("glossary/sector.md", "The straight one has 4 sectors.", "| a | b |\n| --- | --- |\n| x | 17 |\n");
    check_says(f, "glossary/sector.md", "the number 17 of this table comes from no data file");
  }
  SUBCASE("prose") {
    f.replace("glossary/sector.md", "has 4 sectors", "has 11 sectors");
    check_says(f, "glossary/sector.md", "the number 11 under \"Measured\" stands in no table");
  }
  SUBCASE("no table") {
    const std::string text = f.read("glossary/sector.md");
    const auto begin = text.find("<!-- begin table"), end = text.find("<!-- end table -->") + 18;
    f.write("glossary/sector.md", text.substr(0, begin) + text.substr(end));
    check_says(f, "glossary/sector.md", "has no table made from a data file");
  }
}

TEST_CASE("signatures") {
  Fixture f;
  SUBCASE("own page reviewed") {
    f.replace("glossary/sector.md", "\"written_by\": \"pending\", \"reviewed_by\": \"pending\"",
              "\"written_by\": \"Ada\", \"reviewed_by\": \"Ada\"");
    check_says(f, "glossary/sector.md:1", "\"Ada\" cannot review a page of their own");
  }
  SUBCASE("date") {
    f.replace("glossary/sector.md", "\"written_on\": \"pending\"", "\"written_on\": \"2024-13-01\"");
    check_says(f, "glossary/sector.md:1", "\"written_on\" is \"2024-13-01\"");
  }
  SUBCASE("two names and two dates end the draft") {
    CHECK(f.read("glossary/sector.md").find("draft") != std::string::npos);
    f.replace("glossary/sector.md",
              "\"written_by\": \"pending\", \"reviewed_by\": \"pending\", \"written_on\": \"pending\", "
              "\"last_checked_on\": \"pending\"",
              "\"written_by\": \"Ada\", \"reviewed_by\": \"Grace\", \"written_on\": \"2024-02-29\", "
              "\"last_checked_on\": \"2024-03-01\"");
    check_says(f, "glossary/sector.md", "the block \"facts\" differs");
    f.refresh();
    CHECK(f.problems().empty());
    CHECK(f.read("glossary/sector.md").find("draft") == std::string::npos);
  }
}
