#pragma once

#include <string>

#include "repository.h"

namespace course {

/// Configures and builds `target` with the preset `sim`; output goes to a log. Throws Problem with the last lines of
/// the log if that fails.
void build_target(const Repository& repository, const std::string& target);

}  // namespace course
