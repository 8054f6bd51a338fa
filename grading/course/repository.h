#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grading/lab/lab.h"

namespace course {

/// Where things are. The root script passes the root in COURSE_ROOT; without it the tool looks upward from the working
/// folder. COURSE_BUILD moves the build folder (tests use it).
struct Repository {
  std::filesystem::path root;
  std::filesystem::path build;  ///< root/build/sim

  std::filesystem::path labs() const { return root / "labs"; }
  std::filesystem::path solutions() const { return root / "solutions"; }
  /// The build of the preset `cuda`: this one, if it is one, else root/build/cuda.
  std::filesystem::path cuda_build() const {
    return std::filesystem::exists(build / "cuda-probe") ? build : root / "build" / "cuda";
  }
  /// The doctest program of a lab.
  std::filesystem::path grader(const std::string& lab) const { return build / "labs" / lab / "grade"; }
  /// The line that makes a build folder, for messages: a preset's, or that of whatever folder COURSE_BUILD names.
  std::string build_line(const std::filesystem::path& folder) const;
  /// `file` as a reader would type it: relative to the root where it lies below it.
  std::string shown(const std::filesystem::path& file) const;

  /// Throws Problem if no course repository is found.
  static Repository find();
};

/// A lab folder that could be read, or the sentence that says why not.
struct LabEntry {
  std::string name;  ///< the folder's name: 03-coalescing
  std::filesystem::path folder;
  std::optional<Lab> lab;
  std::string broken;  ///< what is wrong with lab.json
};

/// All labs of the repository, in order. Throws Problem if there is no labs folder.
std::vector<LabEntry> find_labs(const Repository& repository);

/// What the arguments of a command name: a lab with some of its tasks.
struct Selection {
  const LabEntry* entry = nullptr;
  std::vector<const Task*> tasks;  ///< empty only for a broken lab
};

/// Resolves `names` (03, 3, 03-coalescing, coalescing, a path to the folder, or a task's name) to labs and tasks, in
/// the order of the labs; no names select everything. Throws Problem with near matches for a name that is neither.
std::vector<Selection> select(const std::vector<LabEntry>& labs, const std::vector<std::string>& names);

/// The tasks of LAB [TASK] on the command line: all of the lab (or the task that `name` is), or only `task` of it.
/// Throws Problem for a name or task that is not there and for a lab whose lab.json is broken.
std::vector<Selection> select_tasks(const std::vector<LabEntry>& labs, const std::string& name, const std::string& task);

}  // namespace course
