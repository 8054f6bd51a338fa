#include "answers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "files.h"
#include "problem.h"

namespace course {
namespace {

constexpr std::string_view place = "Your answer:";
constexpr std::string_view predictions_heading = "## Predictions";

std::string trimmed(std::string_view text) {
  const auto from = text.find_first_not_of(" \t\r\n"), to = text.find_last_not_of(" \t\r\n");
  return from == std::string_view::npos ? "" : std::string(text.substr(from, to - from + 1));
}

std::string without_comments(std::string text) {
  for (auto begin = text.find("<!--"); begin != std::string::npos; begin = text.find("<!--", begin)) {
    const auto end = text.find("-->", begin);
    text.erase(begin, end == std::string::npos ? std::string::npos : end + 3 - begin);
  }
  return text;
}

}  // namespace

std::vector<Answer> read_answers(std::string_view markdown) {
  const std::string text = without_comments(std::string(markdown));
  std::vector<Answer> answers;
  bool in_question = false;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string line = text.substr(start, end - start);
    if (trimmed(line) == predictions_heading) {
      in_question = false;
    } else if (line.starts_with("## ")) {
      in_question = true;
      answers.push_back({.question = trimmed(std::string_view(line).substr(3)), .text = {}, .has_place = false});
    } else if (in_question) {
      Answer& answer = answers.back();
      // Only the first such line of a question: an answer may quote it.
      if (!answer.has_place && line.starts_with(place)) {
        answer.has_place = true;
        answer.text = line.substr(place.size());
      } else if (answer.has_place) {
        answer.text += "\n" + line;
      }
    }
    start = end + 1;
  }
  for (Answer& answer : answers) answer.text = trimmed(answer.text);
  return answers;
}

std::vector<Answer> answers_of(const LabEntry& entry) {
  const fs::path file = entry.folder / "answers.md";
  return fs::is_regular_file(file) ? read_answers(read_file(file)) : std::vector<Answer>();
}

bool keep_predictions(const LabEntry& entry, const std::vector<std::string>& lines) {
  const fs::path file = entry.folder / "answers.md";
  if (lines.empty() || !fs::is_regular_file(file)) return false;
  try {
    std::string text = read_file(file);
    const std::string end = text.find("\r\n") == std::string::npos ? "\n" : "\r\n";
    if (!text.empty() && text.back() != '\n') text += end;
    const auto heading = text.rfind(predictions_heading);
    const bool there = heading != std::string::npos && text.find("\n## ", heading) == std::string::npos;
    if (!there) text += fmt::format("{}{}{}{}", end, predictions_heading, end, end);
    for (const std::string& line : lines) text += line + end;
    write_file(file, text);
  } catch (const Problem&) {
    return false;
  }
  return true;
}

std::string answers_in_short(const Repository& repository, const LabEntry& entry) {
  const fs::path file = entry.folder / "answers.md";
  if (!fs::exists(file))
    return fmt::format("{0} is missing: git checkout -- {0} puts its questions back", repository.shown(file));
  const auto answers = answers_of(entry);
  if (answers.empty()) return "";
  std::vector<std::string> open;
  for (const Answer& answer : answers)
    if (answer.text.empty())
      open.push_back(answer.question + (answer.has_place ? "" : fmt::format(" (its line \"{}\" is missing)", place)));
  return fmt::format("{}: {} of {} questions answered{}", repository.shown(entry.folder / "answers.md"),
                     answers.size() - open.size(), answers.size(),
                     open.empty() ? "" : fmt::format("; empty: {}", fmt::join(open, ", ")));
}

}  // namespace course
