#include "../explain.h"

#include <doctest/doctest.h>

#include <sstream>
#include <vector>

using namespace course;
using nlohmann::json;

namespace {

constexpr const char* loads = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
constexpr const char* sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
constexpr const char* ideal = "sim__t_sectors_ideal_mem_global_op_ld.sum";

json counters(int requests, int moved, int best, int threads) {
  return {{loads, requests},
          {sectors, moved},
          {ideal, best},
          {"sim__warp_instructions.sum", requests},
          {"sim__thread_instructions.sum", threads}};
}

json launch(const json& counts, const std::string& file, unsigned line) {
  return {{"kernel", "copy(float*)"},
          {"grid", {4, 1, 1}},
          {"block", {256, 1, 1}},
          {"dynamic_shared", 0},
          {"static_shared", 0},
          {"registers", 72},
          {"registers_estimated", true},
          {"status", 0},
          {"refused", ""},
          {"counters", counts},
          {"lines", json::array({{{"file", file}, {"line", line}, {"counters", counts}}})}};
}

json evidence(const std::vector<json>& launches) {
  return {{"compute_capability", "9.0"}, {"launches", launches}, {"faults", json::array()}};
}

Explanation two_calls() {
  Explanation told;
  told.lab = "03-coalescing", told.task = "copy", told.source = "/labs/copy.cu";
  told.checks.push_back({"sectors", "pass", ""});
  told.add_evidence(evidence({launch(counters(10, 320, 40, 320), "/labs/copy.cu", 2)}));
  told.add_evidence(evidence(
      {launch(counters(20, 640, 80, 160), "/labs/copy.cu", 2), launch(counters(1, 4, 4, 32), "/labs/tasks.h", 7)}));
  return told;
}

std::string shown(const Explanation& told, const std::string& source, bool colour = false) {
  Repository repository;
  repository.root = "/";
  return to_text(told, source, repository, Console(colour));
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("explain: counts add up over launches and calls, by line and by kernel") {
  const Explanation told = two_calls();
  CHECK(told.calls == 2);
  CHECK(told.launches() == 3);
  REQUIRE(told.lines.size() == 2);
  const auto traffic = told.lines[0].traffic();
  REQUIRE(traffic.size() == 1);
  CHECK(traffic[0].requests == 30);
  CHECK(traffic[0].moved == 960);
  CHECK(traffic[0].ideal == 120);
  CHECK(told.lines[0].lanes() == doctest::Approx(16));  // 480 lanes in 30 instructions
  REQUIRE(told.groups.size() == 1);
  CHECK(told.groups[0].count == 3);
  CHECK(!told.broken());
}

TEST_CASE("explain: what costs more than its ideal is marked and said, what does not is not") {
  const std::string text = shown(two_calls(), "first\n  out[i] = in[i];\n");
  CHECK(contains(text, "!   16 global load         30     32     4    2   out[i] = in[i];"));
  CHECK(contains(text, "^ global load: 32 sectors a request where 4 would do: its lanes touch bytes that lie apart"));
  CHECK(contains(text, "in labs/tasks.h"));
  CHECK(contains(text, "    32 global load          1      4     4    7"));
  // 72 registers are 2304 a warp, 7 warps a partition, 28 in all: three blocks of 8.
  CHECK(contains(text,
                 "occupancy of 9.0: 24 of 64 warps (38 %), limited by registers; 72 registers a thread (estimated)"));
  CHECK(!contains(text, "\x1b["));
  CHECK(contains(shown(two_calls(), "first\n  out[i] = in[i];\n", true), "\x1b[31m!   16 global load"));
}

TEST_CASE("explain: the words fit the kind of excess") {
  const auto words = [](const char* what, const char* unit, std::uint64_t moved, std::uint64_t best) {
    return excess({what, 100, moved, best, unit});
  };
  CHECK(words("global load", "sectors", 400, 400).empty());
  CHECK(words("local load", "sectors", 400, 0).empty());  // there is no ideal of it
  CHECK(words("global load", "sectors", 500, 400) ==
        "global load: 5 sectors a request where 4 would do: accesses start or end inside a sector");
  CHECK(words("global store", "sectors", 403, 400) ==
        "global store: 3 of 403 sectors more than needed: accesses start or end inside a sector");
  CHECK(contains(words("shared load", "wavefronts", 3200, 100), "32 wavefronts an access where 1 would do"));
  CHECK(contains(words("constant", "requests", 3200, 100), "32 requests an access where 1 would do"));
}

TEST_CASE("explain: surface accesses have the tiles that their bytes would fill as ideal") {
  // One warp down a column of floats, 16 tiles for 128 bytes; one along a row of bytes, a tile a request.
  const auto surface = [](int requests, int moved, int bytes) {
    return json{{"l1tex__t_requests_pipe_tex_mem_surface_op_ld.sum", requests},
                {"l1tex__t_sectors_pipe_tex_mem_surface_op_ld.sum", moved},
                {"sim__bytes_mem_surface_op_ld.sum", bytes},
                {"sim__warp_instructions.sum", 1},
                {"sim__thread_instructions.sum", 32}};
  };
  Explanation told;
  told.source = "/labs/copy.cu";
  told.add_evidence(
      evidence({launch(surface(4, 16, 128), "/labs/copy.cu", 1), launch(surface(4, 4, 32), "/labs/copy.cu", 2)}));
  const std::string text = shown(told, "column\nrow of bytes\n");
  CHECK(contains(text, "!   32 surface load         4      4     1    1 column"));
  CHECK(contains(text, "^ surface load: 4 sectors a request where 1 would do: its lanes do not fill the tiles of 16"));
  CHECK(contains(text, "    32 surface load         4      1     1    2 row of bytes"));
}

TEST_CASE("explain: no line is longer than 100 columns, and characters are not cut in half") {
  std::string source = "// short\n";
  for (int i = 0; i < 90; ++i) source += "\xc3\xa9";  // e with an acute accent
  source += "\n" + std::string(300, 'x') + "\n";
  std::istringstream lines(shown(two_calls(), source));
  for (std::string line; std::getline(lines, line);) {
    std::size_t characters = 0;
    for (const char c : line) characters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    CAPTURE(line);
    CHECK(characters <= 100);
    CHECK(!contains(line, "\xc3.."));
  }
}

TEST_CASE("explain: a fault stands at its line, and a refused launch is one") {
  Explanation told = two_calls();
  json faulty = evidence({launch(counters(1, 1, 1, 1), "/labs/copy.cu", 2)});
  faulty["faults"].push_back({{"kind", "out-of-bounds"},
                              {"where", "/labs/copy.cu:1"},
                              {"sentence", "a read past the end"},
                              {"block", {0, 0, 0}},
                              {"thread", {33, 0, 0}}});
  told.add_evidence(faulty);
  told.add_evidence(faulty);  // the same once more says nothing new
  CHECK(told.faults.size() == 1);
  CHECK(told.broken());
  CHECK(contains(shown(told, "first\nsecond\n"),
                 "first\n     X out-of-bounds: a read past the end (block (0,0,0), thread (33,0,0))\n"));

  Explanation refused;
  json launched = launch(json::object(), "/labs/copy.cu", 2);
  launched["refused"] = "1056 threads in a block; the limit is 1024";
  refused.add_evidence(evidence({launched}));
  CHECK(refused.broken());
  CHECK(contains(shown(refused, "x\n"), "did not run: 1056 threads in a block"));
}

TEST_CASE("explain: JSON for tools") {
  Repository repository;
  repository.root = "/";
  const auto report = to_json(two_calls(), repository);
  CHECK(report.at("launches") == 3);
  CHECK(report.at("lines")[0].at("file") == "labs/copy.cu");
  CHECK(report.at("lines")[0].at("memory")[0].at("moved") == 960);
  CHECK(report.at("groups")[0].at("occupancy").at("warps") == 24);
  CHECK(report.at("groups")[0].at("occupancy").at("limited_by") == json{"registers"});
}
