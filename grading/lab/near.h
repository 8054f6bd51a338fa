#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace course {

/// Number of insertions, deletions, replacements and swaps of neighbours that turn `a` into `b`.
int edit_distance(std::string_view a, std::string_view b);

/// The words of `known` that a mistyped `word` may have meant, nearest first, at most three.
std::vector<std::string> near_matches(std::string_view word, const std::vector<std::string>& known);

/// "; did you mean a or b?", or nothing when no word is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& known);

}  // namespace course
