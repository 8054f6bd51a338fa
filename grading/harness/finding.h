#pragma once
/// @file
/// @brief Why a check fails: what happened, where, by how much, and where to read on.
#include <optional>
#include <string>

namespace course::harness {

struct Finding {
  std::string fault;    ///< a word for machines: "wrong-result", "not-written", "crash", "time-limit", "limit", ...
  std::string message;  ///< for the student: what happened and why it matters, whole sentences
  std::string where;    ///< "file:line", or empty
  std::optional<double> value, threshold;  ///< for limits
  std::string unit;
  std::string glossary;  ///< stem of a page; empty: that on the fault (fault_pages.h), else the check's own
};

}  // namespace course::harness
