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
  // A level of its own for every chunk: sums that change places show.
  std::vector<float> in;
  for (std::int64_t level = 0; in.size() < n;) {
    if (in.size() % chunk_size == 0) level = check.random().integer(-most / 2, most / 2);
    in.push_back(static_cast<float>(check.random().integer(level - most / 2, level + most / 2)));
  }
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
    if (sums.size() < 100 || sums.size() > 400) continue;
    constexpr std::size_t bar = 3, height = 128;
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

void add_rows(Check& check, std::size_t width, std::size_t height, const std::vector<float>& in) {
  // |v| <= 2 and |c| <= 9: no term passes 9 * 2^15 and no sum 9 * 2^16, which a float holds exactly.
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

void add_rows(Check& check, std::size_t width, std::size_t height) {
  add_rows(check, width, height, check.random().integers<float>(width * height, -2, 2));
}

// Diagonal stripes, so that rows with the same coefficients would look alike.
std::vector<float> stripes(std::size_t width, std::size_t height) {
  std::vector<float> field;
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) field.push_back(static_cast<float>((x + y) / 8 % 5) - 2);
  return field;
}

void draw_rows(Check& check, std::size_t width, std::size_t height) {
  if (check.results().empty() || !holds(check.results().front(), "out")) return;
  draw_field(check, "in", width, height, stripes(width, height), -2, 2);
  draw_field(check, "out", width, height, check.results().front().values<float>("out"), -60, 60);
}

// Side of a square of `element` bytes in and as many out that together make about `bytes`, in whole warps.
std::size_t side_for(std::size_t bytes, std::size_t element, std::size_t most) {
  std::size_t side = 32;
  while (side + 32 <= most && 2 * element * (side + 32) * (side + 32) <= bytes) side += 32;
  return side;
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
    constexpr std::size_t width = 150, height = 93;
    add_rows(check, width, height, stripes(width, height));
    for (int i = 0; i < 4; ++i) {
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
    draw_rows(check, width, height);
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

TEST_SUITE("speed") {
  TEST_CASE("transpose/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      const std::size_t side = side_for(bytes, 4, 40000);
      timed.drawn_input<float>("in", real_numbers(-1000, 1000), {.columns = side, .rows = side})
          .timed_output<float>("out", {.columns = side, .rows = side})
          .number("width", side)
          .number("height", side)
          .number("element_bytes", 4)
          .useful_bytes(4 * side * side, 4 * side * side);
    });
  }

  TEST_CASE("block_sums/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      const std::size_t chunks = std::min<std::size_t>(bytes / (4 * chunk_size), 900'000), n = chunks * chunk_size;
      // From -1 to 1: even the sum of all, a random walk of n steps, stays far below 2^24.
      timed.drawn_input<float>("in", whole_numbers(-1, 1), {.columns = n})
          .timed_output<float>("sums", {.columns = chunks})
          .timed_output<float>("total", {.columns = 1})
          .number("n", n)
          .useful_bytes(4 * n, 4 * chunks);
    });
  }

  TEST_CASE("broadcast_row/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      const std::size_t side = side_for(bytes, 4, 40000);
      const Shape image{.columns = side, .rows = side};
      // Pixels of 0 or 1, so that a power of one is exact.
      timed.drawn_input<float>("in", whole_numbers(0, 1), image)
          .drawn_input<float>("coefficients", whole_numbers(-1000, 1000), {.columns = coefficient_count, .rows = side})
          .timed_output<float>("out", image)
          .number("width", side)
          .number("height", side)
          .useful_bytes(4 * side * side, 4 * side * side);
    });
  }
}
