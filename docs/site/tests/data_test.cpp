// Tables and figures: the arithmetic, and what is said when a request does not fit its data.
#include "docs/site/data.h"

#include <doctest/doctest.h>

#include <stdexcept>

#include "docs/site/csv.h"
#include "docs/site/figure.h"
#include "docs/site/tests/fixture.h"

namespace {

std::string table(const Fixture& f, const std::string& cases, const std::string& columns) {
  return site::render_table(f.root, "glossary",
                            R"({"data": "demo", "cases": )" + cases + R"(, "columns": )" + columns + "}");
}

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("columns are counts, facts, products, differences, shares and ratios") {
  Fixture f;
  const auto text = table(f, R"(["straight", "shifted"])", R"(["access", "sectors", "moved", "used", "each", "wasted"])");
  CHECK(text.find("| access | sectors | moved | used | each | wasted |\n| --- | ---: | ---: | ---: | ---: | ---: |\n") == 0);
  CHECK(text.find("| `in[t]` | 4 | 128 | 100 % | 32 | 0 |") != std::string::npos);
  // 128 of 5 * 32 bytes; 128 / 5; 160 - 128.
  CHECK(text.find("| `in[t + 1]` | 5 | 160 | 80 % | 25.60 | 32 |") != std::string::npos);
}

TEST_CASE("a table says where its numbers come from and how to count again") {
  Fixture f;
  const auto text = table(f, R"(["straight"])", R"(["used"])");
  CHECK(text.find("Counted on an Demo") != std::string::npos);
  CHECK(text.find("driver 1") != std::string::npos);
  CHECK(text.find("[demo.csv](../code/demo.csv)") != std::string::npos);
  CHECK(text.find("--metrics s.sum \\\n") != std::string::npos);  // of a share, the counter it rests on
}

TEST_CASE("requests that do not fit") {
  Fixture f;
  CHECK_THROWS_WITH_AS(table(f, R"(["none"])", R"(["used"])"), "the data file has no case \"none\"",
                       std::runtime_error);
  CHECK_THROWS_WITH_AS(table(f, R"(["gone"])", R"(["used"])"), "the file of counts has no row for kernel \"gone\"",
                       std::runtime_error);
  CHECK_THROWS_WITH_AS(table(f, R"(["twice"])", R"(["used"])"),
                       "kernel \"twice\" has several rows: case \"twice\" has to name its launch", std::runtime_error);
  CHECK_THROWS_WITH_AS(table(f, R"(["straight"])", R"(["speed"])"), "the data file defines no column \"speed\"",
                       std::runtime_error);
  f.replace("glossary/data/demo.json", "s.sum", "t.sum");
  CHECK_THROWS_WITH_AS(table(f, R"(["straight"])", R"(["sectors"])"), "the file of counts has no counter \"t.sum\"",
                       std::runtime_error);
}

TEST_CASE("csv fields may be quoted") {
  const auto rows = site::parse_csv("a,b\n\"x, y\",1\r\n");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].at("a") == "x, y");
  CHECK(rows[0].at("b") == "1");
}

TEST_CASE("a figure counts the sectors it draws") {
  const auto caption = [](const std::string& panel, int bytes) {
    return site::render_figure(R"({ "bytes": )" + std::to_string(bytes) + R"(, "panels": [ { "label": "x", )" + panel +
                               " } ] }");
  };
  CHECK(caption(R"("element": 4)", 128).find(">4 sectors: 128 of 128 bytes used<") != std::string::npos);
  CHECK(caption(R"("element": 4, "base": 4)", 160).find(">5 sectors: 128 of 160 bytes used<") != std::string::npos);
  CHECK(caption(R"("element": 4, "stride": 8)", 256).find(">8 sectors: 128 of 256 bytes used<") != std::string::npos);
  CHECK(caption(R"("element": 4, "stride": 0)", 32).find(">1 sector: 4 of 32 bytes used<") != std::string::npos);
  CHECK(caption(R"("element": 4, "base": 124, "stride": -4)", 128).find(">4 sectors: 128 of 128 bytes used<") !=
        std::string::npos);
  CHECK(count(caption(R"("element": 4, "first": 1, "every": 2)", 128), "<line") == 16);  // one line an active lane
  CHECK_THROWS_WITH_AS(caption(R"("element": 4, "base": 4)", 128),
                       "lane 31 asks for byte 128, outside the 128 bytes shown", std::runtime_error);
  CHECK_THROWS_WITH_AS(caption(R"("element": 4)", 100), "\"bytes\" is 100, but has to be a positive multiple of 32",
                       std::runtime_error);
}
