#include "grading/simulator/tests/truth/machine.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "grading/programs/program_path.h"
#include "grading/simulator/frontend/nvcc.h"
#include "grading/simulator/frontend/process.h"
#include "grading/simulator/frontend/run.h"

namespace sim::truth {
namespace {

namespace fs = std::filesystem;

std::string clang_of(FrontEnd front_end) { return front_end == FrontEnd::clang_14 ? "clang++-14" : "clang++-19"; }

// "shared_load<float, 2, 1>(float*, int)" without its parameters.
std::string without_parameters(const std::string& kernel) { return kernel.substr(0, kernel.rfind('(')); }

class EvidenceFile {
 public:
  EvidenceFile() : path_(fs::temp_directory_path() / ("truth-evidence." + std::to_string(::getpid()))) {}
  ~EvidenceFile() {
    std::error_code none;
    fs::remove(path_, none);
  }
  EvidenceFile(const EvidenceFile&) = delete;
  EvidenceFile& operator=(const EvidenceFile&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

FrontEnd front_end_named(std::string_view name) {
  for (const FrontEnd front_end : {FrontEnd::clang_19, FrontEnd::clang_14, FrontEnd::nvcc})
    if (name == name_of(front_end)) return front_end;
  throw std::invalid_argument("there are the front ends clang-19, clang-14 and nvcc, not " + std::string(name));
}

std::string_view name_of(FrontEnd front_end) {
  switch (front_end) {
    case FrontEnd::clang_14: return "clang-14";
    case FrontEnd::nvcc: return "nvcc";
    default: return "clang-19";
  }
}

std::optional<std::string> missing(FrontEnd front_end) {
  if (!programs::program_path(clang_of(front_end)))
    return "there is no " + clang_of(front_end) + " on this computer (Debian, Ubuntu: package " + clang_of(front_end).erase(5, 2) + ")";
  if (front_end == FrontEnd::nvcc)
    if (const auto nvcc = frontend::find_nvcc(); !nvcc.ok()) return nvcc.problem.message;
  return std::nullopt;
}

void choose(FrontEnd front_end) {
  ::setenv("COURSE_CLANG", clang_of(front_end).c_str(), 1);
  ::setenv("COURSE_DEVICE_COMPILER", front_end == FrontEnd::nvcc ? "nvcc" : "clang", 1);
}

std::string evidence_of(const fs::path& source, int host_threads) {
  const auto program = frontend::build_program(source, frontend::default_settings());
  if (!program.ok()) throw std::runtime_error(program.problem.message);
  const EvidenceFile file;
  ::setenv("CUDA_SIM_EVIDENCE", file.path().c_str(), 1);
  ::setenv("CUDA_SIM_THREADS", std::to_string(host_threads).c_str(), 1);
  const frontend::Outcome ran = frontend::Process({program.value.string()}, {.processor = std::chrono::seconds(300)}).wait();
  ::unsetenv("CUDA_SIM_EVIDENCE");
  ::unsetenv("CUDA_SIM_THREADS");
  if (!ran.ok()) throw std::runtime_error(source.string() + " ended with status " + std::to_string(ran.status) + ":\n" + ran.output);
  std::ifstream in(file.path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<Launch> launches_of(const std::string& evidence) {
  std::vector<Launch> all;
  const auto document = nlohmann::json::parse(evidence);  // lives longer than the loop over a part of it
  for (const auto& launch : document.at("launches")) {
    Launch row{launch.at("index").get<int>(), without_parameters(launch.at("kernel").get<std::string>()), {}};
    for (const auto& [name, value] : launch.at("counters").items()) row.counters[name] = value.get<std::uint64_t>();
    all.push_back(std::move(row));
  }
  return all;
}

}  // namespace sim::truth
