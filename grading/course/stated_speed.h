#pragma once
/// @file
/// @brief What lab.json says that a clock sees of the given slow kernels, and whether it did.
#include <filesystem>
#include <optional>
#include <string>

#include "grading/lab/lab.h"

namespace course {

/// How a speed check judges a kernel that is slow by a lesson's count: it rejects it (the rule), or lab.json names it under
/// `near` (about at the limit) or `hidden` (below it, since caches hide what it wastes).
enum class Stated { rejected, near, hidden };

/// @param file  of a slow kernel, relative to the lab's grader folder
Stated stated_speed(const CheckEntry& check, const std::filesystem::path& file);

/// @param verdict  of the speed check, which judged: not "skipped"
/// @param ratio    the kernel's time as a part of the limit
/// @return what is not as stated, and what to do about it, without the kernel's name. A rejected one is to be 15 % above the
///         limit. The others have some room, since between two calibrations times differ by a few percent: `hidden` passes,
///         `near` is within a factor of 1.25 of the limit.
std::optional<std::string> speed_objection(Stated stated, const std::string& verdict, double ratio);

}  // namespace course
