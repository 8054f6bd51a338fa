#pragma once
// What a run is told beside its verdict, without a part in it.
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "grading/harness/order.h"
#include "grading/harness/run.h"

namespace course::harness {

// Of every case of which the simulated GPU noted something, its name and a sentence: device memory that was never freed,
// surface objects that still are, dynamic shared memory that nobody uses.
std::vector<std::string> notes_on(const std::deque<Case>& cases, const Run& run);

// How a note about what was printed begins: printf is how a student looks into a kernel.
inline constexpr std::string_view printed_head = "The program printed";

// What the function and its kernels printed on standard output in all cases of a check; none where that is nothing.
std::vector<std::string> note_on_output(const std::string& output);

}  // namespace course::harness
