// How fast the simulated GPU runs: warp instructions a second, counters on. Not a test: a figure belongs to a machine.
//   sim_benchmark                prints a table
//   sim_benchmark --page FILE    writes the documentation's page with it
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "grading/simulator/frontend/frontend.h"

namespace {

namespace fs = std::filesystem;

int fail(const std::string& why) {
  fmt::print(stderr, "{}\n", why);
  return 2;
}

struct Row {
  std::string name;
  double instructions = 0, milliseconds = 0, rate = 0;  // warp instructions and processor time of a launch; a second
};

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

void print(const std::vector<Row>& rows) {
  fmt::print("{:32} {:>12} {:>14} {:>24}\n", "kernel", "M warp instr", "ms a launch", "M warp instr a second");
  for (const Row& r : rows) fmt::print("{:32} {:12.2f} {:14.1f} {:24.0f}\n", r.name, r.instructions / 1e6, r.milliseconds, r.rate / 1e6);
}

bool write_page(const char* path, const std::vector<Row>& rows, const std::string& compiler) {
  std::ofstream page(path);
  page << "# How fast is the simulated GPU?\n\n<!-- made by the target speed_refresh: do not edit -->\n\n"
          "Warp instructions (PTX, 32 lanes) a second of processor time, one host thread, counters and checks of every access on.\n"
          "A figure belongs to one machine; `sim_benchmark`, which `course test --full` runs, prints yours.\n\n"
       << fmt::format("Measured on: {}; device code by {}.\n\n", processor(), compiler)
       << "| kernel | million warp instructions a launch | ms a launch | million warp instructions a second |\n| --- | --- | --- | --- |\n";
  for (const Row& r : rows)
    page << fmt::format("| {} | {:.2f} | {:.1f} | {:.0f} |\n", r.name, r.instructions / 1e6, r.milliseconds, r.rate / 1e6);
  page << "\nThe kernels are in `grading/simulator/tests/benchmark/kernels.cu`.\n";
  return static_cast<bool>(page.flush());
}

}  // namespace

int main(int argc, char** argv) {
  const char* const page = argc == 3 && std::string_view(argv[1]) == "--page" ? argv[2] : nullptr;
  if (argc != 1 && !page) return fail("usage: sim_benchmark [--page FILE]");
  const auto settings = sim::frontend::default_settings();
  const auto object = sim::frontend::compile(SIM_BENCHMARK_SOURCE, settings);
  if (!object.ok()) return fail(object.problem.message);
  const fs::path folder = fs::temp_directory_path() / fmt::format("sim-benchmark-{}", getpid());
  fs::create_directories(folder);
  const auto program = sim::frontend::link({object.value}, folder / "kernels", settings);
  if (!program.ok()) return fail(program.problem.message);
  const fs::path evidence = folder / "evidence.json", output = folder / "output";
  setenv("CUDA_SIM_EVIDENCE", evidence.c_str(), 1);
  const std::string command = fmt::format("'{}' > '{}'", program.value.string(), output.string());
  if (std::system(command.c_str()) != 0) return fail("the benchmark program failed");

  const auto document = nlohmann::json::parse(std::ifstream(evidence));
  const auto& launches = document.at("launches");
  std::vector<Row> rows;
  std::ifstream lines(output);
  std::string name;
  int count = 0;
  double seconds = 0;
  for (std::size_t at = 0; lines >> name >> count >> seconds; at += static_cast<std::size_t>(count) + 1) {
    const double instructions = launches.at(at).at("counters").at("sim__warp_instructions.sum").get<double>();
    rows.push_back({name, instructions, seconds / count * 1e3, instructions * count / seconds});
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  print(rows);
  if (page && !write_page(page, rows, document.at("front_end"))) return fail(fmt::format("{} cannot be written", page));
}
