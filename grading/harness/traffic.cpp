#include "grading/harness/traffic.h"

#include <algorithm>

namespace course::harness {
namespace {

using sim::Metric;

// A sector of a surface is a tile of 16 bytes by 2 rows: bytes that fill whole tiles are the ideal, one tile a request
// at least.
Quantity filled_tiles(Metric requests, Metric bytes) {
  return [=](const Counts& counts) { return std::max(sum(counts, {requests}), sum(counts, {bytes}) / 32); };
}

const Traffic& shared_loads() {
  static const Traffic traffic{"shared loads",
                               of({Metric::shared_load_instructions}),
                               of({Metric::shared_load_wavefronts}),
                               of({Metric::shared_load_wavefronts_ideal}),
                               {}};
  return traffic;
}
const Traffic& shared_stores() {
  static const Traffic traffic{"shared stores",
                               of({Metric::shared_store_instructions}),
                               of({Metric::shared_store_wavefronts}),
                               of({Metric::shared_store_wavefronts_ideal}),
                               {}};
  return traffic;
}
const Traffic& shared_atomics() {
  static const Traffic traffic{"shared atomics",
                               of({Metric::shared_atom_instructions}),
                               of({Metric::shared_atom_wavefronts}),
                               of({Metric::shared_atom_instructions}),
                               {}};
  return traffic;
}

}  // namespace

double sum(const Counts& counts, std::initializer_list<Metric> metrics) {
  double total = 0;
  for (const Metric metric : metrics)
    total += static_cast<double>(counts[sim::metric_names[static_cast<std::size_t>(metric)]]);
  return total;
}

Quantity of(std::initializer_list<Metric> metrics) {
  return [list = std::vector<Metric>(metrics)](const Counts& counts) {
    double total = 0;
    for (const Metric metric : list) total += sum(counts, {metric});
    return total;
  };
}

namespace traffic {

const Traffic& loads() {
  static const Traffic traffic{"loads",
                               of({Metric::global_load_requests}),
                               of({Metric::global_load_sectors}),
                               of({Metric::global_load_sectors_ideal}),
                               {},
                               of({Metric::global_load_bytes})};
  return traffic;
}
const Traffic& stores() {
  static const Traffic traffic{"stores",
                               of({Metric::global_store_requests}),
                               of({Metric::global_store_sectors}),
                               of({Metric::global_store_sectors_ideal}),
                               {},
                               of({Metric::global_store_bytes})};
  return traffic;
}
// What their lanes ask for is not counted, so the ideal is that of the widest request that wastes nothing: 32 lanes, each
// with 8 bytes of its own. A narrower one that wastes less than half is not told from it.
const Traffic& atomics() {
  static const Quantity requests = of({Metric::global_red_requests, Metric::global_atom_requests}),
                        sectors = of({Metric::global_red_sectors, Metric::global_atom_sectors});
  static const Traffic traffic{"atomics", requests, sectors,
                               [](const Counts& counts) { return std::min(sectors(counts), 8 * requests(counts)); },
                               {}};
  return traffic;
}
// In sums atomics have no ideal of their own: they count as they are.
const Traffic& both() {
  static const Traffic traffic{"accesses",
                               of({Metric::global_load_requests, Metric::global_store_requests,
                                   Metric::global_red_requests, Metric::global_atom_requests}),
                               of({Metric::global_load_sectors, Metric::global_store_sectors,
                                   Metric::global_red_sectors, Metric::global_atom_sectors}),
                               of({Metric::global_load_sectors_ideal, Metric::global_store_sectors_ideal,
                                   Metric::global_red_sectors, Metric::global_atom_sectors}),
                               {&loads(), &stores(), &atomics()}};
  return traffic;
}

const Traffic& surface_loads() {
  static const Traffic traffic{"surface loads",
                               of({Metric::surface_load_requests}),
                               of({Metric::surface_load_sectors}),
                               filled_tiles(Metric::surface_load_requests, Metric::surface_load_bytes),
                               {}};
  return traffic;
}
const Traffic& surface_stores() {
  static const Traffic traffic{"surface stores",
                               of({Metric::surface_store_requests}),
                               of({Metric::surface_store_sectors}),
                               filled_tiles(Metric::surface_store_requests, Metric::surface_store_bytes),
                               {}};
  return traffic;
}
const Traffic& surfaces() {
  static const Traffic traffic{"surface accesses",
                               of({Metric::surface_load_requests, Metric::surface_store_requests}),
                               of({Metric::surface_load_sectors, Metric::surface_store_sectors}),
                               [](const Counts& counts) {
                                 return surface_loads().ideal(counts) + surface_stores().ideal(counts);
                               },
                               {&surface_loads(), &surface_stores()}};
  return traffic;
}

const Traffic& shared_accesses() {
  static const Traffic traffic{
      "shared accesses",
      of({Metric::shared_load_instructions, Metric::shared_store_instructions, Metric::shared_atom_instructions}),
      of({Metric::shared_load_wavefronts, Metric::shared_store_wavefronts, Metric::shared_atom_wavefronts}),
      of({Metric::shared_load_wavefronts_ideal, Metric::shared_store_wavefronts_ideal,
          Metric::shared_atom_instructions}),
      {&shared_loads(), &shared_stores(), &shared_atomics()}};
  return traffic;
}

}  // namespace traffic
}  // namespace course::harness
