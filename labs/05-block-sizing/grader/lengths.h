#pragma once
// What a launch is judged by at every length: a good average must not hide a bad length.
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>

#include "grading/harness/harness.h"
#include "grading/harness/measures.h"
#include "grading/simulator/counting/metrics.h"

namespace lab05 {

using namespace course::harness;

enum class Worst { smallest, largest };

/// One case's evidence and the number of its elements.
using Measure = double (*)(const Evidence&, double elements);

inline double count(const Evidence& evidence, sim::Metric metric) {
  return static_cast<double>(evidence.totals()[sim::metric_names[static_cast<std::size_t>(metric)]]);
}

/// Floats that a request for global memory asks for: 32 when every lane loads or stores one.
inline double elements_per_request(const Evidence& evidence, double) {
  using M = sim::Metric;
  const double requests = count(evidence, M::global_load_requests) + count(evidence, M::global_store_requests);
  const double bytes = count(evidence, M::global_load_bytes) + count(evidence, M::global_store_bytes);
  return requests == 0 ? 0 : bytes / 4 / requests;
}

/// Instructions that warps issue for 32 elements.
inline double instructions_per_32_elements(const Evidence& evidence, double elements) {
  return 32 * count(evidence, sim::Metric::warp_instructions) / elements;
}

/// How often an element is loaded from global memory.
inline double loads_per_element(const Evidence& evidence, double elements) {
  return count(evidence, sim::Metric::global_load_bytes) / 4 / elements;
}

/// Sectors that travel, for each that would be full of useful bytes: one load and one store an element.
inline double sectors_per_useful_sector(const Evidence& evidence, double elements) {
  using M = sim::Metric;
  return 32 * (count(evidence, M::global_load_sectors) + count(evidence, M::global_store_sectors)) / (8 * elements);
}

inline double occupancy(const Evidence& evidence, double) {
  return measure("occupancy_percent", evidence, {})->value;
}

/// Multiprocessors of an H200 (132) that have a block with work, on average over the sectors that launches move: a pass
/// by one block counts 1, however many blocks the pass before it had.
inline double multiprocessors_at_work(const Evidence& evidence, double) {
  constexpr double multiprocessors = 132;
  using M = sim::Metric;
  double sum = 0, sectors = 0;
  for (const Launch& launch : evidence.launches) {
    const auto of = [&](M metric) {
      return static_cast<double>(launch.counters[sim::metric_names[static_cast<std::size_t>(metric)]]);
    };
    const double moved = of(M::global_load_sectors) + of(M::global_store_sectors);
    const double busy = static_cast<double>(launch.grid[0] * launch.grid[1] * launch.grid[2] - launch.idle_blocks);
    sum += moved * std::min(busy, multiprocessors), sectors += moved;
  }
  return sectors == 0 ? 0 : sum / sectors;
}

struct AtEveryLength {
  const char* name;
  Measure measure;
  Worst worst;
  std::initializer_list<sim::Metric> blame = {};  ///< the line with most of these is shown; empty: none is
  const char* words_of = nullptr;                  ///< the harness's measure that says more about the worst case
};

/// The line with most of some counts together.
inline std::string line_with_most(const Evidence& evidence, std::initializer_list<sim::Metric> metrics) {
  std::uint64_t most = 0;
  std::string where;
  for (const LineCounts& line : evidence.lines()) {
    std::uint64_t here = 0;
    for (const sim::Metric metric : metrics) here += line.counters[sim::metric_names[static_cast<std::size_t>(metric)]];
    if (here <= most) continue;
    most = here;
    where = line.where();
  }
  return where;
}

/// Gives the check each measure's value in the case where it is worst, and names that case.
/// @param array  the result whose number of elements the measures divide by
inline void judge_every_length(Check& check, const char* array, std::initializer_list<AtEveryLength> measures) {
  for (const AtEveryLength& one : measures) {
    std::optional<std::size_t> worst;
    double value = 0;
    for (std::size_t i = 0; i < check.results().size(); ++i) {
      const CaseResult& result = check.results()[i];
      const double elements = static_cast<double>(result.values<float>(array).size());
      const double here = one.measure(result.evidence, elements);
      if (worst && (one.worst == Worst::largest ? here <= value : here >= value)) continue;
      worst = i, value = here;
    }
    const Evidence& evidence = check.results()[*worst].evidence;
    // Without a line the harness itself says that this is the worst.
    std::string sentence = fmt::format("{}with {}", one.blame.size() == 0 ? "" : "worst ", check.results()[*worst].name);
    for (const Launch& launch : evidence.launches) {
      const auto blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
      sentence += fmt::format("{} {} block{} of {} threads",
                              &launch == &evidence.launches.front() ? ", launched as" : " and", blocks,
                              blocks == 1 ? "" : "s", launch.block[0] * launch.block[1] * launch.block[2]);
    }
    if (one.words_of != nullptr) sentence += ": " + measure(one.words_of, evidence, {})->line_sentence;
    check.measured(one.name, value, line_with_most(evidence, one.blame), sentence);
  }
}

}  // namespace lab05
