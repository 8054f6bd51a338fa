#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <thread>

#include "commands.h"
#include "console.h"
#include "machine.h"
#include "packages.h"
#include "problem.h"
#include "process.h"
#include "runner_build.h"

namespace course {
namespace {

std::string system_name() {
  std::ifstream file("/etc/os-release");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("PRETTY_NAME=", 0) == 0 && line.size() > 14) return line.substr(13, line.size() - 14);
  return "unknown";
}

std::string or_missing(const std::string& text) { return text.empty() ? "missing" : text; }

void row(std::string_view label, std::string_view answer, std::string_view remark = "") {
  fmt::print("  {:<14}{:<44}{}\n", label, answer, remark);
}

}  // namespace

int run_doctor() {
  const Repository repository = Repository::find();
  const Console console;
  constexpr double gib = 1024.0 * 1024 * 1024;
  bool sim = true;

  fmt::print("{}\n", console.strong("This machine"));
  row("system", system_name(),
      fmt::format("{} cores, {:.0f} GiB of memory", std::thread::hardware_concurrency(),
                  static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE)) / gib));
  std::error_code error;
  const auto space = std::filesystem::space(repository.root, error);
  const double free = error ? 0 : static_cast<double>(space.available) / gib;
  row("disk", fmt::format("{:.1f} GiB free", free),
      free < 1 ? "less than the 1 GiB that a build may need" : repository.build.string());
  const bool writable =
      ::access((std::filesystem::exists(repository.build) ? repository.build : repository.root).c_str(), W_OK) == 0;
  if (!writable) row("build folder", "not writable", "copy the repository to a folder of yours");

  fmt::print("\n{}\n", console.strong("Simulated GPU"));
  std::string clang;
  try {
    clang = front_end(repository);
  } catch (const Problem& problem) {
    sim = false;
  }
  row("clang", or_missing(clang), "compiles kernels (19 is the reference, 14 the oldest)");
  row("g++", or_missing(first_line_of({"g++", "--version"})));
  row("cmake", or_missing(first_line_of({"cmake", "--version"})));
  row("ninja", or_missing(first_line_of({"ninja", "--version"})));

  fmt::print("\n{}\n", console.strong("Real GPU (not needed)"));
  const Gpu gpu = find_gpu();
  const std::string nvcc = nvcc_version();
  row("GPU",
      gpu.name.empty() ? "none answers" : fmt::format("{} (compute capability {})", gpu.name, gpu.compute_capability));
  row("nvcc", or_missing(nvcc), nvcc.empty() ? "" : "compiles kernels with the preset cuda");

  fmt::print("\n{}\n", console.strong("Besides"));
  row("doxygen", or_missing(first_line_of({"doxygen", "--version"})), "./course docs");
  row("bubblewrap", or_missing(first_line_of({"bwrap", "--version"})), "sandbox for a class's submissions");

  fmt::print("\n{}\n", console.strong("What works here"));
  const auto missing = missing_packages(repository, "build docs class");
  for (const Package& package : missing) sim = sim && package.group != "build";
  sim = sim && writable && free > 0.1;
  const auto answer = [&](bool works) { return works ? console.good("yes") : console.open("no"); };
  fmt::print("  grade on the simulated GPU    {}\n", sim ? answer(true) : console.bad("no"));
  fmt::print("  compile for a real GPU        {}\n", answer(!nvcc.empty()));
  fmt::print("  grade on a real GPU           {}\n", answer(!nvcc.empty() && !gpu.name.empty()));
  int broken = 0;
  for (const LabEntry& entry : find_labs(repository))
    if (!entry.lab) {
      ++broken;
      fmt::print("{}", wrapped(entry.broken, 2));
    }
  if (!missing.empty()) {
    fmt::print("\n{}\n", console.strong("Missing"));
    for (const Package& package : missing)
      row(package.name, package.purpose, package.group == "build" ? "needed" : "optional");
    fmt::print("  to install:   {}\n", install_line(missing));
  }
  return sim && broken == 0 ? 0 : 2;
}

}  // namespace course
