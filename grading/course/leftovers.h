#pragma once

#include <string>
#include <vector>

#include "report.h"

namespace course {

/// The notes of all checks, each said once however many cases and checks it holds for. Where one line of `source` alone
/// allocates device memory, a note about memory that was never freed names it as `file`:line.
std::vector<Remark> leftovers(const std::vector<CheckResult>& checks, const std::string& source, const std::string& file);

}  // namespace course
