// How fast the simulated GPU runs: warp instructions a second, counters on. Not a test: a figure belongs to a machine.
//   sim_benchmark [--markdown]
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "grading/simulator/frontend/frontend.h"

namespace {

namespace fs = std::filesystem;

int fail(const std::string& why) {
  fmt::print(stderr, "{}\n", why);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const bool markdown = argc > 1 && std::string_view(argv[1]) == "--markdown";
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

  const auto launches = nlohmann::json::parse(std::ifstream(evidence)).at("launches");
  const char* const row = markdown ? "| {} | {:.2f} | {:.0f} | {:.0f} |\n" : "{:32} {:8.2f} {:14.0f} {:22.0f}\n";
  if (markdown)
    fmt::print("| kernel | million warp instructions | ms a launch | million warp instructions a second |\n| --- | --- | --- | --- |\n");
  else
    fmt::print("{:32} {:>8} {:>14} {:>22}\n", "kernel", "M instr", "ms a launch", "M instr a second");
  std::ifstream lines(output);
  std::string name;
  int count = 0;
  double seconds = 0;
  for (std::size_t at = 0; lines >> name >> count >> seconds; at += static_cast<std::size_t>(count) + 1) {
    const double instructions = launches.at(at).at("counters").at("sim__warp_instructions.sum").get<double>();
    fmt::print(fmt::runtime(row), name, instructions / 1e6, seconds / count * 1e3, instructions * count / seconds / 1e6);
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}
