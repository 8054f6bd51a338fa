#include "grading/runner/case.h"
#include "grading/runner/protocol.h"
#include "grading/simulator/runtime/evidence.h"

namespace course::runner {
void reset_evidence() { sim_reset_evidence(); }

void mark_unwritten(void* device, std::size_t bytes) { sim_mark_unwritten(device, bytes); }

void name_memory(const void* device, const std::string& name) { sim_name_memory(device, name.c_str()); }

void write_evidence(const std::filesystem::path& path) {
  if (sim_write_evidence(path.c_str()) != 0)
    throw RunnerFault(protocol::cannot_write, "the simulated GPU cannot write " + path.string());
}

}  // namespace course::runner
