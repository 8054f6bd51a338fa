#pragma once
// What the counters tell of a memory space: who asked, what it took, what would have done. Measures are made of it.
#include <functional>
#include <initializer_list>
#include <vector>

#include "grading/harness/evidence.h"
#include "grading/simulator/counting/metrics.h"

namespace course::harness {

double sum(const Counts& counts, std::initializer_list<sim::Metric> metrics);

// Quantities of one set of counters, as functions so that totals and single lines are asked alike.
using Quantity = std::function<double(const Counts&)>;
Quantity of(std::initializer_list<sim::Metric> metrics);  // their sum

// One direction of a memory space, or both.
struct Traffic {
  const char* verb;
  Quantity requests, sectors, ideal;
  std::vector<const Traffic*> parts;  // the directions of which both are made; empty: this is one
  Quantity bytes = {};  // that the lanes ask for; empty: not counted
};

namespace traffic {

const Traffic& loads();   // of global memory
const Traffic& stores();  // of global memory
const Traffic& atomics();  // of global memory
const Traffic& both();    // with atomics
const Traffic& surface_loads();
const Traffic& surface_stores();
const Traffic& surfaces();
// Shared memory: instructions, wavefronts and their ideal stand where requests, sectors and theirs do.
const Traffic& shared_accesses();

}  // namespace traffic
}  // namespace course::harness
