// A fault leads to a page that is there.
#include "grading/harness/fault_pages.h"

#include <doctest/doctest.h>

#include <filesystem>

using namespace course::harness;

TEST_CASE("every fault with a page of its own names one of the glossary") {
  for (const auto& [fault, stem] : fault_pages()) {
    INFO(fault);
    CHECK(std::filesystem::exists(std::filesystem::path(GLOSSARY) / (std::string(stem) + ".md")));
  }
}

TEST_CASE("a race leads to the page on races, a missed barrier to __syncthreads, a lane that is not there to shuffles, a wrong result to none") {
  CHECK(page_on("race") == "race-condition");
  CHECK(page_on("barrier") == "syncthreads");
  CHECK(page_on("undefined-lane") == "warp-shuffle");
  CHECK(page_on("refused-launch") == "error-checking");
  CHECK(page_on("wrong-result").empty());
}

TEST_CASE("the host's shadow of a __constant__ variable is about constant memory, whatever fault it made") {
  CHECK(page_on("out-of-bounds", "reads 4 bytes at 0x55, which is not device memory: the host's shadow of the __constant__ variable `taps`") == "constant-memory");
  CHECK(page_on("cuda-error", "it is the host's shadow of the __constant__ variable `taps`; copy with cudaMemcpyToSymbol") == "constant-memory");
  CHECK(page_on("out-of-bounds", "the host's shadow of the __device__ variable `table`") == "cuda-thread");
}
