#include "grading/harness/notes.h"

#include <fmt/format.h>

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

}  // namespace course::harness
