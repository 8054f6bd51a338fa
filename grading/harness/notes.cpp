#include "grading/harness/notes.h"

#include <fmt/format.h>

#include <sstream>

#include "grading/harness/printable.h"

namespace course::harness {
namespace {

constexpr std::string_view lost_memory = "device memory never freed: ";

std::string sentence_of(const std::string& note) {
  if (!note.starts_with(lost_memory)) return note + (note.ends_with('.') ? "" : ".");
  return fmt::format("Device memory was never freed: {}. Every call takes as much again, until the device has none left; "
                     "cudaFree gives back what cudaMalloc gave.",
                     note.substr(lost_memory.size()));
}

}  // namespace

std::vector<std::string> notes_on(const std::deque<Case>& cases, const Run& run) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < cases.size(); ++i)
    for (const std::string& note : run.cases[i].evidence.notes)
      all.push_back(fmt::format("In the case '{}': {}", cases[i].name(), sentence_of(note)));
  return all;
}

std::vector<std::string> note_on_output(const std::string& output) {
  constexpr std::size_t most_lines = 8, most_characters = 100;
  std::string shown;
  std::size_t lines = 0;
  std::istringstream text(output);
  for (std::string line; std::getline(text, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos || ++lines > most_lines) continue;
    if (line.size() > most_characters) line = line.substr(0, most_characters) + "...";
    shown += "\n      " + printable(line);
  }
  if (lines == 0) return {};
  return {fmt::format("{} {}:{}", printed_head, lines > most_lines ? fmt::format("(first {} lines)", most_lines) : "(all of it)", shown)};
}

}  // namespace course::harness
