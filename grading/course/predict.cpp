#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "commands.h"
#include "console.h"
#include "files.h"
#include "predictions.h"
#include "problem.h"
#include "progress_file.h"

namespace course {
namespace {

struct Asked {
  const LabEntry* entry;
  const Task* task;
  const Prediction* prediction;
  bool graded;  ///< the task was graded before
};

/// nullopt: not a number. "1,5" and "4 sectors" are none either: better asked again than guessed.
std::optional<double> number_in(const std::string& line) {
  double number = 0;
  const auto from = line.find_first_not_of(" \t\r"), to = line.find_last_not_of(" \t\r");
  if (from == std::string::npos) return std::nullopt;
  const char *begin = line.data() + from, *end = line.data() + to + 1;
  const auto [stop, error] = std::from_chars(begin, end, number);
  return error == std::errc() && stop == end && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

bool is_blank(const std::string& line) { return line.find_first_not_of(" \t\r-") == std::string::npos; }

/// Somebody sits there: a terminal, and no CI whose terminal nobody reads.
bool somebody_answers() {
  return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1 && std::getenv("CI") == nullptr;
}

/// Asks until the line is a number or empty. nullopt: passed over. `over`: the input has ended.
std::optional<double> ask(const std::string& unit, bool& over) {
  while (true) {
    fmt::print("   {} (empty: pass over) > ", unit);
    std::fflush(stdout);
    std::string line;
    if (!std::getline(std::cin, line)) {
      fmt::print("\n");
      over = true;
      return std::nullopt;
    }
    if (is_blank(line)) return std::nullopt;
    if (const auto number = number_in(line)) return number;
    fmt::print("   '{}' is not a number: digits, with a point for fractions\n", line);
  }
}

/// One number a line, without waiting for a writer that never writes: for scripts.
std::vector<std::string> lines_of_input() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  std::string text;
  char buffer[4096];
  // A writer in a pipe (printf '4\n' | ./course predict 03) may take a moment; nobody at all must not stop CI.
  while (text.size() < sizeof buffer * 16 && ::poll(&input, 1, 2000) > 0) {
    const ssize_t count = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (count <= 0) break;
    text.append(buffer, static_cast<std::size_t>(count));
  }
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    const auto end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

std::vector<std::optional<double>> read_numbers(const std::vector<Asked>& open, const std::string& lab) {
  const auto lines = ::isatty(STDIN_FILENO) == 1 ? std::vector<std::string>() : lines_of_input();
  if (lines.empty())
    throw Problem(fmt::format("nobody answers here (no terminal, or CI is set): give one number a line, an empty line to "
                              "pass one over, as in: printf '4\\n' | ./course predict {}",
                              lab));
  if (lines.size() > open.size())
    throw Problem(fmt::format("{} lines for {} questions; nothing is kept", lines.size(), open.size()));
  std::vector<std::optional<double>> numbers(open.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (is_blank(lines[i])) continue;
    numbers[i] = number_in(lines[i]);
    if (!numbers[i])
      throw Problem(fmt::format("line {}: '{}' is not a number; nothing is kept", i + 1, lines[i]));
  }
  return numbers;
}

void print_question(const Repository& repository, const Asked& asked, std::size_t number, const Console& console) {
  const fs::path kernel = (asked.prediction->of_solution ? repository.solutions() / asked.entry->name
                                                         : asked.entry->folder / "grader" / "starter") /
                          asked.task->file;
  const std::string heading =
      fmt::format("{}  {}, {}", asked.task->name, asked.prediction->of_solution ? "the solution" : "the starter",
                  asked.prediction->of_solution ? "which you need not read" : repository.shown(kernel));
  fmt::print("\n{}\n", console.strong(heading));
  std::string lines = wrapped(fmt::format("{} ({})", question_of(repository, *asked.entry, *asked.task, *asked.prediction),
                                          asked.prediction->unit),
                              3);
  const std::string label = fmt::format("{}.", number);
  lines.replace(0, std::min<std::size_t>(label.size(), 3), label);
  fmt::print("{}", lines);
  if (asked.graded) fmt::print("   {}\n", console.faint("(graded before: this is no longer a prediction of the unknown)"));
}

void put(const Repository& repository, const Asked& asked, double number) {
  change_progress(repository, [&](Progress& progress) {
    progress.task(asked.entry->name, asked.task->name).predictions[asked.prediction->name] = {
        .predicted = number, .before_grading = !asked.graded, .counted = {}};
  });
}

}  // namespace

int run_predict(const std::string& name, const std::string& task_name) {
  const Repository repository = Repository::find();
  const auto labs = find_labs(repository);
  const Progress progress = read_progress(repository);
  const Console console;
  std::vector<Asked> open;
  std::size_t known = 0;
  const auto selections = select_tasks(labs, name, task_name);
  for (const Selection& selection : selections)
    for (const Task* task : selection.tasks) {
      const TaskProgress reached = progress.seen(selection.entry->name, task->name);
      for (const Prediction& asked : task->predictions) {
        ++known;
        if (!reached.predictions.contains(asked.name))
          open.push_back({selection.entry, task, &asked, reached.gradings > 0});
      }
    }
  const std::string number = selections.front().entry->name.substr(0, 2);
  const std::string again = fmt::format("./course grade {} tells once what was counted", number);
  if (open.empty()) {
    fmt::print("{}", known == 0 ? fmt::format("nothing is asked in advance here: ./course grade {}\n", number)
                                : wrapped(fmt::format("all {} predictions are made: {}", known, again), 0));
    return 0;
  }

  const bool interactive = somebody_answers();
  fmt::print("{}", wrapped("Work these out on paper, or guess: what you expect matters, not whether it is right. The "
                           "lab's README has all that you need.",
                           0));
  std::size_t made = 0;
  bool over = false;
  for (std::size_t i = 0; i < open.size() && !over; ++i) {
    print_question(repository, open[i], i + 1, console);
    if (!interactive) continue;
    if (const auto guess = ask(open[i].prediction->unit, over)) {
      put(repository, open[i], *guess);
      ++made;
    }
  }
  if (!interactive) {
    std::fflush(stdout);  // before a complaint on standard error
    const auto numbers = read_numbers(open, number);
    for (std::size_t i = 0; i < open.size(); ++i)
      if (numbers[i]) {
        put(repository, open[i], *numbers[i]);
        ++made;
      }
  }
  fmt::print("\n{} of {} predictions kept: {}\n", made, open.size(), again);
  return 0;
}

}  // namespace course
