#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "grading/simulator/counting/metrics.h"
#include "grading/simulator/runtime/report/report.h"

namespace sim::report {
namespace {

using Json = nlohmann::json;

constexpr const char* columns[] = {"ID",     "Process ID", "Process Name", "Host Name", "Kernel Name",  "Context",     "Stream",     "Block Size",
                                   "Grid Size", "Device",  "CC",           "Section Name", "Metric Name", "Metric Unit", "Metric Value"};

// Every field in quotes, as ncu writes them; a quote inside is doubled (RFC 4180).
void write_row(std::ostream& out, const std::vector<std::string>& fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    out << (i ? ",\"" : "\"");
    for (const char c : fields[i]) out << (c == '"' ? "\"\"" : std::string(1, c));
    out << '"';
  }
  out << '\n';
}

std::string extent(const Json& d) { return fmt::format("({}, {}, {})", d[0].get<int>(), d[1].get<int>(), d[2].get<int>()); }

const char* unit(std::string_view metric) {
  const auto has = [&](std::string_view part) { return metric.find(part) != std::string_view::npos; };
  if (has("__t_sectors")) return "sector";
  if (has("requests")) return "request";
  if (has("inst_executed")) return "inst";
  return "";
}

}  // namespace

void write_csv(std::ostream& out, const Json& evidence, const ProcessInfo& process) {
  write_row(out, {std::begin(columns), std::end(columns)});
  const std::string capability = evidence.at("compute_capability");
  int id = 0;
  for (const Json& launch : evidence.at("launches")) {
    if (!launch["refused"].get<std::string>().empty()) continue;
    for (const std::string_view name : metric_names) {
      if (name.starts_with("sim__")) continue;
      const std::uint64_t count = launch["counters"].value(std::string(name), std::uint64_t{0});
      write_row(out, {std::to_string(id), std::to_string(process.id), process.name, "127.0.0.1", launch["kernel"], "1", "7",
                      extent(launch["block"]), extent(launch["grid"]), "0", capability, "Command line profiler metrics",
                      std::string(name), unit(name), std::to_string(count)});
    }
    ++id;
  }
}

}  // namespace sim::report
