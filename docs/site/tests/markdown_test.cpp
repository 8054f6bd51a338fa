#include "docs/site/markdown.h"

#include <doctest/doctest.h>

#include <stdexcept>

#include "docs/site/search_index.h"
#include "docs/site/text.h"

TEST_CASE("code and comments are blanked, lines stay") {
  const std::string text = "a `b` c\n```\nd\n```\n<!-- e\nf -->g\n";
  const auto plain = site::without_code(text);
  CHECK(plain.size() == text.size());
  CHECK(plain.substr(0, 8) == "a     c\n");
  CHECK(plain.find_first_of("bdef") == std::string::npos);
  CHECK(plain.find('g') == text.find('g'));
  CHECK(site::without_code("a ` b") == "a ` b");  // no span without its end
}

TEST_CASE("links and images") {
  const auto links = site::links_of("[a](b.md#c) ![d](e.svg) `[f](g)` [h] [i](https://j)");
  REQUIRE(links.size() == 3);
  CHECK(links[0].text == "a");
  CHECK(links[0].target == "b.md#c");
  CHECK_FALSE(links[0].image);
  CHECK(links[1].image);
  CHECK(links[1].begin == 12);
  CHECK(links[2].target == "https://j");
}

TEST_CASE("headings get GitHub's anchors") {
  const auto headings = site::headings_of("# What is `x`?\n\n## In code\n```\n# none\n```\n## In code\n#none\n");
  REQUIRE(headings.size() == 3);
  CHECK(headings[0].text == "What is `x`?");
  CHECK(headings[0].anchor == "what-is-x");
  CHECK(headings[1].anchor == "in-code");
  CHECK(headings[2].anchor == "in-code-1");
  CHECK(headings[1].level == 2);
}

TEST_CASE("generated blocks") {
  const std::string text = "x\n<!-- begin table {\"a\": 1} -->\nold\n<!-- end table -->\ny";
  const auto blocks = site::blocks_of(text);
  REQUIRE(blocks.size() == 1);
  CHECK(blocks[0].kind == "table");
  CHECK(blocks[0].arguments == "{\"a\": 1}");
  CHECK(text.substr(blocks[0].content, blocks[0].content_end - blocks[0].content) == "old\n");
  CHECK_THROWS_AS(site::blocks_of("<!-- begin code -->\n"), std::runtime_error);
}

TEST_CASE("words of one's own") {
  CHECK(site::word_count(
            "one two-three `four`\n| five |\n```\nsix\n```\n<!-- begin x -->\nseven\n<!-- end x -->\neight.") == 3);
}

TEST_CASE("search text has no marks") {
  CHECK(site::plain_words("A *b* [c](d.md) `e`\n\n| t |\n```\nf\n```\n![g](h.svg) <!-- i -->end\n") == "A b c e end");
}
