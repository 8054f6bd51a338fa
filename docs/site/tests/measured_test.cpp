// Records of times: their tables, and figures in texts that have none.
#include "docs/site/measured.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "docs/site/data.h"
#include "docs/site/tests/fixture.h"

using namespace site;

namespace {

const char* const record = R"json({
 "schema": 1, "written_by": "./course measure",
 "machine": { "device": "NVIDIA Demo", "compute_capability": "9.0", "driver": "1.2", "toolkit": "CUDA 13.0",
              "flags": "nvcc -O3", "commit": "abc", "recorded_on": "2026-01-01" },
 "tables": { "curve": { "title": "a curve", "program": "grading/measure/curve.cu", "labs": ["03"], "statistic": "median",
   "samples": 15, "cache": "cold", "columns": { "stride": "stride", "ms": "time (ms)", "kept": "kept in" },
   "rows": [ { "stride": 1, "ms": 0.0295432, "kept": "arrays" }, { "stride": 2, "ms": 1234.56, "kept": "structures" } ] } } })json";

}  // namespace

TEST_CASE("a record's table shows its numbers with three digits, and how to measure again") {
  Fixture f;
  f.write("glossary/data/record.json", record);
  const auto text = render_table(f.root, "glossary", R"({"data": "record", "table": "curve"})");
  INFO(text);
  CHECK(text.find("| stride | time (ms) | kept in |\n| ---: | ---: | --- |\n") == 0);
  CHECK(text.find("| 1 | 0.0295 | arrays |") != std::string::npos);
  CHECK(text.find("| 2 | 1235 | structures |") != std::string::npos);
  CHECK(text.find("Measured on an NVIDIA Demo (compute capability 9.0, driver 1.2, CUDA 13.0, `nvcc -O3`): median of 15 "
                  "calls, second-level cache cold.") != std::string::npos);
  CHECK(text.find("[record.json](data/record.json)") != std::string::npos);
  CHECK(text.find("./course measure 03 --json FILE") != std::string::npos);
  CHECK(render_table(f.root, "glossary", R"({"data": "record", "table": "curve", "columns": ["ms"]})").find("| time (ms) |\n") == 0);
  CHECK_THROWS_WITH_AS(render_table(f.root, "glossary", R"({"data": "record", "table": "none"})"),
                       "the record has no table \"none\"", std::runtime_error);
  CHECK_THROWS_WITH_AS(render_table(f.root, "glossary", R"({"data": "record", "table": "curve", "columns": ["x"]})"),
                       "the table \"curve\" has no column \"x\"", std::runtime_error);
}

TEST_CASE("numbers with a unit of time or speed are figures, others are none") {
  const auto found = figures_in("4 sectors, 0.63 ms\nand 4,210 GB/s; 16 bytes, 3 msec, x86 us, 12 µs, 2 streams, 1.5 s.");
  REQUIRE(found.size() == 4);
  CHECK(found[3].unit == "s");
  CHECK(found[0].text == "0.63");
  CHECK(found[0].unit == "ms");
  CHECK(found[1].text == "4210");
  CHECK(found[1].line == 2);
  CHECK(found[2].unit == "µs");
}

TEST_CASE("a figure is recorded when a time or speed rounds to it") {
  const std::vector<RecordedFigure> values = {{0.6334, "ms"}, {4238.2, "GB/s"}};
  CHECK(recorded({"0.63", "ms"}, values));
  CHECK(recorded({"0.633", "ms"}, values));
  CHECK_FALSE(recorded({"0.64", "ms"}, values));
  CHECK(recorded({"633", "µs"}, values));
  CHECK(recorded({"0.0006", "s"}, values));
  CHECK(recorded({"4.24", "TB/s"}, values));
  CHECK_FALSE(recorded({"4.24", "GB/s"}, values));
  CHECK_FALSE(recorded({"0.63", "GB/s"}, values));  // a time is no speed
}

TEST_CASE("sizes, counts and ratios of a record vouch for no time") {
  Fixture f;
  f.write("glossary/data/record.json", R"({"tables": {"curve": {"samples": 15, "rows": [
      {"stride": 32, "kernel_ms": 0.5, "call_us": 7, "ratio": 1.75, "copy_gb_per_s": 4100}]}},
    "speed": {"03": {"t": {"kernels": [{"ms": 0.75, "rounds": 9, "spent_s": {"call": 0.25}}]}}}})");
  const auto values = recorded_figures(f.root);
  CHECK(values.size() == 4);
  for (const auto& [text, unit] : {std::pair("0.5", "ms"), std::pair("7", "µs"), std::pair("4.1", "TB/s"), std::pair("0.75", "ms")})
    CHECK(recorded({text, unit}, values));
  for (const auto& [text, unit] : {std::pair("15", "ms"), std::pair("32", "ms"), std::pair("1.75", "ms"), std::pair("9", "ms")})
    CHECK_FALSE(recorded({text, unit}, values));
}

TEST_CASE("a figure in a text has to be in a record") {
  Fixture f;
  f.write("glossary/data/record.json", record);
  const std::string lab = f.read("labs/03-demo/README.md");
  f.write("labs/03-demo/README.md", lab + "\nA step takes 0.0295 ms.\n");
  CHECK(listed(f.problems()) == "");
  f.write("labs/03-demo/README.md", lab + "\nA step takes 0.031 ms.\n");
  check_says(f, "labs/03-demo/README.md", "the figure 0.031 ms is in no record");
  f.write("labs/03-demo/README.md", lab + "\nIn code, `0.031 ms` is an example.\n");
  CHECK(listed(f.problems()) == "");
}
