// A kernel with an instruction that is not simulated ends before it begins, with the line of that instruction.
#include <doctest/doctest.h>

#include <string>

#include "grading/simulator/machine/launch.h"

namespace {

sim::Fault fault_of(const std::string& directive) {
  const std::string text = ".version 7.0\n.target sm_80\n.address_size 64\n"
                           ".visible .entry fetch(.param .u64 from)\n{\n  .reg .b32 %r<2>;\n  .reg .b64 %rd<2>;\n" +
                           directive + "  cp.async.cg.shared.global [%r1], [%rd1], 16;\n  ret;\n}\n.file 1 \"fetch.cu\"\n";
  sim::DeviceMemory memory;
  const sim::Program program{text, memory};
  const sim::Address parameters[] = {0};
  sim::LaunchConfig config;
  config.grid.x = config.block.x = 1;
  config.parameters = std::as_bytes(std::span(parameters));
  const sim::LaunchReport report = sim::run_launch(program, *program.kernel("fetch"), config, memory, {});
  CHECK(report.status == 801);  // cudaErrorNotSupported
  REQUIRE(report.faults.size() == 1);
  return report.faults[0];
}

}  // namespace

TEST_CASE("unsupported: the fault has the line of the instruction and says whose limit it is") {
  const sim::Fault fault = fault_of("  .loc 1 9 5\n");
  CHECK(fault.kind == "unsupported");
  CHECK(fault.file.ends_with("fetch.cu"));
  CHECK(fault.line == 9);
  CHECK(fault.sentence.starts_with("the simulated GPU cannot run 'cp.async.cg.shared.global': it has no such instruction"));
  CHECK(fault.sentence.find("the limit is the course's") != std::string::npos);
}

TEST_CASE("unsupported: without a line there is still the sentence") { CHECK(fault_of("").line == 0); }
