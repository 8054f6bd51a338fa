// What copies say about a wrong result, on evidence made by hand.
#include "grading/harness/copy_hint.h"

#include <doctest/doctest.h>

using namespace course::harness;

namespace {

Case table_of(std::size_t columns, std::size_t rows) {
  Case one("case");
  one.input("table", std::vector<float>(columns * rows), {.columns = columns, .rows = rows}, Space::host);
  return one;
}

Evidence copied(std::uint64_t bytes) {
  Evidence evidence;
  evidence.copies.push_back({"symbol", bytes, "cudaMemcpyToSymbol"});
  return evidence;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("C36: a copy as long as an array has elements or rows") {
  CHECK(copy_hint(table_of(32, 1), copied(32)) ==
        " cudaMemcpyToSymbol copied 32 bytes: that is the number of elements of `table`, which has 128 bytes. Sizes of "
        "copies count bytes.");
  CHECK(holds(copy_hint(table_of(7, 60), copied(60)), "the number of rows of `table`, which has 1680 bytes"));
  CHECK(copy_hint(table_of(32, 1), copied(128)) == "");
  CHECK(copy_hint(table_of(32, 1), copied(64)) == "");
  // A single row: a copy of one byte is no number of rows.
  CHECK(copy_hint(table_of(32, 1), copied(1)) == "");
}

TEST_CASE("a copy as long as a pointer") {
  CHECK(copy_hint(table_of(32, 1), copied(8)) ==
        " cudaMemcpyToSymbol copied 8 bytes, and `table` has 128. sizeof of a pointer is 8 however much it points to: multiply the "
        "number of elements by the size of one.");
  CHECK(copy_hint(table_of(2, 1), copied(8)) == "");  // two floats have 8 bytes
  // A table of eight elements was copied by their number: the first explanation holds.
  CHECK(holds(copy_hint(table_of(8, 1), copied(8)), "the number of elements"));
}

TEST_CASE("constant memory is read and nothing was copied") {
  Evidence evidence;
  CHECK(copy_hint(table_of(32, 1), evidence) == "");  // and nothing was read
  Launch launch;
  launch.counters.add("sim__constant_load_instructions.sum", 4);
  evidence.launches.push_back(launch);
  CHECK(holds(copy_hint(table_of(32, 1), evidence), "this call copied nothing there"));
  evidence.copies.push_back({"symbol", 128, "cudaMemcpyToSymbol"});
  CHECK(copy_hint(table_of(32, 1), evidence) == "");
}

TEST_CASE("a call that had failed before a kernel went wrong") {
  Evidence evidence;
  CHECK(failed_call_hint(evidence, 700) == "");
  evidence.errors.push_back({"cudaMemcpyToSymbol", "cudaErrorInvalidValue", "the copy writes 8 bytes into t", 1});
  CHECK(failed_call_hint(evidence, 700) ==
        " Before that, cudaMemcpyToSymbol failed with cudaErrorInvalidValue (status 1): the copy writes 8 bytes into t.");
  // The fault's own status, as later calls repeat it, is no cause.
  evidence.errors = {{"cudaFree", "cudaErrorIllegalAddress", "", 700}};
  CHECK(failed_call_hint(evidence, 700) == "");
}
