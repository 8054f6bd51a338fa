#pragma once

#include <vector>

#include "repository.h"

namespace course {

/// The labs in an order in which each comes after the labs that teach what it needs, the lower number first where both
/// may be next. Labs that need each other are taken by number. A broken lab comes last.
std::vector<const LabEntry*> way_through(const std::vector<LabEntry>& labs);

}  // namespace course
