#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "report.h"
#include "repository.h"

namespace course {

/// How the build of a task's runner ended.
struct Built {
  enum class Outcome { ok, student, machine } outcome = Outcome::ok;
  std::string message;  ///< one sentence, or the compiler's first error
  std::string where;    ///< file:line of a compile error, if the compiler gave one
  std::vector<Remark> warnings = {};  ///< of a build that came through, inside the task's own file
};

/// Compiles the task's source through the front end and links it with the lab's runner to `program`.
/// Nothing is compiled again that was compiled before with the same text and flags.
Built build_runner(const Repository& repository, const LabEntry& entry, const Task& task,
                   const std::filesystem::path& source, const std::filesystem::path& program);

/// The same with nvcc for the real GPU, from the build of the preset `cuda`.
Built build_cuda_runner(const Repository& repository, const LabEntry& entry, const Task& task,
                        const std::filesystem::path& source, const std::filesystem::path& program);

/// A sentence for what the linker says of a task file: that it lacks the function that the grader calls, that it brings
/// something twice (a main, say), else the linker's own first complaint.
Built explain_link_error(const std::string& linker_output, const LabEntry& entry, const Task& task);

/// What is said of a task file whose object takes a name of the runner's libraries (see reserved_name_in), if it does.
std::optional<Built> takes_reserved_name(const Task& task, const std::filesystem::path& object, const std::vector<std::filesystem::path>& libraries);

/// What the author of a function that can end without its value is told, whichever compiler found it.
inline constexpr const char* missing_return =
    "this function promises a value and can reach its end without `return`: its caller would get whatever lies around, or "
    "the program would run on into other code. Return a value on every path (cudaSuccess, say), or make the function void";

/// "clang 19.1.7": what the front end compiles with. Throws Problem (with the line that installs one) if there is none.
std::string front_end(const Repository& repository);

/// Why the front end cannot compile for the simulated GPU here, as a clause; empty: it can.
std::string front_end_missing();

}  // namespace course
