// The table of docs/fault-finders.md: what compute-sanitizer said on a GPU (recorded) and what the simulated GPU says (now).
//   faults_page RECORD.csv PAGE           rewrites the table
//   faults_page RECORD.csv PAGE --check   status 1 when the page is not up to date
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <string_view>

#include "grading/simulator/tests/faults/fault_programs.h"

namespace {

using namespace sim::faults;

struct Record {
  std::string machine;
  std::map<std::string, std::string> said;  // "program/case" -> in words
  std::map<std::string, bool> named;
};

Record read_record(const char* path) {
  Record record;
  const Recorded recorded = recorded_on_hardware(path);
  record.machine = recorded.machine;
  for (const RecordedRun& run : recorded.runs) {
    std::string& said = record.said[run.program + "/" + run.name];
    if (run.tool == "none" || run.errors == "0") continue;
    if (!said.empty()) said += "; ";
    const bool stopped = run.errors == "time";
    said += run.tool + ": " + (stopped ? "stopped after its time" : run.first.empty() ? run.errors + " errors" : run.first);
    if (!stopped) record.named[run.program + "/" + run.name] = true;
  }
  return record;
}

// Addresses differ from run to run.
std::string cell(std::string text) {
  text = std::regex_replace(text, std::regex("0x[0-9a-f]{5,}"), "0x…");
  for (std::size_t at = 0; (at = text.find('|', at)) != text.npos; at += 2) text.insert(at, "\\");
  for (std::size_t at = 0; (at = text.find('<', at)) != text.npos; at += 4) text.replace(at, 1, "&lt;");
  return text;
}

std::string table(const Record& record, const std::string& folder) {
  std::string rows, quiet;
  int faults = 0, named = 0, right = 0;
  for (const Program& program : programs(folder)) {
    for (const Expectation& e : program.expectations) {
      if (e.is_more) continue;
      const std::string key = program.name + "/" + e.name;
      const auto found = record.said.find(key);
      const std::string tools = found == record.said.end() ? "not recorded" : found->second.empty() ? "nothing" : found->second;
      const Outcome outcome = run(program, e.name);
      std::string here;
      for (const Said& s : outcome.said) {
        if (!here.empty()) here += "<br>";
        here += "**" + s.kind + "**" + (s.line != 0 ? ", line " + std::to_string(s.line) : "") + ": " + cell(s.sentence);
      }
      if (e.kind == "nothing") {
        ++right;
        if (!here.empty() || (found != record.said.end() && !found->second.empty())) quiet += "| " + key + " (right) | " + cell(tools) + " | " + (here.empty() ? "nothing" : here) + " |\n";
        continue;
      }
      if (found != record.said.end()) ++faults;
      if (record.named.count(key)) ++named;
      rows += "| " + key + " | " + cell(tools) + " | " + (here.empty() ? "nothing" : here) + " |\n";
    }
  }
  std::string text = "| case | compute-sanitizer | simulated GPU |\n| --- | --- | --- |\n" + rows + quiet + "\n";
  if (!record.said.empty())
    text = "Recorded with " + record.machine + ". Of " + std::to_string(faults) + " faults recorded the four tools name " + std::to_string(named) +
           "; of the " + std::to_string(right) + " right programs beside them only those that somebody complains about are listed.\n\n" + text;
  return text;
}

constexpr std::string_view begin_mark = "<!-- fault table: made by the target faults_refresh -->\n", end_mark = "<!-- end of the fault table -->\n";

}  // namespace

int main(int argc, char** argv) try {
  const bool check = argc == 4 && std::string_view(argv[3]) == "--check";
  if (argc != 3 && !check) {
    std::fprintf(stderr, "usage: faults_page RECORD.csv PAGE [--check]\n");
    return 2;
  }
  std::ifstream in(argv[2], std::ios::binary);
  const std::string page(std::istreambuf_iterator<char>(in), {});
  const auto begin = page.find(begin_mark), end = page.find(end_mark);
  if (begin == page.npos || end == page.npos) {
    std::fprintf(stderr, "%s has no table of faults between its two comments\n", argv[2]);
    return 2;
  }
  const std::string fresh = page.substr(0, begin + begin_mark.size()) + "\n" + table(read_record(argv[1]), FAULTS) + page.substr(end);
  if (check) {
    if (fresh == page) return 0;
    std::fprintf(stderr, "%s is not what the programs say now: build the target faults_refresh\n", argv[2]);
    return 1;
  }
  std::ofstream out(argv[2], std::ios::binary);
  out << fresh;
  return out.flush() ? 0 : 2;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}
