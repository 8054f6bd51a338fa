#include "machine.h"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <string_view>

#include "grading/harness/printable.h"
#include "problem.h"
#include "process.h"
#include "runner_build.h"

namespace course {

namespace {

/// The first entry of CUDA_VISIBLE_DEVICES, which is CUDA's device 0; nullopt: it is not set.
std::optional<std::string> first_visible() {
  const char* list = std::getenv("CUDA_VISIBLE_DEVICES");
  if (list == nullptr) return std::nullopt;
  const std::string all = list;
  return all.substr(0, all.find(','));
}

bool hidden() {
  const auto first = first_visible();
  return first && (first->empty() || first->starts_with("-"));
}

/// "9.0", which names the architecture that kernels are built for.
bool is_version(std::string_view text) {
  const auto is_number = [](std::string_view part) { return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos; };
  const auto dot = text.find('.');
  return dot != std::string_view::npos && is_number(text.substr(0, dot)) && is_number(text.substr(dot + 1));
}

/// What nvidia-smi answers where it says something else than a GPU's name and compute capability.
std::string& odd_answer() {
  static std::string line;
  return line;
}

Gpu ask_for_gpu() {
  // CUDA counts the fastest GPU first and nvidia-smi the one with the lowest bus id, unless CUDA is told otherwise. Kernels
  // are built for the one and run on the other, so every process of ours is told.
  ::setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 0);
  if (hidden()) return {};
  // "NVIDIA H200, 9.0"; a driver without a device prints a sentence and fails, which is no line for us.
  const std::string line = ask_gpu("name,compute_cap");
  const auto comma = line.rfind(", ");
  if (comma == std::string::npos || !is_version(std::string_view(line).substr(comma + 2))) {
    odd_answer() = harness::printable(line);
    return {};
  }
  return {.name = line.substr(0, comma), .compute_capability = line.substr(comma + 2)};
}

}  // namespace

Gpu find_gpu() {
  // Asked once: a driver that has to wake the GPU up for it takes seconds.
  static const Gpu gpu = ask_for_gpu();
  return gpu;
}

std::string ask_gpu(const std::string& what) {
  std::vector<std::string> question = {"nvidia-smi", "--query-gpu=" + what, "--format=csv,noheader"};
  // A slice of a GPU (MIG-...) is none that nvidia-smi answers for.
  if (const auto first = first_visible(); first && !first->starts_with("MIG")) question.push_back("--id=" + *first);
  return first_line_of(question);
}

std::string no_gpu() {
  if (hidden()) return "CUDA_VISIBLE_DEVICES hides every NVIDIA GPU here (unset it, or name one)";
  if (!odd_answer().empty())
    return fmt::format("nvidia-smi tells no name and compute capability of an NVIDIA GPU, but '{}' (is the driver too old, or broken?)", odd_answer());
  return "no NVIDIA GPU answers here (nvidia-smi finds none)";
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
      lacking = no_gpu();
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
