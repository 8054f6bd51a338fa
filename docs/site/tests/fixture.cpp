#include "docs/site/tests/fixture.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <stdexcept>

#include "docs/site/block.h"

namespace fs = std::filesystem;

namespace {

std::string words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += i % 20 == 19 ? "word.\n" : "word ";
  return text + "\n";
}

// A whole page: `related` is a JSON list.
std::string page(const std::string& title, const std::string& related, const std::string& measured) {
  return "<!-- page\n{ \"category\": \"memory access\", \"compute_capability\": \"6.0\", \"related\": " + related +
         ", \"labs\": [\"03-demo\"],\n" +
         (measured.empty() ? "\"not_measured\": \"It is a word for a place.\",\n" : "") +
         "\"written_by\": \"pending\", \"reviewed_by\": \"pending\", \"written_on\": \"pending\", \"last_checked_on\": "
         "\"pending\" }\n-->\n# " +
         title +
         "\n\nIt is a thing of one sentence.\n\n<!-- begin facts -->\n<!-- end facts -->\n\n![Lanes and "
         "bytes.](figures/demo.svg)\n\n" +
         "## What the hardware charges for\n\n" + words(250) + measured +
         "\n## In code\n\n<!-- begin code {\"file\": \"code/demo.cu\", \"marker\": \"one load\"} -->\n<!-- end code "
         "-->\n\n" +
         "## What changed\n\nNothing so far.\n\n<!-- begin related -->\n<!-- end related -->\n\n## Sources\n\n- A "
         "guide, section 3 \"Memory\".\n\n" +
         "<!-- begin byline -->\n<!-- end byline -->\n";
}

constexpr const char* measured =
    "\n## Measured\n\nThe straight one has 4 sectors.\n\n"
    "<!-- begin table {\"data\": \"demo\", \"cases\": [\"straight\", \"shifted\"], \"columns\": [\"access\", "
    "\"sectors\", \"moved\", \"used\"]} -->\n"
    "<!-- end table -->\n";

}  // namespace

Fixture::Fixture() {
  std::string name = (fs::temp_directory_path() / "course-site-XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
  root = name;
  write("glossary/sector.md", page("What is a sector?", "[\"lane\"]", measured));
  write("glossary/lane.md", page("What is a lane?", "[\"sector\"]", ""));
  write("glossary/figures/demo.json", R"({ "bytes": 64, "panels": [ { "label": "in[t]", "element": 2 } ] })");
  write("glossary/data/demo.json", R"({
    "machine": {"device": "Demo", "compute_capability": "9.0", "driver": "1", "toolkit": "CUDA 13", "flags": "nvcc"},
    "recorded_with": "a profiler", "profiler_options": "--quiet", "program": "code/demo.cu", "counts": "code/demo.csv",
    "columns": { "access": {"title": "access", "case": "access", "left": true}, "sectors": {"title": "sectors", "metric": "s.sum"},
      "bytes": {"title": "bytes", "case": "bytes"}, "moved": {"title": "moved", "product": ["sectors", 32]},
      "used": {"title": "used", "percent": ["bytes", "moved"]}, "each": {"title": "each", "ratio": ["bytes", "sectors"]}, "wasted": {"title": "wasted", "difference": ["moved", "bytes"]} },
    "cases": { "straight": {"access": "`in[t]`", "bytes": 128}, "shifted": {"access": "`in[t + 1]`", "bytes": 128},
      "twice": {"access": "x", "bytes": 1}, "gone": {"access": "x", "bytes": 1} } })");
  write("code/demo.csv",
        "launch,kernel,grid,s.sum\n0,straight,\"(1, 1, 1)\",4\n1,shifted,\"(1, 1, 1)\",5\n2,twice,\"(1, 1, "
        "1)\",1\n3,twice,\"(2, 1, 1)\",2\n");
  write("code/demo.cu", "//! [one load]\n  __global__ void demo(float* out) { out[0] = 1; }\n//! [one load]\n");
  write("labs/03-demo/lab.json",
        R"({ "title": "Demo", "summary": "A lab.", "order": 3, "teaches": ["sector"], "needs": ["lane"],
    "tasks": [ { "name": "add", "file": "add.cu", "summary": "Add.", "points": 5, "checks": [ { "name": "sectors", "glossary": "sector" } ] } ] })");
  write("labs/03-demo/README.md",
        "# Lab 03: Demo\n\nRead about [sectors](../../glossary/sector.md#measured), edit [add.cu](add.cu).\n");
  write("labs/03-demo/add.cu", "// edited by a student\n");
  write("labs/03-demo/grader/starter/add.cu", "// pristine\n");
  write("docs/guide.md", "# Guide\n\nSee [the lab](../labs/03-demo/README.md).\n");
  write("docs/site/navigation.json", R"({ "guides": ["guide"] })");
  write("docs/site/landing.md", "# Start {#mainpage}\n\n<!-- labs -->\n");
  refresh();
}

Fixture::~Fixture() {
  std::error_code ignored;
  fs::remove_all(root, ignored);
}

std::string Fixture::read(const std::string& path) const { return site::read_file(root / path); }
void Fixture::write(const std::string& path, const std::string& text) const {
  site::write_if_changed(root / path, text);
}
void Fixture::remove(const std::string& path) const { fs::remove(root / path); }
void Fixture::refresh() const { site::refresh(site::load_site(root)); }
site::Problems Fixture::problems() const { return site::check(site::load_site(root)); }

void Fixture::replace(const std::string& path, const std::string& from, const std::string& to) const {
  std::string text = read(path);
  const auto at = text.find(from);
  if (at == std::string::npos) throw std::logic_error(path + " does not contain " + from);
  write(path, text.replace(at, from.size(), to));
}

bool has(const site::Problems& problems, const std::string& where, const std::string& part) {
  for (const auto& problem : problems)
    if (problem.where.starts_with(where) && problem.sentence.find(part) != std::string::npos) return true;
  return false;
}

std::string listed(const site::Problems& problems) {
  std::string text;
  for (const auto& problem : problems) text += problem.where + ": " + problem.sentence + "\n";
  return text;
}

void check_says(const Fixture& fixture, const std::string& where, const std::string& part) {
  const auto found = fixture.problems();
  INFO("wanted at " << where << ": " << part << "\nfound:\n" << listed(found));
  CHECK(has(found, where, part));
}
