#include "machine.h"

#include <fmt/format.h>

#include "problem.h"
#include "process.h"
#include "runner_build.h"

namespace course {

namespace {

Gpu ask_for_gpu() {
  // "NVIDIA H200, 9.0"; a driver without a device prints a sentence and fails, which is no line for us.
  const std::string line = first_line_of({"nvidia-smi", "--query-gpu=name,compute_cap", "--format=csv,noheader"});
  const auto comma = line.rfind(", ");
  if (comma == std::string::npos) return {};
  return {.name = line.substr(0, comma), .compute_capability = line.substr(comma + 2)};
}

}  // namespace

Gpu find_gpu() {
  // Asked once: a driver that has to wake the GPU up for it takes seconds.
  static const Gpu gpu = ask_for_gpu();
  return gpu;
}

std::string nvcc_version() {
  // Its last line is "Build cuda_13.0.r13.0/compiler...", the first ones are about copyright.
  const std::string build = first_line_of({"sh", "-c", "nvcc --version | grep -o 'release [0-9.]*'"});
  return build.size() > 8 ? build.substr(8) : "";
}

Machine choose_machine(const Repository& repository, const std::string& wanted) {
  if (wanted != "sim") {
    const Gpu gpu = find_gpu();
    std::string lacking;
    if (gpu.name.empty())
      lacking = "no NVIDIA GPU answers here (nvidia-smi finds none)";
    else if (nvcc_version().empty())
      lacking = "nvcc is not on PATH (install the CUDA Toolkit, or add its bin folder to PATH)";
    else if (!std::filesystem::exists(repository.cuda_build() / "labs"))
      lacking = "the graders are not built for it (cmake --preset cuda && cmake --build --preset cuda)";
    if (lacking.empty())
      return {.kind = "cuda", .name = gpu.name, .compute_capability = gpu.compute_capability, .front_end = {}};
    if (wanted == "cuda")
      throw Problem(fmt::format("--machine cuda: {}; --machine sim grades on the simulated GPU", lacking));
  }
  return {.kind = "sim", .name = "simulated GPU", .compute_capability = "9.0", .front_end = front_end(repository)};
}

}  // namespace course
