#pragma once
// The finished site, as Doxygen wrote it.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "docs/site/text.h"

namespace site {

// Dead links (file or anchor) and images without alternative text in all HTML files of `folder`.
Problems check_html(const std::filesystem::path& folder);

// Names of kernels with a documentation comment (/// or /**) in CUDA source text.
std::vector<std::string> documented_kernels(std::string_view source);

// Kernels of `sources` (.cu, .cuh) that are documented but have no entry in the site: Doxygen leaves CUDA files out
// unless it is told that they are C++. Says so too if no documented kernel is found at all.
Problems check_kernels(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& sources);

// Lines of Doxygen's warning log that speak of the pages in `pages`, as problems.
Problems check_warnings(const std::filesystem::path& log, const std::filesystem::path& pages);

}  // namespace site
