#pragma once
// Elements of an array as numbers: comparison with the reference, texts for messages, patterns in what is wrong.
#include <span>
#include <string>
#include <vector>

#include "grading/harness/order.h"

namespace course::harness {

// rows: the array's elements without padding. A NaN is right only if the reference is exact and has the same bytes.
bool element_right(const Array& array, std::span<const std::byte> rows, std::size_t index);

// As many digits as tell neighbouring values apart.
std::string got_text(const Array& array, std::span<const std::byte> rows, std::size_t index);
std::string expected_text(const Array& array, std::size_t index);

// "index 5", "(row 2, column 7)" or, in a picture, "row 2, column 7, channel 1".
std::string place_of(const Array& array, std::size_t index);

// " Hint: ..." when all wrong elements hold what is expected one row or column further, or at the transposed place;
// else "".
std::string pattern_hint(const Array& array, std::span<const std::byte> rows, const std::vector<std::size_t>& wrong,
                         std::size_t first);

// " SENTENCE." of the known slip (Case::resembles) whose values the array holds; else "".
std::string resemblance_of(const Array& array, std::span<const std::byte> rows);

}  // namespace course::harness
