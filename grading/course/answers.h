#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "repository.h"

namespace course {

/// A question of a lab's answers.md: a heading of the second level, below it the question, a line that begins with
/// "Your answer:", and what the student wrote after that. The heading "## Predictions" is no question.
struct Answer {
  std::string question;    ///< the heading: "1. A thread that walks down a column"
  std::string text;        ///< without white space around it and without comments; empty: not answered
  bool has_place = false;  ///< false: the line "Your answer:" is missing, so nothing can be found
};

std::vector<Answer> read_answers(std::string_view markdown);

/// Puts lines under the heading "## Predictions" at the end of the lab's answers.md, in the line ends of the file.
/// @return false when there is no such file, or it cannot be written: then nothing changes.
bool keep_predictions(const LabEntry& entry, const std::vector<std::string>& lines);

/// Those of the lab; none if there is no answers.md.
std::vector<Answer> answers_of(const LabEntry& entry);

/// "answers.md: 1 of 2 questions answered; empty: 2. When structures are the right choice"; empty without questions,
/// and what to do when the file is missing.
std::string answers_in_short(const Repository& repository, const LabEntry& entry);

}  // namespace course
