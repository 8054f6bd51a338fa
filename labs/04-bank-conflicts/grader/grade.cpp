// Grader of lab 04: inputs, references and checks. Limits are in lab.json, their ideals are derived in README.md.
#include <algorithm>
#include <cmath>

#include "grading/harness/harness.h"
#include "grading/harness/picture.h"
#include "tasks.h"

using namespace course::harness;

namespace {

// Rows whose length is no multiple of a warp's width, and two extents that differ.
struct Extent {
  std::size_t width = 0, height = 0;
};
Extent ragged(Random& random) {
  Extent e{random.size_not_multiple(2, 700, 32), random.size_not_multiple(2, 300, 8)};
  if (e.height == e.width) ++e.height;
  return e;
}

// Nothing came back of a case that ended in a fault, and nothing can be drawn of it.
bool holds(const CaseResult& result, std::string_view name) {
  return std::any_of(result.arrays.begin(), result.arrays.end(),
                     [&](const auto& array) { return array.first == name; });
}

// --- transpose -----------------------------------------------------------------------------------------------------

template <class T>
std::vector<T> transposed(const std::vector<T>& in, std::size_t width, std::size_t height) {
  std::vector<T> out(in.size());
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) out[x * height + y] = in[y * width + x];
  return out;
}

template <class T>
void add_transpose(Check& check, std::size_t width, std::size_t height, const std::vector<T>& in) {
  Case& matrix = check.add_case(std::to_string(width) + " x " + std::to_string(height) + " matrix of " +
                                (sizeof(T) == 4 ? "floats" : "doubles"));
  matrix.input("in", in, {width, height})
      .output("out", transposed(in, width, height), {height, width})
      .number("width", width)
      .number("height", height)
      .number("element_bytes", sizeof(T))
      .useful_bytes(sizeof(T) * width * height, sizeof(T) * width * height);
  if (width * height == 0) matrix.nothing_to_do();
}

template <class T>
void add_transpose(Check& check, std::size_t width, std::size_t height) {
  // Every value of its own, as far as a float can hold them: an element in the wrong place shows.
  constexpr std::int64_t most = sizeof(T) == 4 ? 1 << 23 : std::int64_t{1} << 50;
  add_transpose(check, width, height, check.random().integers<T>(width * height, -most, most));
}

// A picture in which every wrong turn shows: a ramp, a disc in one corner, a bar along one edge.
std::vector<float> ramp_with_disc(std::size_t width, std::size_t height) {
  std::vector<float> field;
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const double dx = static_cast<double>(x) - 24, dy = static_cast<double>(y) - 24;
      const bool disc = dx * dx + dy * dy<256, bar = y + 6> height;
      field.push_back(disc ? 1.0f : bar ? 0.0f : static_cast<float>(x) / static_cast<float>(width));
    }
  }
  return field;
}

template <class T>
void add_transposes_of_any_shape(Check& check) {
  Random& random = check.random();
  for (int i = 0; i < 4; ++i) {
    const Extent e = ragged(random);
    add_transpose<T>(check, e.width, e.height);
  }
  add_transpose<T>(check, 1, 1);
  add_transpose<T>(check, random.size_not_multiple(2, 9000, 32), 1);
  add_transpose<T>(check, 1, random.size_not_multiple(2, 9000, 32));
  // Whole vectors of 16 bytes, but no whole tile.
  add_transpose<T>(check, 4 * random.size_not_multiple(9, 60, 8), 4 * random.size_not_multiple(9, 60, 8));
  // More rows, and more columns, than a grid has blocks in y.
  add_transpose<T>(check, static_cast<std::size_t>(random.integer(2, 4)),
                   static_cast<std::size_t>(random.integer(65600, 70000)));
  add_transpose<T>(check, static_cast<std::size_t>(random.integer(65600, 70000)),
                   static_cast<std::size_t>(random.integer(2, 4)));
  add_transpose<T>(check, 0, random.size(1, 100));
  add_transpose<T>(check, random.size(1, 100), 0);
}

