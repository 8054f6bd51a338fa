#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "console.h"
#include "same_fault.h"

namespace course {
namespace {

class Writer {
 public:
  Writer(const Repository& repository, const Console& console, std::string_view sources, std::string machine)
      : repository_(repository), console_(console), sources_(sources), machine_(std::move(machine)) {}

  void lab(const LabResult& lab, const std::string& machine) {
    const std::string heading = lab.title.empty() ? lab.lab : lab.lab + "  " + lab.title;
    out_ += fmt::format("{}{}\n", console_.strong(fmt::format("{:<{}}", heading, 60)), console_.faint(machine));
    if (!lab.message.empty()) out_ += wrapped(lab.message, 2);
    if (!lab.tasks.empty()) table(lab);
    out_ += "\n";
    for (const TaskResult& task : lab.tasks) details(lab, task);
    for (const std::string& remark : lab.remarks) out_ += remark + "\n";
  }

  void closing(const Report& report) {
    int pass = 0, todo = 0, fail = 0, machine = 0;
    double points = 0, max_points = 0;
    for (const LabResult& lab : report.labs) {
      if (lab.tasks.empty()) ++machine;
      for (const TaskResult& task : lab.tasks) {
        (task.verdict == Verdict::pass             ? pass
         : task.verdict == Verdict::todo           ? todo
         : task.verdict == Verdict::infrastructure ? machine
                                                   : fail)++;
        points += task.points;
        max_points += task.max_points;
      }
    }
    out_ += fmt::format("{} pass, {} to do, {} fail", pass, todo, fail);
    if (machine > 0) out_ += fmt::format(", {} not graded (the fault is not the kernel's)", machine);
    out_ += fmt::format(": {:g} of {:g} points\n", points, max_points);
    if (sources_ == "labs") stuck(report);
  }

  std::string text() { return std::move(out_); }

 private:
  /// Whoever is at work on a task and fails learns of the hints; a fresh clone, where all is to do, is no failure.
  void stuck(const Report& report) {
    for (const LabResult& lab : report.labs)
      for (const TaskResult& task : lab.tasks)
        if (task.verdict == Verdict::fail) {
          out_ += fmt::format("stuck? ./course hint {}\n", task.task);
          return;
        }
  }

  void table(const LabResult& lab) {
    int width = 4;
    for (const TaskResult& task : lab.tasks) width = std::max(width, static_cast<int>(task.task.size()));
    out_ +=
        console_.faint(fmt::format("  {:<{}}  {:<14}  {:>7}  {}", "task", width, "verdict", "points", "checks")) + "\n";
    for (const TaskResult& task : lab.tasks) {
      const std::string points = fmt::format("{:g}/{:g}", task.points, task.max_points);
      out_ += fmt::format("  {:<{}}  {}  {:>7}", task.task, width, console_.verdict(word(task.verdict), 14), points);
      checks(task, width + 29);
      out_ += "\n";
    }
  }

  /// "any_size pass, sectors FAIL", broken to lines below each other where there are many.
  void checks(const TaskResult& task, int margin) {
    int column = margin;
    for (std::size_t i = 0; i < task.checks.size(); ++i) {
      const CheckResult& check = task.checks[i];
      const bool last = i + 1 == task.checks.size();
      const int length = static_cast<int>(check.name.size() + check.verdict.size()) + 3;
      if (column + length > 98 && column > margin) {
        out_ += fmt::format("\n{:{}}", "", margin);
        column = margin;
      }
      out_ += fmt::format("{}{} {}{}", column == margin ? "  " : " ", check.name, console_.verdict(check.verdict),
                          last ? "" : ",");
      column += length;
    }
  }

  /// "scale_image.cu:14" as a path that an editor opens; a file of another place (a system header) by its name alone.
  std::string place(const LabResult& lab, const std::string& where) const {
    if (where.empty()) return "";
    const std::filesystem::path path(where);
    if (path.is_absolute()) return repository_.shown(path);
    const auto in_lab = std::filesystem::path(sources_) / lab.lab / path;
    const std::string file = in_lab.string().substr(0, in_lab.string().rfind(':'));
    return path.has_parent_path() || !std::filesystem::exists(repository_.root / file) ? where : in_lab.string();
  }

  void row(std::string_view label, const std::string& text) {
    if (text.empty()) return;
    std::string lines = wrapped(text, 9);
    lines.replace(2, label.size(), label);
    out_ += lines;
  }

