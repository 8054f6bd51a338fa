// Launches on several host threads where something goes wrong in one of them: the caller learns of it, and memory holds
// what one thread would have left.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "grading/simulator/machine/launch.h"

namespace {

// Every thread adds 1 to the number of its block at `counts`; a thread of the last block then writes to `address`.
constexpr std::string_view text = R"(
.version 7.0
.target sm_80
.address_size 64
.visible .entry count(.param .u64 counts, .param .u64 address)
{
  .reg .pred %p<3>;
  .reg .b32 %r<6>;
  .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [counts];
  ld.param.u64 %rd2, [address];
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %tid.x;
  setp.ne.u32 %p1, %r2, 0;
  @%p1 bra DONE;
  mul.wide.u32 %rd3, %r1, 4;
  add.u64 %rd4, %rd1, %rd3;
  ld.global.u32 %r3, [%rd4];
  add.u32 %r4, %r3, 1;
  st.global.u32 [%rd4], %r4;
  setp.ne.u32 %p2, %r1, 63;
  @%p2 bra DONE;
  st.global.u32 [%rd2], %r4;
DONE:
  ret;
}
)";

constexpr std::uint32_t blocks = 64, first = 5;

struct Counted {
  sim::DeviceMemory memory;
  sim::Program program{text, memory};
  sim::Address counts = memory.allocate(blocks * sizeof first);

  Counted() {
    for (std::uint32_t b = 0; b < blocks; ++b) std::memcpy(memory.host(counts) + b * sizeof first, &first, sizeof first);
  }
  std::uint32_t count(std::uint32_t block) const {
    std::uint32_t value = 0;
    std::memcpy(&value, memory.host(counts) + block * sizeof value, sizeof value);
    return value;
  }
  sim::LaunchReport launch(unsigned threads, sim::Address address, std::function<std::string(sim::Address)> words) {
    const sim::Address parameters[] = {counts, address};
    sim::LaunchConfig config;
    config.grid.x = blocks, config.block.x = 32;
    config.parameters = std::as_bytes(std::span(parameters));
    config.threads = threads;
    config.host_words = std::move(words);
    return sim::run_launch(program, *program.kernel("count"), config, memory, {});
  }
};

constexpr sim::Address of_the_host = 0x7000'0000'0000;

}  // namespace

TEST_CASE("threads: a fault in one of them is told once, and every block ran once") {
  for (const unsigned threads : {1u, 4u}) {
    Counted counted;
    const sim::LaunchReport report = counted.launch(threads, of_the_host, [](sim::Address) { return "the host's"; });
    CHECK(report.status == 700);
    REQUIRE(report.faults.size() == 1);
    CHECK(report.faults[0].block.x == blocks - 1);
    CHECK(report.faults[0].sentence.find("the host's") != std::string::npos);
    for (std::uint32_t b = 0; b < blocks; ++b) CHECK(counted.count(b) == first + 1);
  }
}

TEST_CASE("threads: an exception in one of them reaches the caller") {
  for (const unsigned threads : {1u, 4u}) {
    Counted counted;
    CHECK_THROWS_WITH_AS(counted.launch(threads, of_the_host, [](sim::Address) -> std::string { throw std::runtime_error("no words"); }),
                         "no words", std::runtime_error);
    for (std::uint32_t b = 0; b < blocks; ++b) CHECK(counted.count(b) == first + 1);
  }
}
