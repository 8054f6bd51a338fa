#pragma once

#include <string>

#include "console.h"
#include "report.h"

namespace course {

/// What another grading of a lab changed, for `course watch`: a line for each check with another verdict, what it says
/// where it fails in another way than before, and the points. Empty when nothing did.
std::string changes(const LabResult& before, const LabResult& after, const Console& console);

}  // namespace course