  void details(const LabResult& lab, const TaskResult& task) {
    if (!task.message.empty()) {
      out_ += fmt::format("{} {}\n", console_.strong(task.task), console_.verdict(word(task.verdict)));
      row("what", task.message);
      row("where", place(lab, task.where));
      if (task.verdict == Verdict::build_error) row("costs", fmt::format("this task only; the other tasks are graded"));
      out_ += "\n";
    }
    if (task.verdict == Verdict::infrastructure) return;
    if (task.verdict == Verdict::todo) return todo(lab, task);
    remarks(lab, task, "compiler warning", task.warnings);
    remarks(lab, task, "note", task.notes);
    const std::vector<Told> told = by_fault(task.checks);
    for (const CheckResult& check : task.checks) {
      const bool speed = check.kind == "speed";
      if (check.verdict == "pass" && !speed) continue;
      const auto fault = std::find_if(told.begin(), told.end(), [&](const Told& one) { return one.check == &check; });
      if (check.failed() && fault == told.end()) continue;  // named beside the check that tells of its fault
      if (check.verdict == "skipped" && speed && machine_ == "sim") continue;  // the same words for every task
      out_ += fmt::format("{} {} ({})\n", console_.strong(task.task + "/" + check.name),
                          console_.verdict(check.verdict), check.kind);
      what(lab, check, check.message);
      if (check.failed()) row("also", also(*fault));
      out_ += "\n";
    }
  }

  /// "the same fault stops refused_launch (correctness) and threads (lesson)", or nothing; of a limit with what was counted.
  static std::string also(const Told& told) {
    std::vector<std::string> names;
    for (const CheckResult* check : told.also) {
      const bool counted = check->fault == "limit";
      names.push_back(fmt::format("{} ({}{})", check->name, check->kind,
                                  counted ? ": " + check->message.substr(0, check->message.find(", where at")) : ""));
    }
    if (names.empty()) return "";
    const std::string last = names.back();
    names.pop_back();
    return fmt::format("the same fault stops {}{}{}", fmt::join(names, ", "), names.empty() ? "" : " and ", last);
  }

  void what(const LabResult& lab, const CheckResult& check, const std::string& message) {
    row("what", message);
    row("where", place(lab, check.where));
    if (!check.glossary.empty()) row("read", fmt::format("glossary/{}.md", check.glossary));
  }

  /// What costs no points. The first few, since the others often follow from them.
  void remarks(const LabResult& lab, const TaskResult& task, std::string_view kind, const std::vector<Remark>& all) {
    constexpr std::size_t most = 3;
    for (std::size_t i = 0; i < std::min(all.size(), most); ++i) {
      out_ += fmt::format("{} {}\n", console_.strong(task.task), kind);
      row("what", all[i].message);
      row("where", place(lab, all[i].where));
      out_ += "\n";
    }
    if (all.size() > most) out_ += fmt::format("{}: {} more {}s\n\n", task.task, all.size() - most, kind);
  }

  /// What the starter does wrong, shortly: the first failed lesson, or the first failed check.
  void todo(const LabResult& lab, const TaskResult& task) {
    const auto lesson = [](const CheckResult& check) { return check.failed() && check.kind == "lesson"; };
    auto shown = std::find_if(task.checks.begin(), task.checks.end(), lesson);
    if (shown == task.checks.end())
      shown = std::find_if(task.checks.begin(), task.checks.end(), [](auto& check) { return check.failed(); });
    out_ += fmt::format("{} {}: the file is still the starter\n", console_.strong(task.task), console_.verdict("todo"));
    // One finding is enough for a file that nobody has touched.
    if (shown != task.checks.end()) what(lab, *shown, shown->message.substr(0, shown->message.find('\n')));
    out_ += "\n";
  }

  const Repository& repository_;
  const Console& console_;
  std::string_view sources_;
  std::string machine_;  // its kind
  std::string out_;
};

}  // namespace

std::string to_text(const Report& report, const Repository& repository, const Console& console,
                    std::string_view sources) {
  Writer writer(repository, console, sources, report.machine.kind);
  const std::string machine = report.machine.name;
  for (const LabResult& lab : report.labs) writer.lab(lab, machine);
  writer.closing(report);
  return writer.text();
}

}  // namespace course
