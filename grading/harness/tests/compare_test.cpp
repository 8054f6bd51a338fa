// Comparison with references, and what is said about differences. Values are made here, by hand.
#include "grading/harness/compare.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace course::harness;

namespace {

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  const auto bytes = std::as_bytes(std::span<const T>(values));
  return {bytes.begin(), bytes.end()};
}

template <class T>
Array exact_array(const std::vector<T>& expected, Shape shape) {
  Case c("case");
  c.output("out", expected, shape);
  return c.array("out");
}

Array bounded_array(const std::vector<double>& expected, Tolerance tolerance) {
  Case c("case");
  c.output<float>("out", expected, std::move(tolerance), {.columns = expected.size()});
  return c.array("out");
}

template <class T>
std::string message(const Array& array, const std::vector<T>& got) {
  const auto finding = judge_result(array, bytes_of(got));
  return finding ? finding->message : "";
}

float poison() {
  float value;
  const unsigned bits = 0xFFFFFFFFu;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("exact results: place, expected and got value, how many") {
  const Array array = exact_array<float>({1, 2, 3, 4, 5, 6}, {.columns = 3, .rows = 2});
  CHECK(message<float>(array, {1, 2, 3, 4, 5, 6}) == "");
  CHECK(message<float>(array, {1, 2, 3, 4, 7.5f, 8}) ==
        "2 of 6 elements of `out` are wrong, the first at (row 1, column 1): expected 5, got 7.5.");
  // The smallest possible difference counts.
  CHECK(message<float>(array, {std::nextafter(1.0f, 2.0f), 2, 3, 4, 5, 6}) ==
        "1 of 6 elements of `out` is wrong, the first at (row 0, column 0): expected 1, got 1.0000001.");
  CHECK(message<std::int32_t>(exact_array<std::int32_t>({-1, 7}, {.columns = 2}), {-1, -7}) ==
        "1 of 2 elements of `out` is wrong, the first at index 1: expected 7, got -7.");
  CHECK(message<std::uint8_t>(exact_array<std::uint8_t>({255, 7}, {.columns = 2}), {255, 200}) ==
        "1 of 2 elements of `out` is wrong, the first at index 1: expected 7, got 200.");
  CHECK(message<float>(exact_array<float>({0.0f}, {.columns = 1}), {-0.0f}) == "");
}

TEST_CASE("C84: a NaN never passes, whatever is allowed") {
  const float nan = std::nanf("1");
  CHECK(holds(message<float>(exact_array<float>({1, 2}, {.columns = 2}), {nan, 2}), "expected 1, got NaN"));
  CHECK(holds(message<float>(bounded_array({1, 2}, {{1e30, 1e30}}), {nan, 2}), "got NaN"));
  const float inf = std::numeric_limits<float>::infinity();
  CHECK(holds(message<float>(bounded_array({1, 2}, {{1e30, 1e30}}), {inf, 2}), "got inf"));
}

TEST_CASE("C77: a sum that cancels is bounded by what went into it") {
  // A total of 1372 out of magnitudes of 6.7e7: float partial sums in any order are off by some 1e-7 of the latter.
  const Array array = bounded_array({1372}, rounding<float>({6.7e7}, 8));
  CHECK(message<float>(array, {1372.0f + 6.0f}) == "");    // 4e-3 relative to the total, 9e-8 of the magnitudes
  CHECK(message<float>(array, {1372.0f + 100.0f}) != "");  // 8 * 1.19e-7 * 6.7e7 = 63.9
  CHECK(message<float>(array, {0.0f}) != "");              // zeros do not hide
}

TEST_CASE("C78: the bound grows with the values, and the message tells it") {
  const Array array = bounded_array({12345.678}, rounding<float>({12345.678}, 1));
  CHECK(message<float>(array, {12345.678f}) == "");  // 1e-7 absolute would reject the nearest float
  CHECK(holds(message<float>(array, {12345.7f}), "expected 12345.678, got 12345.7 (allowed difference 0.00147)"));
}

TEST_CASE("C79: references are double, so float's own limit does not make them wrong") {
  const Array array = bounded_array({16777217.0 * 2}, rounding<float>({16777217.0 * 2}, 1));
  CHECK(message<float>(array, {16777216.0f}) != "");  // where a float loop of ones gets stuck
  CHECK(message<float>(array, {33554434.0f}) == "");
}

TEST_CASE("C80: one large value does not excuse the others") {
  const Array array = bounded_array({1e6, 1, 1}, rounding<float>({1e6, 1, 1}, 4));
  CHECK(holds(message<float>(array, {1e6f, 1.01f, 1}), "1 of 3 elements of `out` is wrong, the first at index 1"));
}

TEST_CASE("elements that were never written are told as such") {
  const float p = poison();
  const Array line = exact_array<float>({1, 2, 3, 4, 5}, {.columns = 5});
  CHECK(holds(message<float>(line, {1, 2, 3, p, p}), "Indices 3..4 of `out` were never written."));
  CHECK(holds(message<float>(line, {1, p, 3, p, p}), "Index 1 of `out` was never written, and 2 elements more."));
  CHECK(holds(message<float>(line, {p, p, p, p, p}), "No element of `out` was ever written. Look for the store"));
  CHECK(holds(message<float>(line, {p + 1, 2, 3, 4, 5}), "Adding to an element that nobody has set looks the same"));
  CHECK(holds(
      message<float>(line, {1, 2, 9, p, p}),
      "3 of 5 elements of `out` are wrong; 2 of them were never written, and of the others the first is at index 2: "
      "expected 3, got 9."));
  // A whole number may be -1 because it was computed so.
  CHECK(holds(message<std::int32_t>(exact_array<std::int32_t>({1, 2, 3, 4, 5}, {.columns = 5}), {1, 2, 9, -1, 5}),
              "2 of 5 elements of `out` are wrong; 1 of them is -1 as before the call, and of the others the first is at "
              "index 2: expected 3, got 9."));
  const Array image = exact_array<float>({1, 2, 3, 4}, {.columns = 2, .rows = 2});
  CHECK(holds(message<float>(image, {1, 2, 3, p}),
              "1 element of `out` was never written, the first at (row 1, column 1)"));
  Case given("case");
  given.in_out("x", std::vector<float>{1, 2, 3, 4}, std::vector<float>{10, 20, 30, 40}, {.columns = 4});
  const Array updated = given.array("x");
  CHECK(holds(message<float>(updated, {10, 20, 3, 4}), "Indices 2..3 of `x` were never updated. Every element needs a thread"));
  Case rim("rim");
  rim.in_out("x", std::vector<float>{1, 2, 3, 4}, std::vector<float>{1, 20, 30, 4}, {.columns = 4});
  CHECK(holds(message<float>(rim.arrays()[0], {1, 2, 3, 4}), "No element of `x` that has to change was updated. Look for the store"));
  CHECK(holds(message<float>(rim.arrays()[0], {1, 20, 3, 4}), "Index 2 of `x` was never updated. Every element needs a thread"));
  CHECK(holds(message<float>(updated, {10, 20, 5, 4}), "2 of 4 elements of `x` are wrong, the first at index 2"));
  CHECK(holds(message<float>(updated, {1, 2, 3, 4}), "4 of 4 elements of `x` are wrong, the first at index 0"));
  CHECK(judge_result(line, bytes_of<float>({1, 2, 3, p, p}))->fault == "not-written");
  CHECK(judge_result(line, bytes_of<float>({1, 2, 9, p, p}))->fault == "wrong-result");
}

TEST_CASE("patterns in what is wrong") {
  const Array image = exact_array<float>({1, 2, 3, 4, 5, 6, 7, 8, 9}, {.columns = 3, .rows = 3});
  CHECK(holds(message<float>(image, {1, 4, 7, 2, 5, 8, 3, 6, 9}),
              "rows and columns exchanged: the value at (row 0, column 1) is the one expected at (row 1, column 0)"));
  CHECK(holds(message<float>(image, {4, 5, 6, 7, 8, 9, 0, 0, 0}), "off by one row"));
  CHECK(holds(message<float>(image, {2, 3, 4, 5, 6, 7, 8, 9, 0}), "off by one element"));
  CHECK_FALSE(holds(message<float>(image, {9, 9, 9, 9, 9, 9, 9, 9, 8}), "looks"));
}

// 16777217, 16777219, ... need 25 bits, and a float has 24: 2^24 + 1 becomes 2^24, 2^24 + 3 becomes 2^24 + 4.
TEST_CASE("doubles that went through a float") {
  const Array array = exact_array<double>({16777217, 16777219, 16777221, 16777223}, {.columns = 4});
  CHECK(holds(message<double>(array, {16777216, 16777220, 16777220, 16777224}), "somewhere a double goes through a float"));
  CHECK(!holds(message<double>(array, {16777216, 16777218, 16777220, 16777226}), "goes through a float"));
}

TEST_CASE("a picture: channels may be off by a step, and places are pixels") {
  Case c("picture");
  c.output<std::uint8_t>("pixels", {10, 20, 30, 255, 40, 50, 60, 255, 70, 80, 90, 255, 100, 110, 120, 255},
                         Tolerance{std::vector<double>(16, 1.0)}, {.columns = 8, .rows = 2, .channels = 4});
  const Array picture = c.array("pixels");
  CHECK(message<std::uint8_t>(picture, {11, 19, 30, 254, 41, 51, 59, 255, 70, 80, 90, 255, 100, 110, 121, 255}) == "");
  // Two steps off, in the second row, second pixel, third channel.
  CHECK(message<std::uint8_t>(picture, {10, 20, 30, 255, 40, 50, 60, 255, 70, 80, 90, 255, 100, 110, 122, 255}) ==
        "1 of 16 elements of `pixels` is wrong, the first at row 1, column 1, channel 2: expected 120, got 122 (allowed "
        "difference 1).");
  CHECK(holds(message<std::uint8_t>(picture, {10, 20, 30, 255, 70, 80, 90, 255, 40, 50, 60, 255, 100, 110, 120, 255}),
              "rows and columns exchanged: the value at row 0, column 1, channel 0 is the one expected at row 1, "
              "column 0, channel 0"));
  CHECK(holds(message<std::uint8_t>(picture, {40, 50, 60, 255, 70, 80, 90, 255, 100, 110, 120, 255, 0, 0, 0, 255}),
              "off by one pixel"));
}

TEST_CASE("surroundings: offset, padding, red zones") {
  // Two rows of two floats, 12 bytes apart, 4 bytes past a boundary, zones of 8 bytes.
  const Array array = exact_array<float>({1, 2, 3, 4}, {.columns = 2, .rows = 2, .pitch = 12, .offset = 4});
  const Placement placement{8};
  REQUIRE(placement.total(array) == 8 + 4 + 24 + 8);
  const float p = poison();
  const std::vector<float> right{p, p, p, 1, 2, p, 3, 4, p, p, p};
  CHECK(rows_of(array, placement, bytes_of(right)) == bytes_of<float>({1, 2, 3, 4}));
  CHECK_FALSE(judge_surroundings(array, placement, bytes_of(right)));
  const auto with = [&](std::size_t index) {
    auto values = right;
    values[index] = 0;
    const auto finding = judge_surroundings(array, placement, bytes_of(values));
    return finding ? finding->message : "";
  };
  CHECK(holds(with(10), "wrote 3 elements past the end of `out`"));
  CHECK(holds(with(8), "wrote 1 element past the end of `out`"));
  CHECK(holds(with(2), "wrote 1 element before the start of `out`"));
  CHECK(holds(with(0), "wrote 3 elements before the start of `out`"));
  CHECK(holds(with(5), "wrote 1 element past the end of row 0 of `out`, into the padding"));
}

TEST_CASE("inputs, untouched results and empty arrays") {
  Case c("case");
  c.input("in", std::vector<float>{1, 2, 3}, {.columns = 3})
      .in_out("x", std::vector<float>{1}, std::vector<float>{2}, {.columns = 1});
  CHECK_FALSE(judge_input(c.array("in"), bytes_of<float>({1, 2, 3})));
  CHECK(holds(judge_input(c.array("in"), bytes_of<float>({1, 2, 4}))->message, "`in` was changed, first at index 2"));
  CHECK(untouched(c.array("x"), bytes_of<float>({1})));
  CHECK_FALSE(untouched(c.array("x"), bytes_of<float>({2})));
  const Array empty = exact_array<float>({}, {.columns = 0, .rows = 5});
  CHECK_FALSE(judge_result(empty, {}));
}
