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

/// Lines to print for each task of which something was predicted: the number, the count, the question. What was not counted
/// before is counted now and kept.
std::vector<std::string> shown_predictions(const Repository& repository, const Selection& selection);

/// The same without counting: what was not counted yet shows the number alone.
std::vector<std::string> known_predictions(const Repository& repository, const Selection& selection,
                                           const Progress& progress);

}  // namespace course
