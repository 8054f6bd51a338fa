// A real GPU has no counters to offer here: the document only says so.
#include <string>

#include "grading/runner/case.h"

namespace course::runner {

void reset_evidence() {}

void mark_unwritten(void*, std::size_t) {}

void name_memory(const void*, const std::string&) {}

void write_evidence(const std::filesystem::path& path) {
  const std::string text =
      R"({"schema":1,"machine":"cuda","launches":[],"copies":[],"synchronisations":0,"errors":[],"faults":[],"notes":[]})";
  write_file(path, text.data(), text.size());
}

}  // namespace course::runner
