#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "repository.h"

/// What a student has reached, kept for good: `progress.json` at the root of the checkout, which git ignores. No reset
/// and no new build takes anything out of it. It is for the student's eyes; marks never come from it.
namespace course {

struct PredictedNumber {
  double predicted = 0;
  bool before_grading = true;     ///< made before the task's first grading
  std::optional<double> counted;  ///< what it is held against, once it was shown
};

struct TaskProgress {
  int gradings = 0;            ///< how often, the untouched starter included
  double best_points = 0;      ///< the most that one grading gave
  std::set<std::string> passed;     ///< checks that passed at some time
  std::vector<std::string> hints;   ///< texts of the hints that were shown
  std::map<std::string, PredictedNumber> predictions;  ///< by name
};

class Progress {
 public:
  /// The task's record, made when there is none.
  TaskProgress& task(const std::string& lab, const std::string& name) { return labs_[lab][name]; }
  /// An empty record when there is none.
  TaskProgress seen(const std::string& lab, const std::string& name) const;

  std::string to_json() const;
  /// Throws std::runtime_error if the text is not what to_json writes.
  static Progress from_json(const std::string& text);

 private:
  std::map<std::string, std::map<std::string, TaskProgress>> labs_;
};

/// As it is now. A file that cannot be read counts as empty, after a sentence on standard error.
Progress read_progress(const Repository& repository);

/// Reads, changes and writes the file in one step: a second tool at work waits, and a failure leaves the old content.
/// A file that cannot be read is kept under another name first, with a sentence on standard error. A file that cannot be
/// written costs a sentence there, too, and never a grading.
void change_progress(const Repository& repository, const std::function<void(Progress&)>& change);

/// Teaches of a lab: a concept is met when a check about it has passed, and all of them when all checks with points have.
std::set<std::string> concepts_met(const Progress& progress, const LabEntry& entry);

}  // namespace course
