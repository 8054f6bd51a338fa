#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "explain.h"
#include "grading/simulator/counting/metrics.h"
#include "grading/simulator/occupancy/occupancy.h"

namespace course {
namespace {

using Json = nlohmann::json;

std::uint64_t count(const Json& counters, sim::Metric metric) {
  return counters.value(std::string(sim::metric_names[static_cast<std::size_t>(metric)]), std::uint64_t{0});
}

void add(Json& to, const Json& counters) {
  if (to.is_null()) to = Json::object();
  for (const auto& [name, n] : counters.items()) to[name] = to.value(name, std::uint64_t{0}) + n.get<std::uint64_t>();
}

std::string triple(const Json& d) {
  return fmt::format("({},{},{})", d[0].get<unsigned>(), d[1].get<unsigned>(), d[2].get<unsigned>());
}

bool same_shape(const Json& a, const Json& b) {
  const auto equal = [&](const char* key) { return a.at(key) == b.at(key); };
  return equal("kernel") && equal("grid") && equal("block") && equal("dynamic_shared") && equal("refused");
}

/// Why lanes that cost this much do so, in the words of the glossary.
const char* reason(const sim::report::Traffic& traffic) {
  const std::string_view unit = traffic.unit;
  if (unit == "wavefronts") return "lanes ask one bank for different words";
  if (std::string_view(traffic.what).starts_with("surface"))
    return "its lanes do not fill the tiles of 16 bytes by 2 rows that they touch";
  if (unit == "requests") return "lanes ask for different addresses, and each address is a request";
  // A shifted start costs one sector more; lanes that are apart cost a multiple.
  return 2 * traffic.moved >= 3 * traffic.ideal ? "its lanes touch bytes that lie apart"
                                                : "accesses start or end inside a sector";
}

}  // namespace

double ExplainedLine::lanes() const {
  const auto warps = static_cast<double>(count(counters, sim::Metric::warp_instructions));
  return warps == 0 ? 0 : static_cast<double>(count(counters, sim::Metric::thread_instructions)) / warps;
}

bool above_ideal(const sim::report::Traffic& traffic) { return traffic.ideal > 0 && traffic.moved > traffic.ideal; }

std::string excess(const sim::report::Traffic& traffic) {
  if (!above_ideal(traffic)) return "";
  const std::string_view unit = traffic.unit;
  const std::string what = fmt::format("{}: ", traffic.what);
  const auto requests = static_cast<double>(traffic.requests);
  // Below a tenth a ratio would show the same number twice.
  if (10 * traffic.moved < 11 * traffic.ideal)
    return what + fmt::format("{} of {} {} more than needed: {}", traffic.moved - traffic.ideal, traffic.moved, unit,
                              reason(traffic));
  return what + fmt::format("{:.4g} {} {} where {:.4g} would do: {}", static_cast<double>(traffic.moved) / requests,
                            unit, unit == "sectors" ? "a request" : "an access",
                            static_cast<double>(traffic.ideal) / requests, reason(traffic));
}

void Explanation::add_evidence(const Json& evidence) {
  ++calls;
  capability = evidence.at("compute_capability");
  for (const Json& launch : evidence.at("launches")) {
    auto group = std::find_if(groups.begin(), groups.end(), [&](auto& g) { return same_shape(g.launch, launch); });
    if (group == groups.end()) {
      group = groups.insert(groups.end(), LaunchGroup{launch, 0});
      group->launch.erase("lines");
      group->launch["counters"] = Json::object();
    }
    ++group->count;
    add(group->launch["counters"], launch.at("counters"));
    for (const Json& entry : launch.at("lines")) {
      const std::string file = entry.at("file");
      const unsigned number = entry.at("line");
      auto line = std::find_if(lines.begin(), lines.end(), [&](auto& l) { return l.line == number && l.file == file; });
      if (line == lines.end()) line = lines.insert(lines.end(), ExplainedLine{file, number, {}});
      add(line->counters, entry.at("counters"));
    }
  }
  std::sort(lines.begin(), lines.end(),
            [](const auto& a, const auto& b) { return std::tie(a.file, a.line) < std::tie(b.file, b.line); });
  const auto note_fault = [&](LineFault fault) {
    const bool known = std::any_of(faults.begin(), faults.end(),
                                   [&](auto& f) { return f.where == fault.where && f.sentence == fault.sentence; });
    if (!known) faults.push_back(std::move(fault));
  };
  for (const Json& fault : evidence.at("faults")) {
    const std::string where = fault.at("where"), kind = fault.at("kind"), sentence = fault.at("sentence");
    note_fault({where, fmt::format("{}: {} (block {}, thread {})", kind, sentence, triple(fault.at("block")),
                                   triple(fault.at("thread")))});
  }
  for (const Json& launch : evidence.at("launches"))
    if (const std::string refused = launch.at("refused"); !refused.empty())
      note_fault({"", fmt::format("{} did not run: {}", launch.at("kernel").get<std::string>(), refused)});
}

std::uint64_t Explanation::launches() const {
  std::uint64_t sum = 0;
  for (const LaunchGroup& group : groups) sum += group.count;
  return sum;
}

namespace {

Json traffic_json(const Json& counters) {
  Json all = Json::array();
  for (const auto& t : sim::report::traffic(counters)) {
    Json one = {{"what", t.what}, {"requests", t.requests}, {"unit", t.unit}, {"moved", t.moved}};
    one["ideal"] = t.ideal > 0 ? Json(t.ideal) : Json();
    one["excess"] = excess(t);
    all.push_back(std::move(one));
  }
  return all;
}

nlohmann::ordered_json group_json(const LaunchGroup& group, const std::string& capability) {
  const Json& launch = group.launch;
  nlohmann::ordered_json one = {{"kernel", launch.at("kernel")},
                                {"launches", group.count},
                                {"grid", launch.at("grid")},
                                {"block", launch.at("block")},
                                {"static_shared", launch.at("static_shared")},
                                {"dynamic_shared", launch.at("dynamic_shared")},
                                {"registers", launch.at("registers")},
                                {"registers_estimated", launch.value("registers_estimated", true)},
                                {"refused", launch.at("refused")}};
  if (const auto* limits = sim::occupancy::limits_of(capability)) {
    const auto resident = sim::report::resident(launch, *limits);
    Json limited = Json::array();
    for (const auto resource : resident.limited_by()) limited.push_back(sim::occupancy::word(resource));
    one["occupancy"] = {{"blocks", resident.blocks},
                        {"warps", resident.warps},
                        {"max_warps", resident.max_warps},
                        {"limited_by", std::move(limited)}};
  }
  one["counters"] = launch.at("counters");
  one["memory"] = traffic_json(launch.at("counters"));
  return one;
}

}  // namespace

nlohmann::ordered_json to_json(const Explanation& explanation, const Repository& repository) {
  nlohmann::ordered_json checks = Json::array(), lines = Json::array(), groups = Json::array(), faults = Json::array();
  for (const CheckOutcome& check : explanation.checks)
    checks.push_back({{"name", check.name}, {"verdict", check.verdict}, {"message", check.message}});
  for (const ExplainedLine& line : explanation.lines)
    lines.push_back({{"file", repository.shown(line.file)},
                     {"line", line.line},
                     {"lanes", line.lanes()},
                     {"counters", line.counters},
                     {"memory", traffic_json(line.counters)}});
  for (const LaunchGroup& group : explanation.groups) groups.push_back(group_json(group, explanation.capability));
  for (const LineFault& fault : explanation.faults)
    faults.push_back({{"where", fault.where}, {"sentence", fault.sentence}});
  return {
      {"lab", explanation.lab},           {"task", explanation.task},    {"file", repository.shown(explanation.source)},
      {"solution", explanation.solution}, {"built", explanation.built},  {"compute_capability", explanation.capability},
      {"checks", std::move(checks)},      {"calls", explanation.calls},  {"launches", explanation.launches()},
      {"lines", std::move(lines)},        {"groups", std::move(groups)}, {"faults", std::move(faults)}};
}

}  // namespace course
