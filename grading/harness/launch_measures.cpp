#include "grading/harness/launch_measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "grading/simulator/counting/metrics.h"
#include "grading/simulator/occupancy/occupancy.h"

namespace course::harness {
namespace {

double count(const Counts& counts, sim::Metric metric) {
  return static_cast<double>(counts[sim::metric_names[static_cast<std::size_t>(metric)]]);
}

double warps(const Counts& counts) { return count(counts, sim::Metric::warp_instructions); }
double threads(const Counts& counts) { return count(counts, sim::Metric::thread_instructions); }

std::uint64_t product(const Index3& extent) { return extent[0] * extent[1] * extent[2]; }

Measured undefined() { return {0, false, "no kernel ran", "", ""}; }

// Lanes of issued instructions that had nothing to do, in percent.
Measured idle_lanes(const Evidence& evidence) {
  const Counts totals = evidence.totals();
  if (warps(totals) == 0) return undefined();
  Measured measured;
  measured.value = 100 * (1 - threads(totals) / (32 * warps(totals)));
  double worst = 0;
  for (const LineCounts& line : evidence.lines()) {
    const double idle = 32 * warps(line.counters) - threads(line.counters);
    if (idle <= worst) continue;
    worst = idle;
    measured.where = line.where();
    measured.line_sentence = active_lanes(line, evidence);
  }
  return measured;
}

// Blocks that asked nothing of memory, in percent.
Measured idle_blocks(const Evidence& evidence) {
  double all = 0, idle = 0, worst = 0;
  Measured measured;
  for (const Launch& launch : evidence.launches) {
    if (launch.status != 0) continue;
    const double of_launch = static_cast<double>(product(launch.grid)), without = static_cast<double>(launch.idle_blocks);
    all += of_launch, idle += without;
    if (without <= worst) continue;
    worst = without;
    measured.line_sentence =
        without == of_launch
            ? fmt::format("no block of {} loads or stores anything", launch.name())
            : fmt::format("{:.0f} of {:.0f} blocks of {} load and store nothing: {:.3g} times more blocks than there is "
                          "work for",
                          without, of_launch, launch.name(), of_launch / (of_launch - without));
  }
  if (all == 0) return undefined();
  measured.value = 100 * idle / all;
  return measured;
}

struct Residence {
  const sim::occupancy::Limits* limits = nullptr;
  sim::occupancy::Occupancy occupancy;
};

// On the compute capability where it is least. Registers are left out: here they are an estimate.
Residence least_residence(const Launch& launch) {
  const sim::occupancy::Block block{static_cast<int>(product(launch.block)), 0, launch.static_shared,
                                    launch.dynamic_shared};
  Residence least;
  for (const auto& limits : sim::occupancy::capabilities()) {
    const auto here = sim::occupancy::occupancy(limits, block);
    if (least.limits == nullptr || here.fraction() < least.occupancy.fraction()) least = {&limits, here};
  }
  return least;
}

std::string shared_words(const Launch& launch) {
  if (launch.static_shared + launch.dynamic_shared == 0) return "";
  return fmt::format(" with {} bytes of static and {} of dynamic shared memory", launch.static_shared,
                     launch.dynamic_shared);
}

// Mean over the launches by the instructions that they issued, so that a small launch beside a large one matters little.
Measured occupancy(const Evidence& evidence) {
  double sum = 0, weight = 0, worst = -1;
  Measured measured;
  for (const Launch& launch : evidence.launches) {
    const double issued = warps(launch.counters);
    if (issued == 0) continue;
    const Residence least = least_residence(launch);
    sum += issued * least.occupancy.fraction(), weight += issued;
    const double lost = issued * (1 - least.occupancy.fraction());
    if (lost <= worst) continue;
    worst = lost;
    measured.line_sentence =
        fmt::format("with blocks of {} thread{}{}, {} keeps {} on a multiprocessor of compute capability {}",
                    product(launch.block), product(launch.block) == 1 ? "" : "s", shared_words(launch), launch.name(),
                    least.occupancy.sentence(), least.limits->name());
    for (const std::string& note : evidence.notes)
      if (note.starts_with(launch.kernel + " ")) measured.line_sentence += "; " + note;
  }
  if (weight == 0) return undefined();
  measured.value = 100 * sum / weight;
  return measured;
}

using Rule = Measured (*)(const Evidence&);
const std::map<std::string_view, Rule>& rules() {
  static const std::map<std::string_view, Rule> all = {
      {"idle_lanes_percent", idle_lanes}, {"idle_blocks_percent", idle_blocks}, {"occupancy_percent", occupancy}};
  return all;
}

// "68", or "(16, 5, 1)": as it stands in the launch.
std::string extent(const Index3& of) {
  return of[1] * of[2] == 1 ? std::to_string(of[0]) : fmt::format("({}, {}, {})", of[0], of[1], of[2]);
}

// Lanes of a block's last warp that have no thread.
std::uint64_t spare_lanes(const Launch& launch) { return (32 - product(launch.block) % 32) % 32; }

}  // namespace

std::string active_lanes(const LineCounts& line, const Evidence& evidence) {
  const double active = threads(line.counters) / warps(line.counters);
  std::string sentence = fmt::format("{:.3g} of 32 lanes are active here", active);
  const Launch* worst = nullptr;
  double most = 0;
  for (const Launch& launch : evidence.launches)
    for (const LineCounts& one : launch.lines) {
      const double idle = 32 * warps(one.counters) - threads(one.counters);
      if (one.line != line.line || one.file != line.file || idle <= most) continue;
      most = idle;
      worst = &launch;
    }
  if (worst == nullptr || spare_lanes(*worst) == 0) return sentence;
  // Only where the shape of the block is most of it: a branch that few lanes take has nothing to do with the launch.
  const std::uint64_t block = product(worst->block), its_warps = (block + 31) / 32;
  const double by_shape = static_cast<double>(spare_lanes(*worst)) / static_cast<double>(its_warps);
  if (2 * by_shape < 32 - active) return sentence;
  return sentence + fmt::format("; {}<<<{}, {}>>> (blocks, then threads in a block) leaves {} of the {} lanes of a block's {} "
                                "without a thread",
                                worst->name(), extent(worst->grid), extent(worst->block), spare_lanes(*worst),
                                32 * its_warps, its_warps == 1 ? "warp" : fmt::format("{} warps", its_warps));
}

std::optional<Measured> launch_measure(std::string_view name, const Evidence& evidence) {
  const auto rule = rules().find(name);
  if (rule == rules().end()) return std::nullopt;
  return rule->second(evidence);
}

std::vector<std::string_view> launch_measure_names() {
  std::vector<std::string_view> names;
  for (const auto& [name, rule] : rules()) names.push_back(name);
  return names;
}

}  // namespace course::harness
