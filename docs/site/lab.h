#pragma once
// What the site needs to know of a lab (the rest of lab.json is the grader's business).
#include <filesystem>
#include <string>
#include <vector>

#include "docs/site/text.h"

namespace site {

struct LabTask {
  std::string name, file, summary;
  int points = 0;
};

struct Lab {
  std::string folder;          // "03-coalescing"
  std::filesystem::path path;  // labs/03-coalescing/lab.json
  std::string title, summary;
  int order = 0;
  std::vector<std::string> teaches, needs;  // glossary stems
  std::vector<std::string> referred;        // glossary stems that checks send the student to
  std::vector<LabTask> tasks;
};

// All labs of labs/, in the order of their folders. What cannot be read becomes a problem.
std::vector<Lab> load_labs(const std::filesystem::path& root, Problems& problems);

}  // namespace site
