#include "repository.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "grading/harness/printable.h"
#include "grading/lab/near.h"
#include "problem.h"

namespace course {
namespace fs = std::filesystem;
namespace {

bool is_lab_folder(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return fs::is_directory(folder) && name.size() > 3 && std::isdigit(static_cast<unsigned char>(name[0])) &&
         std::isdigit(static_cast<unsigned char>(name[1])) && name[2] == '-';
}

bool all_digits(const std::string& text) {
  return !text.empty() && text.size() < 9 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

/// 3, 03, 03-coalescing, coalescing, labs/03-coalescing/, or . in that folder
bool names_lab(const std::string& name, const LabEntry& entry) {
  if (all_digits(name)) return std::stoi(name) == std::stoi(entry.name.substr(0, 2));
  fs::path path(name);
  std::error_code ignored;  // of a working folder that is gone
  if (name == "." || name == "..") path = fs::weakly_canonical(name, ignored);
  if (!path.has_filename()) path = path.parent_path();
  const std::string last = path.filename().string();
  return last == entry.name || last == entry.name.substr(3);
}

/// scale_image, scale_image.cu, labs/03-coalescing/scale_image.cu: what a shell completes.
const Task* named_task(const LabEntry& entry, const std::string& name) {
  if (!entry.lab) return nullptr;
  const auto& tasks = entry.lab->tasks;
  const auto found = std::find_if(tasks.begin(), tasks.end(), [&](const Task& task) {
    return task.name == name || fs::path(name).filename() == task.file;
  });
  return found == tasks.end() ? nullptr : &*found;
}

std::vector<std::string> known_names(const std::vector<LabEntry>& labs) {
  std::vector<std::string> names;
  for (const LabEntry& entry : labs) {
    names.push_back(entry.name);
    if (entry.lab)
      for (const Task& task : entry.lab->tasks) names.push_back(task.name);
  }
  return names;
}

[[noreturn]] void unknown(const std::vector<LabEntry>& labs, const std::string& name) {
  // What a lab that cannot be read calls its tasks is not known: the name may be right.
  std::string broken;
  for (const LabEntry& entry : labs)
    if (!entry.lab) broken += fmt::format("; {}", entry.broken);
  throw Problem(fmt::format("no lab or task is called '{}'{}{}{}", name, did_you_mean(name, known_names(labs)),
                            " (./course list shows all)", broken));
}

}  // namespace

std::string Repository::shown(const fs::path& file) const {
  const fs::path relative = file.lexically_relative(root);
  return relative.empty() || *relative.begin() == ".." ? file.string() : relative.string();
}

std::string Repository::build_line(const fs::path& folder) const {
  for (const char* preset : {"sim", "cuda"})
    if (folder == root / "build" / preset)
      return fmt::format("cmake --preset {} && cmake --build --preset {}", preset, preset);
  const char* named = std::getenv("COURSE_BUILD");
  return fmt::format("cmake -S '{}' -B '{}' && cmake --build '{}'{}", root.string(), folder.string(), folder.string(),
                     named != nullptr ? ", or unset COURSE_BUILD, which names that folder" : "");
}

Repository Repository::find() {
  Repository found;
  if (const char* root = std::getenv("COURSE_ROOT")) {
    found.root = root;
  } else {
    for (fs::path folder = fs::current_path();; folder = folder.parent_path()) {
      if (fs::is_directory(folder / "labs") && fs::is_directory(folder / "grading")) {
        found.root = folder;
        break;
      }
      if (folder == folder.root_path())
        throw Problem("no course repository above the working folder: start ./course from the repository");
    }
  }
  found.root = fs::weakly_canonical(found.root);
  const char* build = std::getenv("COURSE_BUILD");
  found.build = build != nullptr ? fs::weakly_canonical(build) : found.root / "build" / "sim";
  return found;
}

std::vector<LabEntry> find_labs(const Repository& repository) {
  if (!fs::is_directory(repository.labs()))
    throw Problem(fmt::format("{} is missing: is this a whole checkout?", repository.labs().string()));
  std::vector<LabEntry> entries;
  for (const auto& item : fs::directory_iterator(repository.labs())) {
    if (!is_lab_folder(item.path())) continue;
    LabEntry entry{.name = item.path().filename().string(), .folder = item.path(), .lab = {}, .broken = {}};
    try {
      entry.lab = load_lab(item.path());
    } catch (const LabError& error) {
      entry.broken = harness::printable(error.what());  // it quotes the file
    }
    entries.push_back(std::move(entry));
  }
  std::sort(entries.begin(), entries.end(), [](const LabEntry& a, const LabEntry& b) { return a.name < b.name; });
  return entries;
}

std::vector<Selection> select(const std::vector<LabEntry>& labs, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const bool known = std::any_of(labs.begin(), labs.end(), [&](const LabEntry& entry) {
      return names_lab(name, entry) || named_task(entry, name) != nullptr;
    });
    if (!known) unknown(labs, name);
  }
  std::vector<Selection> selections;
  for (const LabEntry& entry : labs) {
    const bool whole = names.empty() || std::any_of(names.begin(), names.end(),
                                                    [&](const std::string& name) { return names_lab(name, entry); });
    Selection selection{.entry = &entry, .tasks = {}};
    if (entry.lab)
      for (const Task& task : entry.lab->tasks)
        if (whole || std::any_of(names.begin(), names.end(),
                                 [&](const std::string& name) { return named_task(entry, name) == &task; }))
          selection.tasks.push_back(&task);
    if (whole || !selection.tasks.empty()) selections.push_back(std::move(selection));
  }
  return selections;
}

std::vector<Selection> select_tasks(const std::vector<LabEntry>& labs, const std::string& name, const std::string& task) {
  auto selections = select(labs, {name});
  for (Selection& selection : selections) {
    const LabEntry& entry = *selection.entry;
    if (!entry.lab) throw Problem(entry.broken);
    if (task.empty()) continue;
    const Task* wanted = named_task(entry, task);
    if (wanted == nullptr) {
      std::vector<std::string> names;
      for (const Task& known : entry.lab->tasks) names.push_back(known.name);
      throw Problem(fmt::format("lab {} has no task '{}'{}", entry.name, task, did_you_mean(task, names)));
    }
    selection.tasks = {wanted};
  }
  return selections;
}

}  // namespace course
