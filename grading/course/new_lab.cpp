#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <string_view>

#include "commands.h"
#include "console.h"
#include "files.h"
#include "problem.h"
#include "repository.h"

namespace course {
namespace {

struct NewLab {
  std::string number, name;   ///< "07", "warp-votes"
  std::string task_name = {};  ///< empty: as the lab
  std::string folder() const { return number + "-" + name; }
  std::string task() const {
    std::string task = task_name.empty() ? name : task_name;
    std::replace(task.begin(), task.end(), '-', '_');
    return task;
  }
  std::string title() const {
    std::string title = name;
    std::replace(title.begin(), title.end(), '-', ' ');
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    return title;
  }
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Small letters, digits and single hyphens, beginning with a letter: the name becomes folders, commands and C++ names.
bool is_name(const std::string& name) {
  const auto fine = [](char c) { return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-'; };
  return !name.empty() && name[0] >= 'a' && name[0] <= 'z' && name.back() != '-' &&
         std::all_of(name.begin(), name.end(), fine) && name.find("--") == std::string::npos;
}

/// The same with underscores: it becomes a file and a function.
bool is_task_name(std::string name) {
  if (name.find('-') != std::string::npos) return false;
  std::replace(name.begin(), name.end(), '_', '-');
  return is_name(name);
}

/// Words of C++20 that a function cannot be called by ([lex.key], without those that hold capitals), and main.
constexpr std::array taken_words = std::to_array<std::string_view>({
    "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char", "char16_t",
    "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl", "concept", "const", "const_cast", "consteval",
    "constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
    "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long", "main", "mutable",
    "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected", "public",
    "register", "reinterpret_cast", "requires", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast",
    "struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "union",
    "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq"});

NewLab plan(const std::vector<LabEntry>& labs, const std::string& wanted, const std::string& task) {
  NewLab lab{.number = {}, .name = wanted};
  if (wanted.size() > 3 && is_digit(wanted[0]) && is_digit(wanted[1]) && wanted[2] == '-')
    lab = {.number = wanted.substr(0, 2), .name = wanted.substr(3)};
  if (!is_name(lab.name))
    throw Problem(fmt::format("'{}' cannot be a lab's name: small letters, digits and hyphens, beginning with a letter, "
                              "as in warp-votes or 12-warp-votes",
                              wanted));
  if (!task.empty() && !is_task_name(task))
    throw Problem(fmt::format("'{}' cannot be a task's name: small letters, digits and single underscores, beginning with a "
                              "letter, as in count_votes",
                              task));
  lab.task_name = task;
  if (std::find(taken_words.begin(), taken_words.end(), lab.task()) != taken_words.end())
    throw Problem(fmt::format("'{}' cannot be a task's name: the task is a function of that name, and C++ keeps the word for "
                              "itself. Give the task another name: ./course new-lab {} NAME",
                              lab.task(), wanted));
  int last = -1;
  for (const LabEntry& entry : labs) {
    last = std::max(last, std::stoi(entry.name.substr(0, 2)));
    if (entry.name.substr(0, 2) == lab.number || entry.name.substr(3) == lab.name)
      throw Problem(fmt::format("there is a lab {} already", entry.name));
    if (entry.lab && entry.lab->task(lab.task()) != nullptr)
      throw Problem(fmt::format("lab {} has a task {} already: commands could not tell them apart", entry.name, lab.task()));
  }
  if (lab.number.empty() && last >= 99) throw Problem("lab 99 is taken: give a number that is free, as in 12-warp-votes");
  if (lab.number.empty()) lab.number = fmt::format("{:02}", last + 1);
  return lab;
}

std::string filled(std::string text, const NewLab& lab) {
  const std::map<std::string, std::string> values = {{"@LAB@", lab.folder()},
                                                     {"@NUMBER@", lab.number},
                                                     {"@ORDER@", std::to_string(std::stoi(lab.number))},
                                                     {"@TITLE@", lab.title()},
                                                     {"@TASK@", lab.task()}};
  for (const auto& [key, value] : values)
    for (auto at = text.find(key); at != std::string::npos; at = text.find(key, at + value.size()))
      text.replace(at, key.size(), value);
  return text;
}

/// Copies the pattern's files (NAME.in) with the lab's words in text and names.
void copy_pattern(const fs::path& pattern, const fs::path& folder, const NewLab& lab) {
  if (!fs::is_directory(pattern)) throw Problem(fmt::format("{} is missing: is this a whole checkout?", pattern.string()));
  for (const auto& item : fs::recursive_directory_iterator(pattern)) {
    if (!item.is_regular_file()) continue;
    fs::path file = folder / filled(item.path().lexically_relative(pattern).string(), lab);
    file.replace_extension();  // .in
    make_folder(file.parent_path());
    write_file(file, filled(read_file(item.path()), lab));
  }
}

void make(const Repository& repository, const NewLab& lab, const fs::path& in_labs, const fs::path& in_solutions) {
  const fs::path pattern = repository.root / "grading" / "course" / "new_lab";
  copy_pattern(pattern / "labs", in_labs, lab);
  copy_pattern(pattern / "solutions", in_solutions, lab);
  const std::string task_file = lab.task() + ".cu";
  make_folder(in_labs / "grader" / "starter");
  write_file(in_labs / "grader" / "starter" / task_file, read_file(in_labs / task_file));
  fs::create_directory_symlink(fs::path("../../solutions") / lab.folder(), in_labs / "solution");
}

}  // namespace

int run_new_lab(const std::string& name, const std::string& task) {
  const Repository repository = Repository::find();
  const NewLab lab = plan(find_labs(repository), name, task);
  const fs::path in_labs = repository.labs() / lab.folder(), in_solutions = repository.solutions() / lab.folder();
  if (fs::exists(in_solutions))
    throw Problem(fmt::format("{} is there already: move it away", repository.shown(in_solutions)));
  try {
    make(repository, lab, in_labs, in_solutions);
  } catch (...) {
    std::error_code ignored;  // half a lab would stop the build
    fs::remove_all(in_labs, ignored);
    fs::remove_all(in_solutions, ignored);
    throw;
  }
  fmt::print("made {} and {}: a lab with one task, {}, that builds and passes check-labs\n",
             repository.shown(in_labs), repository.shown(in_solutions), lab.task());
  fmt::print("next: ./course check-labs {0}, then docs/author-guide.md says what to replace, in which order\n",
             lab.number);
  return 0;
}

}  // namespace course
