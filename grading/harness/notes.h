#pragma once
// What a run is told beside its verdict, without a part in it.
#include <deque>
#include <string>
#include <vector>

#include "grading/harness/order.h"
#include "grading/harness/run.h"

namespace course::harness {

// Of every case of which the simulated GPU noted something, its name and a sentence: device memory that was never freed,
// surface objects that still are, dynamic shared memory that nobody uses.
std::vector<std::string> notes_on(const std::deque<Case>& cases, const Run& run);

}  // namespace course::harness
