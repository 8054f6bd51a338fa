#pragma once
// Lab 01: who made the results, and where the kernels found their table.
#include <string>

#include "grading/harness/harness.h"
#include "grading/simulator/counting/metrics.h"

namespace lab01 {

using namespace course::harness;

inline double total(const Counts& counts, sim::Metric metric) {
  return static_cast<double>(counts[sim::metric_names[static_cast<std::size_t>(metric)]]);
}

inline std::string whole(double number) { return std::to_string(static_cast<long long>(number)); }

// Where most of a count comes from, and how much of it.
struct Place {
  std::string where;
  double amount = 0;
};
template <class Count>
Place line_with_most(const Evidence& evidence, Count count) {
  Place place;
  for (const LineCounts& line : evidence.lines())
    if (const double amount = count(line.counters); amount > place.amount) place = {line.where(), amount};
  return place;
}
inline Place line_with_most(const Evidence& evidence, sim::Metric metric) {
  return line_with_most(evidence, [=](const Counts& counts) { return total(counts, metric); });
}

// A finding without numbers: what is missing has none.
inline Finding not_learnt(std::string message, std::string where) {
  return {.fault = "limit",
          .message = std::move(message),
          .where = std::move(where),
          .value = {},
          .threshold = {},
          .unit = "",
          .glossary = ""};
}

inline std::string named(const Copy& copy) { return copy.call + ", " + std::to_string(copy.bytes) + " bytes"; }

// The largest copy of those; nullptr: there is none.
template <class Wanted>
const Copy* largest(const Evidence& evidence, Wanted wanted) {
  const Copy* found = nullptr;
  for (const Copy& copy : evidence.copies)
    if (wanted(copy) && (found == nullptr || copy.bytes > found->bytes)) found = &copy;
  return found;
}

// False: the host read all `read` bytes of input (0: none lies on the device), or kernels stored less than the `stored`
// bytes of the results. A kernel beside that may load from constant memory as well as any, and compute nothing.
inline bool made_by_kernels(Check& check, const Evidence& evidence, const std::string& table, double read,
                            double stored) {
  const std::string remedy =
      " Declare the table __constant__ at file scope, fill it with cudaMemcpyToSymbol, and let a kernel compute.";
  if (evidence.launches.empty()) {
    check.fail(not_learnt("No kernel was launched: " + table + " and the results met on the host." + remedy, ""));
    return false;
  }
  const Copy* to_host = largest(evidence, [](const Copy& copy) { return copy.kind == "DtoH"; });
  if (read > 0 && to_host != nullptr && static_cast<double>(to_host->bytes) >= read) {
    check.fail(not_learnt("The signal or the results were copied to the host (" + named(*to_host) +
                              "), which needs neither unless it does the kernel's work." + remedy,
                          ""));
    return false;
  }
  constexpr double sector_bytes = 32, enough = 0.85;
  double by_kernels = 0;
  for (const sim::Metric metric :
       {sim::Metric::global_store_sectors, sim::Metric::global_red_sectors, sim::Metric::global_atom_sectors})
    by_kernels += sector_bytes * total(evidence.totals(), metric);
  if (by_kernels >= enough * stored) return true;
  const Copy* from_host = largest(evidence, [](const Copy& copy) { return copy.kind == "HtoD"; });
  check.fail(not_learnt("The results have " + whole(stored) + " bytes, and the kernels stored " + whole(by_kernels) +
                            ": the rest came from elsewhere" +
                            (from_host == nullptr ? "" : " (" + named(*from_host) + ")") + "." + remedy,
                        ""));
  return false;
}

// False: constant memory does not hold the table of `bytes`, or no kernel loads from there. It may be in a __constant__
// variable or come with the arguments of launches, which lie in constant memory as well; a word at a known place in
// them is an operand, and there are no loads to count.
inline bool read_from_constant_memory(Check& check, const Evidence& evidence, const std::string& table, double bytes) {
  double copied = 0, arguments = 0;
  for (const Copy& copy : evidence.copies) copied += copy.to_constant ? static_cast<double>(copy.bytes) : 0;
  for (const Launch& launch : evidence.launches) arguments += static_cast<double>(launch.argument_bytes);
  const bool loads = total(evidence.totals(), sim::Metric::constant_instructions) > 0;
  if (copied + arguments >= bytes && loads) return true;
  if (copied < bytes && copied + arguments >= bytes) {
    check.measured("constant_requests_per_instruction", 1);
    return true;
  }
  const Copy* elsewhere = largest(
      evidence, [](const Copy& copy) { return !copy.to_constant && (copy.kind == "HtoD" || copy.kind == "symbol"); });
  const Place from = line_with_most(evidence, sim::Metric::global_load_requests);
  std::string message =
      loads ? "Constant memory holds " + whole(copied) + " bytes of " + table + ", which need " + whole(bytes) + ": "
            : "No kernel loads anything from constant memory: ";
  message += copied >= bytes ? whole(copied) + " bytes were copied there, and nobody reads them"
             : elsewhere != nullptr
                 ? table + " went to global memory (" + named(*elsewhere) + ")"
                 : table + " came without a copy, as through managed or page-locked memory, which is none";
  if (!from.where.empty()) message += ", and this line makes " + whole(from.amount) + " load requests outside of it";
  check.fail(not_learnt(message + ". Declare the table __constant__ at file scope and use it by name in the kernel.",
                        from.where));
  return false;
}

}  // namespace lab01
