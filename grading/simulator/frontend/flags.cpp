#include "grading/simulator/frontend/flags.h"

namespace sim::frontend {
namespace {

void append(std::vector<std::string>& to, std::initializer_list<std::string> words) { to.insert(to.end(), words); }

}  // namespace

std::vector<std::string> common_flags(const Settings& settings) {
  std::vector<std::string> flags = {
      // No toolkit: clang must neither look for one nor take its headers and bitcode; the version it would have read
      // from it decides the launch interface (cudaLaunchKernel with pushed configuration).
      "-x", "cuda", "--cuda-path=/nonexistent", "-nocudainc", "-nocudalib", "-Xclang", "-target-sdk-version=11.2",
      "-Wno-unknown-cuda-version", std::string("--cuda-gpu-arch=") + device_architecture,
      "-std=c++20", "-O2", "-fno-color-diagnostics", "-ferror-limit=20",
      // Of a crash its words are enough; the files for a report would stay in the folder for temporary ones.
      "-fno-crash-diagnostics",
      // __constant__ or __shared__ on a member would be ignored with a warning, and the data lie somewhere else.
      "-Werror=ignored-attributes",
      // `float sum;` and then `sum +=`: the optimiser may take any value, and often takes one that gives right results.
      "-Wuninitialized", "-Wsometimes-uninitialized", "-Wconditional-uninitialized",
      // A loop whose trip count is not known keeps its form under #pragma unroll; nvcc says nothing either.
      "-Wno-pass-failed",
      // nvcc includes it for every program.
      "-isystem", settings.headers.string(), "-include", "cuda_runtime.h"};
  for (const auto& folder : settings.include) append(flags, {"-I", folder.string()});
  for (const std::string& define : settings.defines) flags.push_back("-D" + define);
  return flags;
}

std::vector<std::string> device_command(const Compiler& compiler, const std::vector<std::string>& common,
                                        const std::filesystem::path& source, const std::filesystem::path& ptx) {
  std::vector<std::string> command = {compiler.path.string()};
  command.insert(command.end(), common.begin(), common.end());
  append(command, {"--cuda-device-only", "-Xclang", "-target-feature", "-Xclang", "+ptx75", "-gline-tables-only",
                   // Pointers of 32 bits to shared, constant and local memory save address arithmetic, as ptxas does.
                   "-fcuda-short-ptr", "-Xclang", "-mllvm", "-Xclang", "--nvptx-short-ptr"});
  // A store through a null pointer must reach the machine, which names its line, and not take the kernel's rest along.
  command.push_back("-fno-delete-null-pointer-checks");
  // C++ lets the compiler drop a loop that waits for a plain flag, as one that must end; nvcc keeps it, and the GPU hangs.
  command.push_back("-fno-finite-loops");
  // clang joins the stores of two branches into one; nvcc does not, and the counters show it.
  if (compiler.major >= 15) append(command, {"-mllvm", "-sink-common-insts=false"});
  append(command, {"-S", source.string(), "-o", ptx.string()});
  return command;
}

std::vector<std::string> host_command(const Compiler& compiler, const std::vector<std::string>& common,
                                      const std::filesystem::path& source, const std::filesystem::path& gpu_binary,
                                      const std::filesystem::path& object, const std::filesystem::path& rule) {
  std::vector<std::string> command = {compiler.path.string()};
  command.insert(command.end(), common.begin(), common.end());
  // Line numbers of host code: a crash is told with its line. In DWARF 5 clang names ranges by an index that addr2line of binutils
  // 2.40 does not follow, and the call of an inlined function that is in several pieces (a launch in an unrolled loop) is lost.
  append(command, {"-gline-tables-only", "-gdwarf-4", "--cuda-host-only", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", gpu_binary.string(), "-fPIC",
                   "-pthread", "-MD", "-MF", rule.string(), "-c", source.string(), "-o", object.string()});
  return command;
}

}  // namespace sim::frontend
