#pragma once
/// @file
/// @brief What `lab.json` says of a lab: the one place for its title, order, concepts, tasks, points, limits, hints.
///
/// Read by the grader (points and limits), the course tool (list, hints, corpus) and the site. The form of the file
/// is in docs/architecture.md; every departure from it is one sentence with file, JSON pointer and what was expected.
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace course {

/// Kinds of checks, named as in reports. A check's doctest suite has the same name.
enum class CheckKind { correctness, lesson, speed };
std::string_view name_of(CheckKind kind);

/// A count (or ratio of counts) that a lesson check may not exceed or fall below.
struct Limit {
  std::string measure;          ///< a name of grading/harness/measures.h, or one that the grader measures itself
  std::optional<double> max;    ///< pass at or below
  std::optional<double> min;    ///< pass at or above; at least one of max and min is set
  std::optional<double> ideal;  ///< what the README derives by arithmetic, for messages
  std::string unit;             ///< for messages: "sectors/request"
  std::string glossary = {};    ///< stem of a page where this limit is about something else than its check; may be empty
};

struct CheckEntry {
  std::string name;  ///< unique within its task
  CheckKind kind = CheckKind::correctness;
  int points = 0;             ///< 0 for speed checks, which have a column of their own
  std::string glossary;       ///< stem of a glossary page that explains a failure; may be empty
  std::vector<Limit> limits;  ///< ordered by measure; lesson checks have at least one
  std::filesystem::path slow;  ///< of a speed check: the kernel with the lab's own fault, relative to the grader folder
  /// Of a speed check, relative to the grader folder: which of the task's slow kernels pass it on the GPU whose times are
  /// recorded, since caches hide what they waste, and which are about at its limit there. All others fail it by 15 %.
  std::vector<std::filesystem::path> hidden = {}, near = {};

  /// The limit of that measure, or nullptr.
  const Limit* limit(std::string_view measure) const;
};

/// Offered by `course hint`. `fault` and `says` narrow it to one way of failing, and such a hint comes first.
struct Hint {
  std::string when;   ///< the check whose failure asks for it, or "any"
  std::string fault;  ///< only for a failure of this kind ("wrong-result", "out-of-bounds", "limit"); may be empty
  std::string says;   ///< only if the failure's message holds these words (a part of a case's name, say); may be empty
  std::string text;
};

/// A number that `course predict` asks for before the first grading. What it is held against is counted in a run of one
/// lesson check of a given kernel, so that it is the same for everybody, whatever the student's file holds by then.
struct Prediction {
  std::string name;  ///< unique within its task
  std::string text;  ///< the question; "{line}" in it becomes the number of the line that `line` is found in
  std::string line;  ///< words that exactly one line of the kernel's file holds: only that line is counted; may be empty
  std::string check;    ///< the lesson check whose run is counted
  std::string measure;  ///< a name of grading/harness/measures.h that needs no useful bytes
  std::string unit;     ///< of the number: "sectors a request"
  bool of_solution = false;  ///< the solution is counted, not the starter
  std::optional<int> only_case;  ///< counts of this case of the check alone (0: the first); else the sum over all
};

/// Stands in a corpus entry for the compiler and linker: the file must not become a program.
inline constexpr std::string_view build_check = "build";

/// A kernel that the graders must judge in a stated way (`course check-labs`).
struct CorpusEntry {
  std::filesystem::path file;  ///< relative to the lab's grader folder
  bool must_pass = false;
  std::string check;    ///< the check that must fail, or build_check; empty when must_pass
  std::string because;  ///< what is wrong with it, for authors; empty when must_pass
  std::string says;     ///< words that the failure's message must hold; may be empty
};

struct Task {
  std::string name;      ///< what commands and checks call it
  std::string file;      ///< what the student edits, relative to the lab's folder
  std::string function;  ///< what the file must define (declared in tasks.h)
  std::string summary;
  int points = 0;  ///< the sum over its checks
  std::vector<CheckEntry> checks;
  std::vector<Hint> hints;
  std::vector<Prediction> predictions;
  std::vector<CorpusEntry> corpus;

  const CheckEntry* check(std::string_view check_name) const;
  std::vector<const CheckEntry*> checks_of(CheckKind kind) const;
  const Prediction* prediction(std::string_view asked) const;
  /// Kernels that are slow by a lesson's count, relative to the lab's grader folder: the starter, and corpus files that a
  /// lesson check rejects. Not those below corpus/wrong: what goes around a lesson may be fast.
  std::vector<std::filesystem::path> slow_kernels() const;
};

struct Lab {
  std::string name;              ///< the folder's name: "03-coalescing"
  std::filesystem::path folder;  ///< as given to load_lab
  std::string title;
  int order = 0;  ///< the number in the folder's name
  std::string summary;
  std::vector<std::string> teaches, needs;  ///< stems of glossary pages
  std::vector<Task> tasks;
  double seconds = 20;   ///< wall-clock limit of one runner process
  int memory_mb = 2048;  ///< resident memory of one runner process, MiB
  /// Of one launch on the simulated GPU, which then ends as an endless loop with its line. To come before `seconds` on a
  /// busy machine, where two million a second were counted.
  int warp_instructions = 20'000'000;

  int points() const;
  const Task* task(std::string_view task_name) const;
};

/// A lab.json that cannot be used. what() is one sentence: file, JSON pointer, what was expected, what was found.
class LabError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads FOLDER/lab.json.
/// @throws LabError when it is missing, is not JSON, or says something that docs/architecture.md does not allow.
Lab load_lab(const std::filesystem::path& folder);

}  // namespace course
