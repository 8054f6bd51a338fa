#pragma once
// A small repository in a temporary folder that breaks no rule. Tests break one thing and look for its sentence.
#include <filesystem>
#include <string>

#include "docs/site/check.h"

struct Fixture {
  std::filesystem::path root;

  Fixture();
  ~Fixture();
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  std::string read(const std::string& path) const;
  void write(const std::string& path, const std::string& text) const;
  // Replaces the first `from`, which has to be there.
  void replace(const std::string& path, const std::string& from, const std::string& to) const;
  void remove(const std::string& path) const;
  void refresh() const;  // the generated blocks again, as `course_site refresh` does

  site::Problems problems() const;
};

// Is there a problem at `where` (its beginning) whose sentence contains `part`?
bool has(const site::Problems& problems, const std::string& where, const std::string& part);
// All problems as text, for messages.
std::string listed(const site::Problems& problems);
// Fails the test unless the repository has such a problem.
void check_says(const Fixture& fixture, const std::string& where, const std::string& part);
