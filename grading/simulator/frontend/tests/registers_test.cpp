// What ptxas says goes into the evidence by the kernel's symbol, and only there.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "grading/simulator/frontend/registers.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace sim::frontend;

TEST_CASE("registers by kernel, as ptxas 13.0 prints them") {
  const auto registers = registers_in(
      "ptxas info    : 0 bytes gmem\n"
      "ptxas info    : Compiling entry function '_Z1kPf' for 'sm_90'\n"
      "ptxas info    : Function properties for _Z1kPf\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 12 registers, used 1 barriers, 256 bytes smem\n"
      "ptxas info    : Compiling entry function '_Z4copyPKfPfi' for 'sm_90'\n"
      "ptxas info    : Used 40 registers, 372 bytes cmem[0]\n");
  REQUIRE(registers.size() == 2);
  CHECK(registers.at("_Z1kPf") == 12);
  CHECK(registers.at("_Z4copyPKfPfi") == 40);
  CHECK(registers_in("ptxas fatal   : Unresolved extern function 'f'\n").empty());
}

TEST_CASE("an estimate stays one where ptxas says nothing of the kernel") {
  nlohmann::json evidence = {{"launches", {{{"symbol", "_Z1kPf"}, {"registers", 16}, {"registers_estimated", true}},
                                           {{"symbol", "_Z5otherv"}, {"registers", 20}, {"registers_estimated", true}}}}};
  assign_registers(evidence, {{"_Z1kPf", 12}});
  CHECK(evidence["launches"][0]["registers"] == 12);
  CHECK(evidence["launches"][0]["registers_estimated"] == false);
  CHECK(evidence["launches"][1]["registers"] == 20);
  CHECK(evidence["launches"][1]["registers_estimated"] == true);
}

TEST_CASE("a file without device code has no registers to assign") {
  CHECK(assigned_registers("/nowhere/program", "9.0").empty());
}
