// How fast the simulated GPU runs: warp instructions a second, with counters only and with the fault finders too. A figure
// belongs to a machine; that finders cost at most a factor of three holds on any, and status 1 says that it does not.
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
  double instructions = 0;             // warp instructions of a launch
  double plain = 0, with_finders = 0;  // milliseconds of processor time of a launch
  double rate(double milliseconds) const { return instructions / milliseconds / 1e3; }  // million a second
  double factor() const { return with_finders / plain; }
};
constexpr double most_factor = 3;

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

void print(const std::vector<Row>& rows) {
  fmt::print("{:32} {:>13} {:>12} {:>13} {:>12} {:>13} {:>7}\n", "kernel", "M warp instr", "ms a launch", "M a second", "with finders", "M a second", "factor");
  for (const Row& r : rows)
    fmt::print("{:32} {:13.2f} {:12.1f} {:13.0f} {:12.1f} {:13.0f} {:7.1f}\n", r.name, r.instructions / 1e6, r.plain, r.rate(r.plain), r.with_finders,
               r.rate(r.with_finders), r.factor());
}

bool write_page(const char* path, const std::vector<Row>& rows, const std::string& compiler) {
  std::ofstream page(path);
  page << "# How fast is the simulated GPU?\n\n<!-- made by the target speed_refresh: do not edit -->\n\n"
          "Warp instructions (PTX, 32 lanes) a second of processor time, one host thread, counters and checks of every access on;\n"
          "then with [the fault finders](fault-finders.md) on as well, as under `course run` and in the graders, where they may cost a factor of three.\n"
          "A figure belongs to one machine; `sim_benchmark`, which `course test --full` runs, prints yours and fails above that factor.\n\n"
       << fmt::format("Measured on: {}; device code by {}.\n\n", processor(), compiler)
       << "| kernel | million warp instructions a launch | ms a launch | million a second | ms with finders | million a second | factor |\n"
          "| --- | --- | --- | --- | --- | --- | --- |\n";
  for (const Row& r : rows)
    page << fmt::format("| {} | {:.2f} | {:.1f} | {:.0f} | {:.1f} | {:.0f} | {:.1f} |\n", r.name, r.instructions / 1e6, r.plain, r.rate(r.plain),
                        r.with_finders, r.rate(r.with_finders), r.factor());
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
  std::vector<Row> rows;
  std::string front_end;
  for (const bool finders : {false, true}) {
    setenv("CUDA_SIM_FINDERS", finders ? "on" : "off", 1);
    if (std::system(command.c_str()) != 0) return fail("the benchmark program failed");
    const auto document = nlohmann::json::parse(std::ifstream(evidence));
    if (!document.at("faults").empty()) return fail("the benchmark program has a fault: " + document.at("faults").at(0).at("sentence").get<std::string>());
    front_end = document.at("front_end");
    const auto& launches = document.at("launches");
    std::ifstream lines(output);
    std::string name;
    int count = 0;
    double seconds = 0;
    std::size_t row = 0;
    for (std::size_t at = 0; lines >> name >> count >> seconds; at += static_cast<std::size_t>(count) + 1, ++row) {
      const double instructions = launches.at(at).at("counters").at("sim__warp_instructions.sum").get<double>();
      if (!finders) rows.push_back({name, instructions, seconds / count * 1e3, 0});
      else rows.at(row).with_finders = seconds / count * 1e3;
    }
  }
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  print(rows);
  if (page && !write_page(page, rows, front_end)) return fail(fmt::format("{} cannot be written", page));
  for (const Row& r : rows)
    if (r.factor() > most_factor) {
      fmt::print(stderr, "{}: the fault finders cost a factor of {:.1f}, more than {}\n", r.name, r.factor(), most_factor);
      return 1;
    }
}
