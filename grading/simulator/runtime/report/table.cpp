#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>

#include "grading/simulator/counting/metrics.h"
#include "grading/simulator/runtime/report/report.h"

namespace sim::report {
namespace {

using Json = nlohmann::json;

constexpr std::size_t width = 100;

std::uint64_t value(const Json& counters, Metric metric) {
  return counters.value(std::string(metric_names[static_cast<std::size_t>(metric)]), std::uint64_t{0});
}

// Which metrics make one line of the table. `ideal` equal to `requests` for constants: one request an instruction.
// Surfaces have no metric for it, but the bytes asked for: at best they fill tiles of 32 bytes, and no request has less
// than one.
enum class Ideal { none, counted, from_bytes };
struct Row {
  const char *what, *unit;
  Metric requests, moved, ideal;
  Ideal kind;
};
using M = Metric;
constexpr Row rows[] = {
    {"global load", "sectors", M::global_load_requests, M::global_load_sectors, M::global_load_sectors_ideal, Ideal::counted},
    {"global store", "sectors", M::global_store_requests, M::global_store_sectors, M::global_store_sectors_ideal, Ideal::counted},
    {"global red", "sectors", M::global_red_requests, M::global_red_sectors, M::global_red_sectors, Ideal::none},
    {"global atomic", "sectors", M::global_atom_requests, M::global_atom_sectors, M::global_atom_sectors, Ideal::none},
    {"local load", "sectors", M::local_load_requests, M::local_load_sectors, M::local_load_sectors, Ideal::none},
    {"local store", "sectors", M::local_store_requests, M::local_store_sectors, M::local_store_sectors, Ideal::none},
    {"shared load", "wavefronts", M::shared_load_instructions, M::shared_load_wavefronts, M::shared_load_wavefronts_ideal, Ideal::counted},
    {"shared store", "wavefronts", M::shared_store_instructions, M::shared_store_wavefronts, M::shared_store_wavefronts_ideal, Ideal::counted},
    {"shared atomic", "wavefronts", M::shared_atom_instructions, M::shared_atom_wavefronts, M::shared_atom_wavefronts, Ideal::none},
    {"constant", "requests", M::constant_instructions, M::constant_requests, M::constant_instructions, Ideal::counted},
    {"surface load", "sectors", M::surface_load_requests, M::surface_load_sectors, M::surface_load_bytes, Ideal::from_bytes},
    {"surface store", "sectors", M::surface_store_requests, M::surface_store_sectors, M::surface_store_bytes, Ideal::from_bytes},
    {"texture", "sectors", M::texture_requests, M::texture_sectors, M::texture_sectors, Ideal::none},
};

std::string extent(const Json& d) { return fmt::format("({},{},{})", d[0].get<int>(), d[1].get<int>(), d[2].get<int>()); }

std::string numbers(const Traffic& t) {
  return fmt::format("{:>11} {:>11} {:>11} {:>7.1f} {}", t.requests, t.moved, t.ideal ? std::to_string(t.ideal) : "-",
                     double(t.moved) / double(t.requests), t.unit);
}

// Lines of source files, each file read once; empty when it cannot be read.
class Sources {
 public:
  std::string line(const std::string& file, std::size_t number) {
    auto [it, fresh] = files_.try_emplace(file);
    if (fresh) {
      std::ifstream text(file);
      for (std::string line; std::getline(text, line);) it->second.push_back(line);
    }
    if (number == 0 || number > it->second.size()) return {};
    std::string line = it->second[number - 1];
    std::replace(line.begin(), line.end(), '\t', ' ');
    const std::size_t first = line.find_first_not_of(' ');
    return first == std::string::npos ? std::string() : line.substr(first);
  }

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

// Relative to the working folder where the file lies below it.
std::string short_path(const std::string& path) {
  std::error_code error;
  const std::string below = std::filesystem::current_path(error).string() + "/";
  return !error && path.starts_with(below) ? path.substr(below.size()) : path;
}

std::string clipped(std::string text) {
  if (text.size() <= width) return text;
  return text.substr(0, width - 3) + "...";
}

void write_lines(std::ostream& out, const Json& lines, Sources& sources) {
  for (const Json& entry : lines) {
    const std::vector<Traffic> all = traffic(entry["counters"]);
    if (all.empty()) continue;
    const std::string file = entry["file"];
    const std::size_t number = entry["line"];
    const std::string place = number ? fmt::format("{}:{}", short_path(file), number) : "no line known";
    out << clipped(fmt::format("  {}  {}", place, sources.line(file, number))) << "\n";
    for (const Traffic& t : all) out << fmt::format("    {:<14}{}", t.what, numbers(t)) << "\n";
  }
}

void write_launch(std::ostream& out, const Json& launch, const std::string& capability, Sources& sources) {
  std::string head = fmt::format("launch {}: {}  grid {} block {}", launch["index"].get<int>(), launch["kernel"].get<std::string>(),
                                 extent(launch["grid"]), extent(launch["block"]));
  const std::size_t shared = launch["static_shared"].get<std::size_t>() + launch["dynamic_shared"].get<std::size_t>();
  if (shared) head += fmt::format(", {} bytes of shared memory", shared);
  out << "\n" << head << "\n";
  if (const std::string refused = launch["refused"]; !refused.empty()) {
    out << "  did not run: " << refused << "\n";
    return;
  }
  if (const std::string occupancy = occupancy_of(launch, capability); !occupancy.empty())
    out << fmt::format("  occupancy of {}: {}", capability, occupancy) << "\n";
  const Json& counters = launch["counters"];
  const std::uint64_t warps = value(counters, M::warp_instructions), lanes = value(counters, M::thread_instructions);
  if (warps)
    out << fmt::format("  {} warp instructions, {:.1f} of 32 lanes active", warps, double(lanes) / double(warps)) << "\n";
  const std::vector<Traffic> all = traffic(counters);
  if (all.empty()) {
    out << "  touches no memory\n";
    return;
  }
  out << fmt::format("    {:<14}{:>11} {:>11} {:>11} {:>7}", "", "requests", "moved", "ideal", "each") << "\n";
  for (const Traffic& t : all) out << fmt::format("    {:<14}{}", t.what, numbers(t)) << "\n";
  out << "  by source line:\n";
  write_lines(out, launch["lines"], sources);
}

}  // namespace

std::vector<Traffic> traffic(const Json& counters) {
  std::vector<Traffic> all;
  for (const Row& row : rows) {
    const std::uint64_t requests = value(counters, row.requests), ideal = value(counters, row.ideal);
    const Traffic t{row.what, requests, value(counters, row.moved),
                    row.kind == Ideal::none         ? 0
                    : row.kind == Ideal::from_bytes ? std::max(requests, (ideal + 31) / 32)
                                                    : ideal,
                    row.unit};
    if (t.requests) all.push_back(t);
  }
  return all;
}

occupancy::Occupancy resident(const Json& launch, const occupancy::Limits& limits) {
  const Json& block = launch.at("block");
  return occupancy::occupancy(limits, {block[0].get<int>() * block[1].get<int>() * block[2].get<int>(), launch.at("registers").get<int>(),
                                       launch.at("static_shared").get<std::size_t>(), launch.at("dynamic_shared").get<std::size_t>()});
}

std::string occupancy_of(const Json& launch, std::string_view capability) {
  const occupancy::Limits* limits = occupancy::limits_of(capability);
  if (limits == nullptr) return {};
  return fmt::format("{}; {} registers a thread{}", resident(launch, *limits).sentence(), launch.at("registers").get<int>(),
                     launch.value("registers_estimated", true) ? " (estimated)" : " (ptxas)");
}

void write_table(std::ostream& out, const Json& evidence) {
  Sources sources;
  const std::string capability = evidence.at("compute_capability");
  for (const Json& launch : evidence.at("launches")) write_launch(out, launch, capability, sources);
  if (evidence.at("launches").empty()) out << "no kernel was launched\n";
  std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> copies;
  for (const Json& copy : evidence.at("copies")) {
    auto& [count, bytes] = copies[copy["kind"]];
    ++count, bytes += copy["bytes"].get<std::uint64_t>();
  }
  if (!copies.empty()) out << "\n";
  for (const auto& [kind, total] : copies)
    out << fmt::format("copies {}: {}, {} bytes", kind, total.first, total.second) << "\n";
  for (const Json& note : evidence.at("notes")) out << "note: " << note.get<std::string>() << "\n";
}

}  // namespace sim::report