// Whole tiles of any style, so that the counts are those of the README to the digit, and never a square.
template <class T>
void add_transposes_of_whole_tiles(Check& check) {
  for (int i = 0; i < 2; ++i) {
    const auto width = 64 * static_cast<std::size_t>(check.random().integer(9, 12));
    add_transpose<T>(check, width, 64 * static_cast<std::size_t>(check.random().integer(5, 8)));
  }
}

void draw_transpose(Check& check, std::size_t width, std::size_t height) {
  if (check.results().empty() || !holds(check.results().front(), "out")) return;
  draw_field(check, "in", width, height, ramp_with_disc(width, height), 0, 1);
  draw_field(check, "out", height, width, check.results().front().values<float>("out"), 0, 1);
}

// --- block_sums ----------------------------------------------------------------------------------------------------

void add_sums(Check& check, std::size_t n) {
  // Whole numbers of which not even all magnitudes together reach 2^24: every sum is exact, in any order.
  const auto most =
      static_cast<std::int64_t>(std::min<std::size_t>(1000, ((1 << 24) - 1) / std::max<std::size_t>(n, 1)));
  // More positive ones than negative ones, so that sums do not lie about zero, where a lost part would show less.
  const auto in = check.random().integers<float>(n, -most / 2, most);
  std::vector<float> sums(static_cast<std::size_t>(chunk_count(static_cast<int>(n))));
  float total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sums[i / chunk_size] += in[i];
    total += in[i];
  }
  Case& array = check.add_case(std::to_string(n) + " elements, " + std::to_string(sums.size()) +
                               (sums.size() == 1 ? " chunk" : " chunks"));
  array.input("in", in, {n})
      .output("sums", sums, {sums.size()})
      .output("total", std::vector<float>{total}, {1})
      .number("n", n)
      .useful_bytes(4 * n, 4 * sums.size() + 4);
}

// The sums as bars, from the line of zero up or down.
void draw_sums(Check& check) {
  for (const CaseResult& result : check.results()) {
    if (!holds(result, "sums")) continue;
    const auto sums = result.values<float>("sums");
    if (sums.size() < 2 || sums.size() > 400) continue;
    constexpr std::size_t bar = 8, height = 128;
    float highest = 1;
    for (const float sum : sums)
      if (std::isfinite(sum)) highest = std::max(highest, std::fabs(sum));
    const Pixel paper{255, 255, 255, 255}, ink{40, 90, 160, 255}, missing{230, 0, 180, 255};
    std::vector<Pixel> pixels(bar * sums.size() * height, paper);
    for (std::size_t x = 0; x < bar * sums.size(); ++x) {
      if (x % bar == bar - 1) continue;  // a gap between two bars
      const float sum = sums[x / bar];
      for (std::size_t y = 0; y < height; ++y) {
        const float at = highest * (1 - 2 * static_cast<float>(y) / height);
        const bool inside = sum > 0 ? at > 0 && at <= sum : at < 0 && at >= sum;
        if (!std::isfinite(sum)) pixels[y * bar * sums.size() + x] = missing;
        if (inside) pixels[y * bar * sums.size() + x] = ink;
      }
    }
    draw(check, "sums", bar * sums.size(), height, pixels);
    return;
  }
}

// --- broadcast_row -------------------------------------------------------------------------------------------------

void add_rows(Check& check, std::size_t width, std::size_t height) {
  // |v| <= 2 and |c| <= 9: no term passes 9 * 2^15 and no sum 9 * 2^16, which a float holds exactly.
  const auto in = check.random().integers<float>(width * height, -2, 2);
  const auto coefficients = check.random().integers<float>(coefficient_count * height, -9, 9);
  std::vector<float> expected;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const float* c = &coefficients[coefficient_count * (i / width)];
    float sum = 0, power = 1;
    for (int k = 0; k < coefficient_count; ++k, power *= in[i]) sum += c[k] * power;
    expected.push_back(sum);
  }
  Case& image = check.add_case(std::to_string(width) + " x " + std::to_string(height) + " image");
  image.input("in", in, {width, height})
      .input("coefficients", coefficients, {coefficient_count, height})
      .output("out", expected, {width, height})
      .number("width", width)
      .number("height", height)
      .useful_bytes(4 * (width + coefficient_count) * height, 4 * width * height);
  if (width * height == 0) image.nothing_to_do();
}

