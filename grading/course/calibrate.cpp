// Are the limits of the speed checks right on this GPU? Every given kernel is timed as a student's would be.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "corpus.h"
#include "measure.h"

namespace course {
namespace {

using json = nlohmann::ordered_json;

const CheckResult* speed_of(const TaskResult& result) {
  const auto found = std::find_if(result.checks.begin(), result.checks.end(),
                                  [](const CheckResult& check) { return check.kind == "speed"; });
  return found == result.checks.end() ? nullptr : &*found;
}

bool has_speed(const Task& task) {
  return std::any_of(task.checks.begin(), task.checks.end(),
                     [](const CheckEntry& check) { return check.kind == CheckKind::speed; });
}

bool below(const std::filesystem::path& file, const char* folder) {
  return std::find(file.begin(), file.end(), folder) != file.end();
}

}  // namespace

json calibration(const Repository& repository, const std::vector<Selection>& selections,
                 std::vector<std::string>& findings) {
  std::vector<Order> orders;
  for (const Selection& selection : selections) {
    if (!selection.entry->lab) continue;
    for (const Expectation& given : expectations_of(repository, *selection.entry)) {
      Order order = given.order;
      const bool selected = std::find(selection.tasks.begin(), selection.tasks.end(), order.task) != selection.tasks.end();
      // Wrong kernels are rejected before their speed is asked for.
      if (!selected || !has_speed(*order.task) || below(order.source, "wrong")) continue;
      order.machine = "cuda";
      order.only_speed = true;
      order.may_be_todo = false;
      orders.push_back(order);
    }
  }
  const auto results = grade_all(repository, orders);
  json all = json::object();
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const std::string file = repository.shown(orders[i].source);
    const CheckResult* check = speed_of(results[i]);
    if (check == nullptr || check->timing.empty()) {
      findings.push_back(fmt::format("{}: not timed: {}", file, check != nullptr ? check->message : results[i].message));
      continue;
    }
    const json timing = json::parse(check->timing);
    json& task = all[orders[i].entry->name][orders[i].task->name];
    if (task.is_null()) task = {{"device", timing.at("device")}, {"kernels", json::array()}};
    const bool slow = below(orders[i].source, "slow") || below(orders[i].source, "starter");
    const double ratio = timing.at("ratio"), share = std::abs(ratio - 1);
    task["kernels"].push_back({{"file", file},
                               {"expected", slow ? "slow" : "fast"},
                               {"verdict", check->verdict},
                               {"ms", timing.at("student_ms")},
                               {"limit_ms", timing.at("limit_ms")},
                               {"over_limit", ratio},
                               {"share_of_copy", timing.at("mastery")},
                               {"given_slow_ms", timing.at("slow_ms")},
                               {"given_plain_ms", timing.at("plain_ms")},
                               {"given_solution_ms", timing.at("solution_ms")},
                               {"copy_ms", timing.at("copy_ms")},
                               {"guard", timing.at("guard")},
                               {"rounds", timing.at("rounds").size()}});
    fmt::print("  {:<12} {:>8.3g} ms  {:>5.2f} of the limit  {:>3.0f} % of the copy  {}\n", check->verdict,
               timing.at("student_ms").get<double>(), ratio, 100 * timing.at("mastery").get<double>(), file);
    if (check->verdict == "skipped") continue;  // this GPU's clock does not see the lesson: its own sentence says so
    if (share < required_margin)
      findings.push_back(fmt::format("{}: {:.0f} % from the limit ({:.3g} ms against {:.3g} ms)", file, 100 * share,
                                     timing.at("student_ms").get<double>(), timing.at("limit_ms").get<double>()));
    if (check->verdict != (slow ? "fail" : "pass"))
      findings.push_back(fmt::format("{}: {}, where a {} kernel is expected to {}", file, check->verdict,
                                     slow ? "slow" : "fast", slow ? "fail" : "pass"));
  }
  return all;
}

}  // namespace course
