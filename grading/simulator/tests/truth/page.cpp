#include "grading/simulator/tests/truth/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace sim::truth {
namespace {

struct Group {
  std::string_view prefix, title;
};
constexpr Group groups[] = {
    {"global_", "Global memory"}, {"shared_", "Shared memory"}, {"constant_", "Constant memory"}, {"local_", "Local memory"},
    {"atomic_", "Global atomics"}, {"surface", "Surfaces"},     {"texture", "Textures"},          {"grid_", "Whole grids"},
};

bool in_group(const Group& group, const Row& row) { return row.kernel.starts_with(group.prefix); }

std::string cell_text(const Row& row, const Column& column) {
  for (const Cell& cell : row.cells)
    if (cell.column == &column)
      return fmt::format("{0}{1} / {2}{0}", cell.machine == cell.hardware ? "" : "**", cell.machine, cell.hardware);
  return "";
}

// The columns that some row of the group uses, in the order of columns().
std::vector<const Column*> used_columns(const std::vector<Comparison>& comparisons, const Group& group) {
  std::set<const Column*> used;
  for (const Comparison& comparison : comparisons)
    for (const Row& row : comparison.rows)
      if (in_group(group, row))
        for (const Cell& cell : row.cells) used.insert(cell.column);
  std::vector<const Column*> ordered;
  for (const Column& column : columns())
    if (used.count(&column)) ordered.push_back(&column);
  return ordered;
}

std::string table(const std::vector<Comparison>& comparisons, const Group& group) {
  const std::vector<const Column*> used = used_columns(comparisons, group);
  if (used.empty()) return {};
  std::string text = fmt::format("### {}\n\n| launch | kernel |", group.title), rule = "\n| --- | --- |";
  for (const Column* column : used) text += fmt::format(" {} |", column->heading), rule += " --- |";
  text += rule + "\n";
  for (const Comparison& comparison : comparisons)
    for (const Row& row : comparison.rows)
      if (in_group(group, row)) {
        text += fmt::format("| {} {} | `{}` |", comparison.cases.substr(0, comparison.cases.find('_')), row.launch, row.kernel);
        for (const Column* column : used) text += fmt::format(" {} |", cell_text(row, *column));
        text += "\n";
      }
  return text + "\n";
}

std::uint64_t hardware_of(const std::vector<Comparison>& comparisons, const Exception& entry) {
  for (const Comparison& comparison : comparisons)
    if (comparison.cases == entry.cases)
      for (const Cell& cell : comparison.rows.at(static_cast<std::size_t>(entry.launch)).cells)
        if (cell.column->metric == entry.metric) return cell.hardware;
  return 0;
}

std::string_view heading_of(std::string_view metric) {
  return std::find_if(columns().begin(), columns().end(), [&](const Column& c) { return c.metric == metric; })->heading;
}

// What a front end counts otherwise than the hardware, beyond what is `known`: one table for each reason.
std::string exception_tables(const std::vector<Comparison>& comparisons, FrontEnd front_end, const std::vector<Exception>& known) {
  const auto is_known = [&](const Exception& e) {
    return std::any_of(known.begin(), known.end(), [&](const Exception& k) {
      return k.cases == e.cases && k.launch == e.launch && k.metric == e.metric && k.expected == e.expected;
    });
  };
  std::vector<Exception> open = exceptions(front_end);
  std::erase_if(open, is_known);
  std::string text;
  while (!open.empty()) {
    const std::string_view reason = open.front().reason;
    text += fmt::format("{}\n\n| launch | kernel | column | machine | hardware |\n| --- | --- | --- | --- | --- |\n", reason);
    for (const Exception& e : open)
      if (e.reason == reason)
        text += fmt::format("| {} {} | `{}` | {} | {} | {} |\n", e.cases.substr(0, e.cases.find('_')), e.launch, e.kernel,
                            heading_of(e.metric), e.expected, hardware_of(comparisons, e));
    text += "\n";
    std::erase_if(open, [&](const Exception& e) { return e.reason == reason; });
  }
  return text;
}

std::size_t launches(const std::vector<Comparison>& comparisons) {
  std::size_t sum = 0;
  for (const Comparison& comparison : comparisons) sum += comparison.rows.size();
  return sum;
}

constexpr std::string_view promises = R"(## What is promised

For the program as compiled, launch by launch and line by line:

- requests and sectors of global and local loads and stores, of reductions (`red`: the result is unused) and of atomics (`atom`);
- wavefronts and bank conflicts of shared loads and stores, by access width; wavefronts of shared atomics;
- requests of constant memory (without those that read kernel parameters);
- requests and sectors of surface and texture accesses.

Of results in `float`, `double` and integers: the bits that the hardware gives for sums, products, quotients, roots, minima, comparisons and conversions, at the edges as well (NaNs, infinities, subnormal numbers, ties, what does not fit), as `arithmetic_cases.h200.csv` has them from an H200. Left open, as PTX does: which NaN `-x`, `fabsf` and `roundf` of a NaN give.

The rules, and how the hardware's counters were recorded: [what a real GPU counted](../grading/simulator/tests/truth/README.md). They live in `grading/simulator/counting`, pure functions from the addresses of a warp to counts.

## What is not promised

- **Machine instructions** (`smsp__inst_executed` and its kin), **registers**, and what follows from them. ptxas makes these choices behind PTX; registers are an estimate that says so, unless `ptxas -v` gave them.
- **What ptxas changes in memory accesses.** It may merge neighbouring narrow accesses (four loads of a `float` into one of 16 bytes), keep a local array in registers, or turn an atomic into a loop. Sectors of global memory rarely change by it; requests and wavefronts can.
- **The last bits of approximate functions**: `__sinf`, `__expf`, `rsqrtf` and their like are computed to full precision.
- **What caches and memory did**: hit rates, `lts__*`, `dram__*`. They depend on what ran before.
- **Time**, and all that is a part of time: achieved occupancy, stalls, throughput.
- **Other architectures.** The table is an H200's (compute capability 9.0); no other has been measured.

)";

}  // namespace

