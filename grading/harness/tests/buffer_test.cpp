// Arrays of timed calls: where they are made, and that hashes and samples see what is in them, on a fake GPU.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>

#include "grading/runner/case.h"
#include "grading/runner/protocol.h"

using namespace course::runner;
namespace fs = std::filesystem;

namespace {

// 3 rows of 5 floats, padded to 32 bytes, between red zones of 64 bytes.
ArrayOrder ordered(const std::string& space, const std::string& role = "input") {
  ArrayOrder order;
  order.name = "a";
  order.role = role;
  order.space = space;
  order.element = "f32";
  order.element_bytes = 4;
  order.columns = 5;
  order.rows = 3;
  order.format = "float";
  const bool array = space == "array";
  order.pitch = array ? 20 : 32;
  order.red_zone = array ? 0 : 64;
  return order;
}

ArrayOrder drawn_order(const std::string& space) {
  ArrayOrder order = ordered(space);
  order.generated = Draw{-1, 1, false};
  return order;
}

float element(const Buffer& buffer, std::size_t row, std::size_t column) {
  std::vector<std::byte> bytes;
  REQUIRE(buffer.read_back(bytes));
  float value = 0;
  std::memcpy(&value, bytes.data() + buffer.order().first() + row * buffer.order().pitch + 4 * column, sizeof value);
  return value;
}

}  // namespace

TEST_CASE("an array drawn for a timed call holds the same values wherever it lies, between poison") {
  for (const char* space : {"device", "host", "array"}) {
    INFO(space);
    const ArrayOrder order = drawn_order(space);
    const Buffer buffer(order, "", 7);
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t column = 0; column < 5; ++column)
        CHECK(element(buffer, row, column) == drawn<float>(*order.generated, order.seed_of(7), 5 * row + column));
    std::vector<std::byte> bytes;
    REQUIRE(buffer.read_back(bytes));
    if (order.red_zone != 0) {
      CHECK(bytes.front() == std::byte{course::protocol::given_poison});
      CHECK(bytes[order.first() + 20] == std::byte{course::protocol::given_poison});  // padding of the first row
    }
    CHECK(buffer.samples(3, 2) == std::vector<double>{element(buffer, 0, 0), element(buffer, 2, 4)});  // first and last
  }
}

TEST_CASE("a hash is of the whole allocation, wherever it lies") {
  const Buffer device(drawn_order("device"), "", 7), host(drawn_order("host"), "", 7), other(drawn_order("host"), "", 8);
  CHECK(device.hash(1) == host.hash(1));
  CHECK(host.hash(1) != host.hash(2));
  CHECK(host.hash(1) != other.hash(1));
  const std::uint64_t before = host.hash(1);
  static_cast<char*>(host.base())[3 * 32] ^= 1;  // the first byte of the red zone behind it
  CHECK(host.hash(1) != before);
}

TEST_CASE("a result has the same hash in a given array and in an output of a timed call") {
  ArrayOrder given = drawn_order("device"), output = ordered("device", "output");
  given.role = "in_out";
  const Buffer a(given, "", 7), b(output, "", 7);
  CHECK(a.hash(1) != b.hash(1));
  for (std::size_t row = 0; row < 3; ++row)
    std::memcpy(static_cast<char*>(b.base()) + row * 32, static_cast<char*>(a.base()) + row * 32, 20);
  CHECK(a.hash(1) == b.hash(1));
}

TEST_CASE("a CUDA array whose values came from a file is hashed and sampled like one that was drawn") {
  std::string folder = fs::temp_directory_path() / "buffer_test.XXXXXX";
  REQUIRE(mkdtemp(folder.data()) != nullptr);
  std::vector<float> values(15);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i) / 4;
  std::ofstream(fs::path(folder) / course::protocol::input_file("a"), std::ios::binary)
      .write(reinterpret_cast<const char*>(values.data()), 60);
  {
    const Buffer given(ordered("array"), folder, 7), again(ordered("array"), folder, 8);
    CHECK(given.hash(1) == again.hash(1));  // values of a file depend on no seed
    CHECK(given.hash(1) != given.hash(2));
    CHECK(given.samples(3, 2) == std::vector<double>{0, 3.5});
  }
  fs::remove_all(folder);
}

TEST_CASE("an array without elements has nothing to look at") {
  ArrayOrder order = drawn_order("array");
  order.rows = 0;
  const Buffer none(order, "", 7);
  CHECK(none.hash(1) == 0);
  CHECK(none.samples(3, 2).empty());
}