// In the range that most pixels have.
void draw_rows(Check& check, std::size_t width, std::size_t height, std::size_t case_index) {
  if (check.results().size() <= case_index || !holds(check.results()[case_index], "out")) return;
  draw_field(check, "out", width, height, check.results()[case_index].values<float>("out"), -1000, 1000);
}

}  // namespace

TEST_SUITE("correctness") {
  TEST_CASE("transpose/any_shape") {
    Check check;
    constexpr std::size_t width = 160, height = 96;
    add_transpose(check, width, height, ramp_with_disc(width, height));
    add_transposes_of_any_shape<float>(check);
    check.judge_correctness();
    draw_transpose(check, width, height);
  }

  TEST_CASE("transpose/any_shape_double") {
    Check check;
    add_transposes_of_any_shape<double>(check);
    check.judge_correctness();
  }

  TEST_CASE("block_sums/any_length") {
    Check check;
    Random& random = check.random();
    for (int i = 0; i < 4; ++i) add_sums(check, random.size_not_multiple(2, 60000, 32));
    add_sums(check, 1);
    add_sums(check, chunk_size * static_cast<std::size_t>(random.integer(2, 40)));
    add_sums(check, chunk_size * static_cast<std::size_t>(random.integer(257, 300)) + 7);
    // More chunks than a block has threads: the second stage has to take more than one of them a thread.
    add_sums(check, chunk_size * static_cast<std::size_t>(random.integer(1030, 1200)) + random.size(1, 1000));
    add_sums(check, 0);
    check.judge_correctness();
    draw_sums(check);
  }

  TEST_CASE("broadcast_row/any_shape") {
    Check check;
    Random& random = check.random();
    const Extent first = ragged(random);
    add_rows(check, first.width, first.height);
    for (int i = 0; i < 3; ++i) {
      const Extent e = ragged(random);
      add_rows(check, e.width, e.height);
    }
    add_rows(check, 1, 1);
    add_rows(check, random.size_not_multiple(2, 9000, 32), 1);
    add_rows(check, 1, random.size_not_multiple(2, 3000, 32));
    add_rows(check, 64 * static_cast<std::size_t>(random.integer(1, 8)),
             8 * static_cast<std::size_t>(random.integer(1, 8)));
    // More rows than a grid has blocks in y.
    add_rows(check, static_cast<std::size_t>(random.integer(2, 4)),
             static_cast<std::size_t>(random.integer(65600, 70000)));
    add_rows(check, 0, random.size(1, 100));
    add_rows(check, random.size(1, 100), 0);
    check.judge_correctness();
    draw_rows(check, first.width, first.height, 0);
  }
}

TEST_SUITE("lesson") {
  TEST_CASE("transpose/wavefronts") {
    Check check;
    add_transposes_of_whole_tiles<float>(check);
    check.judge_lesson();
  }

  TEST_CASE("transpose/wavefronts_double") {
    Check check;
    add_transposes_of_whole_tiles<double>(check);
    check.judge_lesson();
  }

  TEST_CASE("block_sums/wavefronts") {
    Check check;
    add_sums(check, chunk_size * static_cast<std::size_t>(check.random().integer(300, 400)));
    check.judge_lesson();
  }

  TEST_CASE("broadcast_row/wavefronts") {
    Check check;
    const auto width = 128 * static_cast<std::size_t>(check.random().integer(7, 9));
    add_rows(check, width, 8 * static_cast<std::size_t>(check.random().integer(32, 48)));
    check.judge_lesson();
  }
}
