#pragma once
// docs/speed-limits.md from a record of `course measure --calibrate`.
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace course::timing {

/// @param record  what `course measure --calibrate --json` wrote; every lab, or the page has fewer rows
/// @return the page as Markdown. Throws nlohmann::json::exception when the record lacks something.
std::string limits_page(const nlohmann::ordered_json& record);

}  // namespace course::timing
