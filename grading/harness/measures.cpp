#include "grading/harness/measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "grading/harness/blame.h"
#include "grading/harness/launch_measures.h"
#include "grading/harness/traffic.h"

namespace course::harness {
namespace {

using namespace traffic;
using sim::Metric;

Measured ratio(double above, double below, const std::string& undefined_because) {
  Measured measured;
  measured.defined = below > 0;
  measured.value = measured.defined ? above / below : 0;
  if (!measured.defined) measured.undefined_because = undefined_because;
  return measured;
}

struct Input {
  const Evidence& evidence;
  const Useful& useful;
  Counts totals;
};
using Rule = std::function<Measured(const Input&)>;

Rule total_sectors(const Traffic& traffic) {
  return [&traffic](const Input& in) {
    Measured measured{traffic.sectors(in.totals), true, "", "", ""};
    blame_sectors(measured, in.evidence, traffic);
    return measured;
  };
}
Rule total_requests(const Traffic& traffic) {
  return [&traffic](const Input& in) {
    Measured measured{traffic.requests(in.totals), true, "", "", ""};
    blame_most(measured, in.evidence, traffic.requests, "requests");
    return measured;
  };
}
Rule sectors_per_request(const Traffic& traffic) {
  return [&traffic](const Input& in) {
    Measured measured =
        ratio(traffic.sectors(in.totals), traffic.requests(in.totals), fmt::format("no kernel makes such {}", traffic.verb));
    blame_sectors(measured, in.evidence, traffic);
    return measured;
  };
}
Rule sectors_above_ideal(const Traffic& traffic) {
  return [&traffic](const Input& in) {
    Measured measured =
        ratio(traffic.sectors(in.totals), traffic.ideal(in.totals), fmt::format("no kernel makes such {}", traffic.verb));
    blame_sectors(measured, in.evidence, traffic);
    return measured;
  };
}
// Repeated or scattered accesses are in the lines that make them; accesses that are missing are in none.
std::string less_than_needed(const Input& in) {
  if (in.evidence.launches.empty()) return "No kernel was launched: what the host computes or the runtime copies is not counted.";
  if (const double adding = atomics().sectors(in.totals); adding > 0)
    return fmt::format("That is less than the data have. Atomic functions are counted apart ({:.0f} sectors): each reads, computes "
                       "and writes, which is more than a load or a store does. Use them where threads meet, and not for what one "
                       "thread can load or store by itself.", adding);
  return "That is less than the data have: work was left out or put off, or data are kept where these counts do not look. What the "
         "runtime copies or the host computes is not counted.";
}

Rule bytes_per_useful_byte(const Traffic& traffic, bool loaded, bool stored) {
  return [&traffic, loaded, stored](const Input& in) {
    const double useful = static_cast<double>((loaded ? in.useful.loaded : 0) + (stored ? in.useful.stored : 0));
    Measured measured =
        ratio(32 * traffic.sectors(in.totals), useful, "the grader does not say how many bytes are useful");
    blame_sectors(measured, in.evidence, traffic);
    measured.too_little = less_than_needed(in);
    return measured;
  };
}

// Of what is loaded and stored together.
Measured per_useful_byte(double amount, const Useful& useful) {
  return ratio(amount, static_cast<double>(useful.loaded + useful.stored), "the grader does not say how many bytes are useful");
}

// Without an access there is no conflict either: the ratio is that of a kernel without conflicts. That shared memory is
// avoided by worse means shows in the sectors of global memory, which a lab limits beside it.
Measured shared_above_ideal(const Input& in) {
  const double ideal = shared_accesses().ideal(in.totals);
  Measured measured{ideal > 0 ? shared_accesses().sectors(in.totals) / ideal : 1, true, "", "", ""};
  blame_wavefronts(measured, in.evidence);
  return measured;
}
Measured shared_total(const Input& in) {
  Measured measured{shared_accesses().sectors(in.totals), true, "", "", ""};
  blame_wavefronts(measured, in.evidence);
  return measured;
}
Measured shared_per_access(const Input& in) {
  Measured measured = ratio(shared_accesses().sectors(in.totals), shared_accesses().requests(in.totals),
                            "no kernel uses shared memory that way");
  blame_wavefronts(measured, in.evidence);
  return measured;
}
Measured shared_per_useful_kib(const Input& in) {
  Measured measured = per_useful_byte(1024 * shared_accesses().sectors(in.totals), in.useful);
  blame_wavefronts(measured, in.evidence);
  return measured;
}
Measured constant_requests(const Input& in) {
  const Quantity requests = of({Metric::constant_requests}), instructions = of({Metric::constant_instructions});
  Measured measured =
      ratio(requests(in.totals), instructions(in.totals), "no kernel loads anything from constant memory");
  double worst = 0;
  for (const LineCounts& line : in.evidence.lines()) {
    const double many = requests(line.counters), few = instructions(line.counters);
    if (many - few <= worst) continue;
    worst = many - few;
    measured.where = line.where();
    measured.line_sentence = fmt::format(
        "constant memory serves a warp one address at a time, and here the lanes ask for {:.3g} different ones in one "
        "load: {:.0f} requests where {:.0f} would do",
        many / few, many, few);
  }
  return measured;
}
Measured lanes(const Input& in) {
  const Quantity warp = of({Metric::warp_instructions}), thread = of({Metric::thread_instructions});
  Measured measured = ratio(thread(in.totals), warp(in.totals), "no kernel ran");
  double worst = 0;
  for (const LineCounts& line : in.evidence.lines()) {
    const double idle = 32 * warp(line.counters) - thread(line.counters);
    if (idle <= worst) continue;
    worst = idle;
    measured.where = line.where();
    measured.line_sentence = active_lanes(line, in.evidence);
  }
  return measured;
}
const Quantity& sectors_of_local_memory() {
  static const Quantity sectors = of({Metric::local_load_sectors, Metric::local_store_sectors});
  return sectors;
}
void blame_local_memory(Measured& measured, const Evidence& evidence) {
  blame_most(measured, evidence, sectors_of_local_memory(), "sectors of local memory");
  if (!measured.line_sentence.empty())
    measured.line_sentence += ": what a thread keeps for itself and cannot keep in registers lies in device memory, as an "
                              "array does of which the compiler does not know every index";
}
Measured local_sectors(const Input& in) {
  Measured measured{sectors_of_local_memory()(in.totals), true, "", "", ""};
  blame_local_memory(measured, in.evidence);
  return measured;
}
Measured local_bytes_per_useful_byte(const Input& in) {
  Measured measured = per_useful_byte(32 * sectors_of_local_memory()(in.totals), in.useful);
  blame_local_memory(measured, in.evidence);
  return measured;
}
Measured constant_requests_per_useful_kib(const Input& in) {
  const Quantity requests = of({Metric::constant_requests});
  Measured measured = per_useful_byte(1024 * requests(in.totals), in.useful);
  blame_most(measured, in.evidence, requests, "requests to constant memory");
  return measured;
}
Measured requests_per_useful_kib(const Input& in) {
  Measured measured = per_useful_byte(1024 * both().requests(in.totals), in.useful);
  constexpr double widest = 32 * 16;  // bytes: 16 a lane
  blame_requests(measured, in.evidence, {{&loads(), Metric::global_load_bytes, widest}, {&stores(), Metric::global_store_bytes, widest}});
  return measured;
}
Measured surface_requests_per_useful_kib(const Input& in) {
  Measured measured = per_useful_byte(1024 * surfaces().requests(in.totals), in.useful);
  constexpr double widest = 8 * 16;  // bytes: 16 a lane, and a request serves 8
  blame_requests(measured, in.evidence,
                 {{&surface_loads(), Metric::surface_load_bytes, widest}, {&surface_stores(), Metric::surface_store_bytes, widest}});
  return measured;
}
Measured plain(double value) { return {value, true, "", "", ""}; }

Measured count_copies(const Input& in, std::string_view kind) {
  return plain(static_cast<double>(std::count_if(in.evidence.copies.begin(), in.evidence.copies.end(),
                                                 [&](const Copy& copy) { return kind.empty() || copy.kind == kind; })));
}
Measured copied_bytes(const Input& in) {
  double bytes = 0;
  for (const Copy& copy : in.evidence.copies) bytes += static_cast<double>(copy.bytes);
  return plain(bytes);
}
Measured copied_bytes_per_useful_byte(const Input& in) {
  Measured measured = per_useful_byte(copied_bytes(in).value, in.useful);
  struct Calls {
    std::size_t number = 0;
    std::uint64_t bytes = 0;
  };
  std::map<std::string, Calls> by_name;
  for (const Copy& copy : in.evidence.copies) {
    Calls& calls = by_name[copy.call];
    ++calls.number;
    calls.bytes += copy.bytes;
  }
  const auto most = std::max_element(by_name.begin(), by_name.end(),
                                     [](const auto& a, const auto& b) { return a.second.bytes < b.second.bytes; });
  if (most != by_name.end())
    measured.line_sentence = fmt::format("{} call{} of {} moved {} bytes: what the runtime copies costs time as well, and the data "
                                         "are where a kernel can read them",
                                         most->second.number, most->second.number == 1 ? "" : "s", most->first, most->second.bytes);
  return measured;
}
Measured blocks(const Input& in) {
  double blocks = 0;
  for (const Launch& launch : in.evidence.launches)
    if (launch.status == 0)
      blocks += static_cast<double>(launch.grid[0]) * static_cast<double>(launch.grid[1]) *
                static_cast<double>(launch.grid[2]);
  return plain(blocks);
}

const std::map<std::string_view, Rule>& rules() {
  static const std::map<std::string_view, Rule> all = {
      {"sectors", total_sectors(both())},
      {"load_sectors", total_sectors(loads())},
      {"store_sectors", total_sectors(stores())},
      {"requests", total_requests(both())},
      {"load_requests", total_requests(loads())},
      {"store_requests", total_requests(stores())},
      {"sectors_per_request", sectors_per_request(both())},
      {"load_sectors_per_request", sectors_per_request(loads())},
      {"store_sectors_per_request", sectors_per_request(stores())},
      {"atomic_sectors", total_sectors(atomics())},
      {"atomic_requests", total_requests(atomics())},
      {"atomic_sectors_per_request", sectors_per_request(atomics())},
      {"sectors_above_ideal", sectors_above_ideal(both())},
      {"load_sectors_above_ideal", sectors_above_ideal(loads())},
      {"store_sectors_above_ideal", sectors_above_ideal(stores())},
      {"bytes_per_useful_byte", bytes_per_useful_byte(both(), true, true)},
      {"load_bytes_per_useful_byte", bytes_per_useful_byte(loads(), true, false)},
      {"store_bytes_per_useful_byte", bytes_per_useful_byte(stores(), false, true)},
      {"requests_per_useful_kib", requests_per_useful_kib},
      {"surface_sectors", total_sectors(surfaces())},
      {"surface_requests", total_requests(surfaces())},
      {"surface_sectors_per_request", sectors_per_request(surfaces())},
      {"surface_sectors_above_ideal", sectors_above_ideal(surfaces())},
      {"surface_bytes_per_useful_byte", bytes_per_useful_byte(surfaces(), true, true)},
      {"surface_load_bytes_per_useful_byte", bytes_per_useful_byte(surface_loads(), true, false)},
      {"surface_store_bytes_per_useful_byte", bytes_per_useful_byte(surface_stores(), false, true)},
      {"surface_requests_per_useful_kib", surface_requests_per_useful_kib},
      {"local_sectors", local_sectors},
      {"local_bytes_per_useful_byte", local_bytes_per_useful_byte},
      {"shared_wavefronts", shared_total},
      {"shared_wavefronts_above_ideal", shared_above_ideal},
      {"shared_wavefronts_per_access", shared_per_access},
      {"shared_wavefronts_per_useful_kib", shared_per_useful_kib},
      {"constant_requests_per_instruction", constant_requests},
      {"constant_requests_per_useful_kib", constant_requests_per_useful_kib},
      {"lanes_per_instruction", lanes},
      {"launches", [](const Input& in) { return plain(static_cast<double>(in.evidence.launches.size())); }},
      {"blocks", blocks},
      {"copies", [](const Input& in) { return count_copies(in, ""); }},
      {"device_copies", [](const Input& in) { return count_copies(in, "DtoD"); }},
      {"copied_bytes", copied_bytes},
      {"copied_bytes_per_useful_byte", copied_bytes_per_useful_byte},
      {"synchronisations", [](const Input& in) { return plain(static_cast<double>(in.evidence.synchronisations)); }},
  };
  return all;
}

}  // namespace

std::optional<Measured> measure(std::string_view name, const Evidence& evidence, const Useful& useful) {
  const auto rule = rules().find(name);
  if (rule == rules().end()) return launch_measure(name, evidence);
  return rule->second({evidence, useful, evidence.totals()});
}

std::vector<std::string_view> measure_names() {
  std::vector<std::string_view> names = launch_measure_names();
  for (const auto& [name, rule] : rules()) names.push_back(name);
  return names;
}

}  // namespace course::harness
