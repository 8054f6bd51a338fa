#pragma once
// The source line that is most to blame for a measure, and what to say of it: Measured::where and line_sentence.
#include <initializer_list>

#include "grading/harness/measures.h"
#include "grading/harness/traffic.h"

namespace course::harness {

// A line's load, store and atomic sectors apart: a line such as `out[i] = in[j]` does two, and only one is to blame.
void blame_sectors(Measured& measured, const Evidence& evidence, const Traffic& traffic);

// The line with most of a quantity.
void blame_most(Measured& measured, const Evidence& evidence, const Quantity& quantity, const char* unit);

// A direction of traffic, what counts the bytes that its lanes ask for, and how many of them one request can bring.
struct Asked {
  const Traffic* direction;
  sim::Metric bytes;
  double widest;
};

// The line and direction with most requests more than its bytes need, and how little each of them brings.
void blame_requests(Measured& measured, const Evidence& evidence, std::initializer_list<Asked> directions);

// The line and kind of shared access with most wavefronts above their ideal.
void blame_wavefronts(Measured& measured, const Evidence& evidence);

}  // namespace course::harness
