#include <fmt/format.h>

#include <algorithm>
#include <regex>
#include <sstream>
#include <string_view>
#include <utility>

#include "files.h"
#include "machine.h"
#include "manifest.h"
#include "problem.h"
#include "process.h"
#include "runner_build.h"

namespace course {
namespace {

/// The first error of nvcc: "file(12): error: expected a ";"", or of its host compiler: "file:12:3: error: ..."; else the first
/// line that says one without a place, as ptxas does ("ptxas error   : Entry function ... uses too much shared data").
Built first_error(const std::string& log) {
  static const std::regex pattern(R"(([^\n]+?)[(:](\d+)[):][^\n]*?error[^\n:]*: ([^\n]+))");
  std::smatch match;
  std::istringstream lines(log);
  std::string without_place;
  for (std::string line; std::getline(lines, line);) {
    const bool of_tool = line.starts_with("ptxas ") || line.starts_with("nvlink ");  // another line may quote the source
    if (without_place.empty() && of_tool && (line.find("error") != std::string::npos || line.find("fatal") != std::string::npos))
      without_place = line;
    line.resize(std::min<std::size_t>(line.size(), 2000));  // a regular expression needs stack for each character
    if (!std::regex_search(line, match, pattern)) continue;
    return {.outcome = Built::Outcome::student,
            .message = match[3].str().starts_with("missing return statement") ? missing_return : match[3].str(), .where = match[1].str() + ":" + match[2].str()};
  }
  return {.outcome = Built::Outcome::student, .message = without_place.empty() ? log.substr(0, log.find('\n')) : without_place, .where = {}};
}

/// What a runner is made of: text and flags, and the age of what it is linked with. Equal keys, equal programs.
std::string key_of(const RunnerParts& parts, const fs::path& source, const std::vector<std::string>& flags) {
  std::string key = read_file(source);
  for (const std::string& flag : flags) key += "\n" + flag;
  for (const fs::path& folder : parts.include_directories)
    for (const auto& item : fs::directory_iterator(folder))
      if (item.path().extension() == ".h") key += "\n" + read_file(item.path());
  for (const auto& files : {parts.objects, parts.libraries})
    for (const fs::path& file : files)
      key += fmt::format("\n{} {}", file.string(), fs::last_write_time(file).time_since_epoch().count());
  return key;
}

/// Why the machine did not let nvcc finish, which is nobody's submission, and what to look at; empty: it did.
std::string machine_fault(const Ended& ended, const std::string& log) {
  constexpr const char* memory_and_disk = "this machine's memory and disk";
  struct Sign {
    bool of_nvcc;  // in a line of nvcc's own, which is never about the file that it compiles
    std::string_view words;
    const char* look_at;
  };
  static constexpr Sign signs[] = {
      {true, "died due to signal", memory_and_disk},
      {false, "fatal error: Killed signal terminated program", memory_and_disk},  // of the host compiler
      {false, "No space left on device", memory_and_disk},
      {true, "Unsupported gpu architecture", "the versions of GPU and CUDA Toolkit: this toolkit does not know this GPU, another one has to be on PATH"},
      {false, "#error -- unsupported GNU version", "the versions of host compiler and CUDA Toolkit: this toolkit does not know this compiler"},
      {true, "fatal", "this machine's CUDA Toolkit and host compiler"}};
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);)
    for (const auto& [of_nvcc, words, look_at] : signs)
      if (line.find(words) != std::string::npos && (!of_nvcc || line.starts_with("nvcc ")))
        return fmt::format("nvcc could not finish ({}): look at {}", line, look_at);
  return ended.signal == 0 ? "" : fmt::format("nvcc could not finish ({}): look at {}", ended.sentence(), memory_and_disk);
}

Built run_nvcc(std::vector<std::string> arguments, const fs::path& log, const auto& explain) {
  arguments.insert(arguments.begin(), "nvcc");
  const Ended ended = run_process({.arguments = std::move(arguments), .output = log, .folder = {}});
  if (ended.ok()) return {};
  const std::string text = read_file(log);
  if (std::string why = machine_fault(ended, text); !why.empty())
    return {.outcome = Built::Outcome::machine, .message = std::move(why), .where = {}};
  return explain(text);
}

}  // namespace

Built build_cuda_runner(const Repository& repository, const LabEntry& entry, const Task& task, const fs::path& source,
                        const fs::path& program) {
  const RunnerParts parts = runner_parts(repository, entry.name, task, "cuda");
  const std::string object = program.string() + ".o", log = program.string() + ".nvcc.log";

  std::string architecture = find_gpu().compute_capability;  // "9.0"
  std::erase(architecture, '.');
  // Line numbers are for faults. 940 is a missing return, of which nvcc would only warn.
  std::vector<std::string> compile = {"-std=c++17", "-O3", "-lineinfo", "-diag-error", "940", "-arch=sm_" + architecture,
                                      "-c", source.string(), "-o", object};
  for (const fs::path& folder : parts.include_directories) compile.push_back("-I" + folder.string());
  const fs::path kept = program.string() + ".key";
  const std::string key = key_of(parts, source, compile);
  if (fs::exists(program) && fs::exists(kept) && read_file(kept) == key) return {};
  fs::remove(kept);  // until the program below is whole
  if (const Built built = run_nvcc(compile, log, first_error); built.outcome != Built::Outcome::ok) return built;
  if (auto taken = takes_reserved_name(task, object, parts.libraries)) return *taken;

  std::vector<std::string> link = {"-cudart=shared", "-o", program.string()};
  for (const fs::path& part : parts.objects) link.push_back(part.string());
  link.push_back(object);
  for (const fs::path& library : parts.libraries) {
    link.push_back(library.string());
    if (library.extension() == ".so") link.insert(link.end(), {"-Xlinker", "-rpath=" + library.parent_path().string()});
  }
  const Built built = run_nvcc(link, log, [&](const std::string& text) { return explain_link_error(text, entry, task); });
  if (built.outcome == Built::Outcome::ok) write_file(kept, key);
  return built;
}

}  // namespace course
