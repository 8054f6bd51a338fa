#pragma once

#include <string>
#include <vector>

#include "progress_file.h"
#include "repository.h"

/// The numbers that `course predict` asks for and what they are held against.
namespace course {

/// The question with the line's number in it. Throws Problem if the line is not there exactly once.
std::string question_of(const Repository& repository, const LabEntry& entry, const Task& task, const Prediction& asked);

struct Counted {
  double value = 0;
  std::string problem;  ///< why it cannot be counted, as a sentence; else empty
};

/// Counts what the predictions of a task ask for, in the order of the predictions: builds and runs the starter or the
/// solution as often as needed. Throws Problem for a fault of the machine.
std::vector<Counted> count_predictions(const Repository& repository, const LabEntry& entry, const Task& task);

/// What was predicted of these tasks and not told before: it is counted now, put down in progress.json and at the end of
/// the lab's answers.md, and returned as lines to print, once. Nothing that fails here holds up a verdict.
std::vector<std::string> told_predictions(const Repository& repository, const Selection& selection);

/// Questions of these tasks that have no number yet.
std::size_t open_predictions(const Repository& repository, const Selection& selection);

/// All that was predicted: the number, the count, the question. What was not counted yet shows the number alone.
std::vector<std::string> known_predictions(const Repository& repository, const Selection& selection,
                                           const Progress& progress);

}  // namespace course