std::string tables(const std::vector<Comparison>& comparisons) {
  std::string text;
  for (const Group& group : groups) text += table(comparisons, group);
  return text;
}

std::string summary(const std::vector<Comparison>& comparisons) {
  std::string text = "| what | values compared | equal | listed as different |\n| --- | --- | --- | --- |\n";
  std::vector<std::string_view> families;
  for (const Column& column : columns())
    if (families.empty() || families.back() != column.family) families.push_back(column.family);
  for (const std::string_view family : families) {
    const Tally t = tally(comparisons, family);
    text += fmt::format("| {} | {} | {} | {} |\n", family, t.compared, t.equal, t.listed);
  }
  return text;
}

std::string fidelity_page(const std::vector<Comparison>& comparisons, const std::string& examples) {
  const std::vector<Exception> reference = exceptions(FrontEnd::clang_19);
  std::string text = "# Fidelity\n\n<!-- made by the target fidelity_refresh: do not edit -->\n";
  text += fmt::format(
      "How the counts of the simulated GPU compare with those of a real one: {} launches, each run on an NVIDIA H200 under Nsight "
      "Compute and on the simulated GPU, compiled by clang 19. A value that both count as zero is not in the numbers below.\n\n",
      launches(comparisons));
  text += summary(comparisons);
  text += "\nA test repeats this comparison. It fails when a value differs that is not listed here, and when a listed one no longer differs.\n\n";
  text += "## Whole programs\n\nThe first launches of programs in `examples`, counted by `cudasim-run --csv` and by `ncu --csv` on the H200.\n\n" + examples + "\n";
  text += promises;
  text += "## What differs\n\n" + exception_tables(comparisons, FrontEnd::clang_19, {});
  text += "### clang 14\n\n" + exception_tables(comparisons, FrontEnd::clang_14, reference);
  text += "### nvcc\n\nWhere a CUDA Toolkit is installed, `COURSE_DEVICE_COMPILER=nvcc` has `nvcc -ptx` compile the device side. nvcc leaves it to ptxas to join a multiplication and an addition into one `fma`; the machine rounds twice there, so the last bit of a result may differ.\n\n" +
          exception_tables(comparisons, FrontEnd::nvcc, reference);
  text += "## Row by row\n\nEach cell is *machine / hardware*. An empty cell means that neither counted anything; what differs is in bold. The kernels: `access_cases.cu` and `object_cases.cu` in `grading/simulator/tests/truth`.\n\n";
  text += tables(comparisons);
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

}  // namespace sim::truth
