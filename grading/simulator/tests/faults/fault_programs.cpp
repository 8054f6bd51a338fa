#include "grading/simulator/tests/faults/fault_programs.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>

#include "grading/simulator/frontend/process.h"
#include "grading/simulator/frontend/run.h"

namespace sim::faults {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void broken(const fs::path& file, int line, const std::string& why) {
  throw std::runtime_error(file.string() + ":" + std::to_string(line) + ": " + why);
}

// Fields of one line; quotes are doubled inside quotes.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (line[k] == '"' && quoted && k + 1 < line.size() && line[k + 1] == '"') fields.back() += line[k++];
    else if (line[k] == '"') quoted = !quoted;
    else if (line[k] == ',' && !quoted) fields.emplace_back();
    else fields.back() += line[k];
  }
  return fields;
}

Program read(const fs::path& source) {
  Program program{source, source.stem().string(), {}};
  std::ifstream in(source);
  std::map<std::string, int> marks;
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
    static const std::regex mark(R"(// \[([^\]]+)\]$)");
    if (std::smatch m; std::regex_search(line, m, mark)) marks[m[1]] = static_cast<int>(lines.size());
  }
  static const std::regex expect(R"re(^// (expect|also) (\w+): ([\w-]+)(?: at \[([^\]]+)\])?(?:: (".*"))?$)re");
  static const std::regex number(R"(^// (status|launch) (\w+): (\d+)$)");
  static const std::regex piece(R"re("([^"]*)")re");
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const int at = static_cast<int>(k) + 1;
    std::smatch m;
    if (std::regex_match(lines[k], m, expect)) {
      Expectation e;
      e.is_more = m[1] == "also";
      e.name = m[2], e.kind = m[3];
      if (m[4].matched) {
        if (!marks.count(m[4])) broken(source, at, "no line ends in the mark [" + m[4].str() + "]");
        e.line = marks[m[4]];
      }
      const std::string text = m[5];
      for (std::sregex_iterator p(text.begin(), text.end(), piece), end; p != end; ++p) e.pieces.push_back((*p)[1]);
      program.expectations.push_back(std::move(e));
    } else if (std::regex_match(lines[k], m, number)) {
      const auto e = std::find_if(program.expectations.begin(), program.expectations.end(), [&](const Expectation& x) { return x.name == m[2].str(); });
      if (e == program.expectations.end()) broken(source, at, "no case of this name is expected above");
      if (m[1] == "status") e->status = std::stoi(m[3]), e->has_status = true;
      else e->launch = std::stoi(m[3]);
    } else if (lines[k].starts_with("// expect") || lines[k].starts_with("// also") || lines[k].starts_with("// status") || lines[k].starts_with("// launch ")) {
      broken(source, at, "expectations have the form of faults.h");
    }
  }
  if (program.expectations.empty()) broken(source, 1, "expects nothing of any case");
  return program;
}

int line_of(const std::string& where) {
  const auto colon = where.rfind(':');
  return colon == std::string::npos ? 0 : std::atoi(where.c_str() + colon + 1);
}

}  // namespace

Recorded recorded_on_hardware(const fs::path& csv) {
  Recorded recorded;
  std::ifstream in(csv);
  if (!in) throw std::runtime_error("cannot read " + csv.string());
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("# ")) recorded.machine = line.substr(2);
    const auto f = fields_of(line);  // program, case, tool, exit, errors, first
    if (line.starts_with("#") || f.size() != 6 || f[0] == "program") continue;
    recorded.runs.push_back({f[0], f[1], f[2], f[4], f[5]});
  }
  return recorded;
}

std::vector<Program> programs(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::path& in : {folder, folder / "right"})
    for (const auto& entry : fs::directory_iterator(in))
      if (entry.path().extension() == ".cu") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Program> all;
  for (const fs::path& file : files) {
    // The record knows programs by their name alone.
    if (std::any_of(all.begin(), all.end(), [&](const Program& one) { return one.name == file.stem(); }))
      broken(file, 1, "another program has this name");
    all.push_back(read(file));
  }
  return all;
}

Outcome run(const Program& program, const std::string& name, int host_threads) {
  static std::map<fs::path, fs::path> executables;  // hundreds of cases share a few programs
  fs::path& executable = executables[program.source];
  if (executable.empty()) {
    const auto built = frontend::build_program(program.source, frontend::default_settings());
    if (!built.ok()) throw std::runtime_error(built.problem.message);
    executable = built.value;
  }
  const fs::path evidence = fs::temp_directory_path() / ("fault-evidence." + std::to_string(::getpid()));
  ::setenv("CUDA_SIM_EVIDENCE", evidence.c_str(), 1);
  ::setenv("CUDA_SIM_INSTRUCTION_BUDGET", "3000000", 1);  // endless kernels end at once
  ::setenv("CUDA_SIM_THREADS", std::to_string(host_threads).c_str(), 1);
  const frontend::Outcome ran = frontend::Process({executable.string(), name}, {.processor = std::chrono::seconds(120)}).wait();
  ::unsetenv("CUDA_SIM_EVIDENCE");
  ::unsetenv("CUDA_SIM_THREADS");
  ::unsetenv("CUDA_SIM_INSTRUCTION_BUDGET");
  Outcome outcome;
  if (const auto at = ran.output.rfind("status "); at != std::string::npos) outcome.status = std::atoi(ran.output.c_str() + at + 7);
  std::ifstream in(evidence);
  const auto document = nlohmann::json::parse(in, nullptr, false);
  in.close();
  std::error_code none;
  fs::remove(evidence, none);
  if (document.is_discarded()) throw std::runtime_error(program.source.string() + ", case " + name + ", left no evidence:\n" + ran.output);
  for (const auto& fault : document.at("faults"))
    outcome.said.push_back({fault.at("kind"), line_of(fault.at("where")), fault.at("launch").get<int>() + 1, fault.at("sentence")});
  for (const auto& launch : document.at("launches"))
    if (const std::string why = launch.at("refused"); !why.empty()) outcome.said.push_back({"refused", 0, launch.at("index").get<int>() + 1, why});
  for (const auto& error : document.at("errors"))
    if (error.at("call") != "cudaLaunchKernel") outcome.said.push_back({"error", 0, 0, error.at("sentence")});
  for (const std::string note : document.at("notes"))  // cases do not tidy up
    if (note.find("never freed") == note.npos && note.find("never destroyed") == note.npos) outcome.said.push_back({"note", 0, 0, note});
  return outcome;
}

}  // namespace sim::faults
