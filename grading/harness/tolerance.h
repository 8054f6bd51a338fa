#pragma once
/// @file
/// @brief How far a result may lie from its reference, element by element.
///
/// Choose inputs for which the answer is exact (small whole numbers stored in float) wherever the operation allows:
/// then nothing is tolerated and nothing is argued about. Where rounding is unavoidable, the bound is
/// `c * eps * sum|x|` with a reference in double: a relative error would reject right sums that cancel, an absolute one
/// would accept zeros, and a maximum over the array would let one large value excuse all others. A NaN never passes.
#include <cstddef>
#include <limits>
#include <vector>

namespace course::harness {

/// The largest |got - expected| that passes, one for each element; empty: got must equal expected exactly.
struct Tolerance {
  std::vector<double> allowed;

  bool exact() const { return allowed.empty(); }
};

inline Tolerance exactly() { return {}; }

/// Bound for results that are sums (or chains) of rounded operations in T.
/// @param magnitudes for each element, the sum of |x| over the terms that enter it, computed in double.
/// @param c how many roundings a value passes through at most: about the number of terms for a plain loop, or
///        log2 of it for a tree. State in the grader why.
template <class T>
Tolerance rounding(const std::vector<double>& magnitudes, double c) {
  Tolerance tolerance;
  tolerance.allowed.reserve(magnitudes.size());
  for (const double magnitude : magnitudes)
    tolerance.allowed.push_back(c * static_cast<double>(std::numeric_limits<T>::epsilon()) * magnitude);
  return tolerance;
}

}  // namespace course::harness
