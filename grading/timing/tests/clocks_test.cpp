#include "grading/timing/clocks.h"

#include <doctest/doctest.h>

using namespace course::timing;

TEST_CASE("without the driver's library nothing is told, and nothing fails") {
  const Clocks none("", "libno-such-library.so.1");
  CHECK_FALSE(none.read());
}

TEST_CASE("clocks and reasons come from the library") {
  const Clocks clocks("ffff:01:00.0", FAKE_NVML);
  const auto reading = clocks.read();
  REQUIRE(reading);
  CHECK(reading->sm_mhz == 1200);
  CHECK(reading->memory_mhz == 3201);
  CHECK(reading->celsius == 91);
  CHECK(slowed_by(reading->reasons) == "the GPU was too hot and lowered its clocks");
  CHECK_FALSE(Clocks("0000:99:00.0", FAKE_NVML).read());  // no such GPU
}

TEST_CASE("only heat and power supply make times doubtful") {
  // nvml.h: idle 1, application clocks 2, software power cap 4, sync boost 0x10, display clocks 0x100.
  for (const std::uint64_t usual : {0x0u, 0x1u, 0x2u, 0x4u, 0x10u, 0x100u}) CHECK(slowed_by(usual) == "");
  for (const std::uint64_t bad : {0x8u, 0x20u, 0x40u, 0x80u, 0x44u}) CHECK(slowed_by(bad) != "");
}
