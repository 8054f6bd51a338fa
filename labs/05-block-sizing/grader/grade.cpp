// Grader of lab 05: inputs, references and checks. Limits are in lab.json, their ideals are derived in README.md.
#include <fmt/format.h>

#include <algorithm>

#include "grading/harness/harness.h"
#include "launches.h"
#include "lengths.h"

using namespace course::harness;
using namespace lab05;

namespace {

using sim::Metric;

constexpr std::initializer_list<Metric> requests = {Metric::global_load_requests, Metric::global_store_requests};
constexpr std::initializer_list<Metric> sectors = {Metric::global_load_sectors, Metric::global_store_sectors};

void add_saxpy(Check& check, std::size_t n) {
  Random& random = check.random();
  // Whole numbers: product and sum are exact, fused or not.
  const auto a = static_cast<float>(random.integer(2, 9));
  const auto x = random.integers<float>(n, -1000, 1000), y = random.integers<float>(n, -1000, 1000);
  auto expected = y;
  for (std::size_t i = 0; i < n; ++i) expected[i] += a * x[i];
  Case& saxpy = check.add_case(fmt::format("n = {}", n));
  saxpy.input("x", x, {.columns = n})
      .in_out("y", y, expected, {.columns = n})
      .number("a", a)
      .number("n", n)
      .useful_bytes(8 * n, 4 * n);
  if (n == 0) saxpy.nothing_to_do();
}

void add_rows(Check& check, std::size_t rows, std::size_t columns) {
  Random& random = check.random();
  // Whole numbers whose sums stay below 2^24, so that a sum is exact in any order. The rows are long or their elements
  // large, never both: an element that is left out has to show beside the two roundings of a quotient. None is 0, so
  // that it shows wherever it is.
  const auto in = random.integers<float>(rows * columns, 1, columns > 65536 ? 3 : 15);
  std::vector<double> expected(in.begin(), in.end());
  for (std::size_t row = 0; row < rows; ++row) {
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c) sum += expected[row * columns + c];
    for (std::size_t c = 0; c < columns; ++c) expected[row * columns + c] /= sum;
  }
  // in * (1 / sum): the reciprocal is rounded, and so is the product.
  const Tolerance two_roundings = rounding<float>(expected, 2);
  Case& normalize = check.add_case(fmt::format("{} row{} of {}", rows, rows == 1 ? "" : "s", columns));
  normalize.input("in", in, {.columns = columns, .rows = rows})
      .output<float>("out", expected, two_roundings, {.columns = columns, .rows = rows})
      .scratch<float>("scratch", {.columns = rows * ((columns + 1023) / 1024)})
      .number("rows", rows)
      .number("columns", columns)
      .useful_bytes(4 * rows * columns, 4 * rows * columns);
  if (rows == 0) normalize.nothing_to_do();
}

// About `elements` floats in rows of one length, at least two rows.
void add_about(Check& check, std::size_t elements, std::size_t columns) {
  const std::size_t rows = std::max<std::size_t>(2, elements / columns);
  add_rows(check, rows + static_cast<std::size_t>(check.random().integer(0, 7)), columns);
}

}  // namespace

TEST_SUITE("correctness") {
  TEST_CASE("saxpy_any/any_length") {
    Check check;
    for (const std::size_t n : {0, 1, 2, 31, 32, 33, 255, 256, 257, 1000, 1023, 1024, 1025}) add_saxpy(check, n);
    for (int i = 0; i < 4; ++i) add_saxpy(check, check.random().size_not_multiple(1100, 200000, 32));
    add_saxpy(check, 1024 * static_cast<std::size_t>(check.random().integer(2, 60)));
    check.judge_correctness();
  }

  TEST_CASE("normalize_rows/any_length") {
    Check check;
    Random& random = check.random();
    for (const std::size_t columns : {1, 2, 3, 31, 32, 33, 48, 64, 96, 100, 128, 1000, 1023, 1024, 1025})
      add_about(check, 6000, columns);
    for (int i = 0; i < 4; ++i) add_rows(check, random.size(1, 40), random.size_not_multiple(2, 3000, 32));
    // Around what fits into 48 KB of shared memory, what fits at most, and beyond.
    for (const std::size_t columns : {12287, 12289, 60001}) add_rows(check, random.size(1, 3), columns);
    add_rows(check, 1, std::size_t{1} << 20);
    add_rows(check, 0, random.size(1, 2000));
    check.judge_correctness();
  }

  TEST_CASE("normalize_rows/many_rows") {
    Check check;
    Random& random = check.random();
    // More than 65 535, the largest extent of a grid in y and z.
    add_rows(check, static_cast<std::size_t>(random.integer(65600, 70000)), static_cast<std::size_t>(random.integer(2, 3)));
    add_rows(check, static_cast<std::size_t>(random.integer(65600, 70000)), 33);
    // A million and more are allowed. These stand for them: a block a row would simulate for seconds.
    add_rows(check, static_cast<std::size_t>(random.integer(130000, 140000)), 1);
    check.judge_correctness();
  }

  TEST_CASE("choose_launch/legal") {
    Check check;
    const auto questions = make_questions(check.random());
    for (const Question& question : questions) add_question(check, question);
    if (check.judge_correctness()) judge_all(check, questions, why_illegal, "illegal-launch");
  }
}

TEST_SUITE("lesson") {
  TEST_CASE("saxpy_any/lanes") {
    Check check;
    for (int i = 0; i < 2; ++i) add_saxpy(check, check.random().size_not_multiple(60000, 120000, 32));
    check.judge_lesson();
  }

  TEST_CASE("saxpy_any/blocks") {
    Check check;
    for (int i = 0; i < 2; ++i) add_saxpy(check, check.random().size_not_multiple(300000, 400000, 32));
    if (!check.judge_correctness()) return;
    judge_every_length(check, "y", {{"multiprocessors_at_work", multiprocessors_at_work, Worst::smallest}});
    check.judge_lesson();
  }

  TEST_CASE("normalize_rows/short_rows") {
    Check check;
    for (const std::size_t columns : {1, 2, 3, 31, 33, 48, 96, 100}) add_about(check, 24000, columns);
    if (!check.judge_correctness()) return;
    judge_every_length(
        check, "out",
        {{"elements_per_request", elements_per_request, Worst::smallest, requests},
         {"instructions_per_32_elements", instructions_per_32_elements, Worst::largest, {Metric::warp_instructions}},
         {"sectors_per_useful_sector", sectors_per_useful_sector, Worst::largest, sectors}});
    check.judge_lesson();
  }

  TEST_CASE("normalize_rows/long_rows") {
    Check check;
    for (const std::size_t columns : {1000, 1023, 1025}) add_about(check, 150000, columns);
    if (!check.judge_correctness()) return;
    judge_every_length(check, "out",
                       {{"loads_per_element", loads_per_element, Worst::largest, {Metric::global_load_bytes}},
                        {"occupancy", occupancy, Worst::smallest, {}, "occupancy_percent"},
                        {"sectors_per_useful_sector", sectors_per_useful_sector, Worst::largest, sectors}});
    check.judge_lesson();
  }

  TEST_CASE("normalize_rows/one_row") {
    Check check;
    add_rows(check, 1, std::size_t{1} << 20);
    if (!check.judge_correctness()) return;
    judge_every_length(check, "out",
                       {{"multiprocessors_at_work", multiprocessors_at_work, Worst::smallest},
                        {"loads_per_element", loads_per_element, Worst::largest, {Metric::global_load_bytes}}});
    check.judge_lesson();
  }

  TEST_CASE("choose_launch/most_warps") {
    Check check;
    const auto questions = make_questions(check.random());
    for (const Question& question : questions) add_question(check, question);
    if (!check.judge_correctness()) return;
    // The same words as of any lesson that stops there, by which the report tells of it once.
    constexpr const char* stops = "Counts are not judged, since the result is not right. ";
    if (!judge_all(check, questions, why_illegal, "illegal-launch", stops)) return;
    count_worse_answers(check, questions);
    check.judge_lesson();
  }
}

TEST_SUITE("speed") {
  TEST_CASE("saxpy_any/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      const std::size_t n = std::min<std::size_t>(bytes / 12, 2'000'000'000);
      timed.drawn_input<float>("x", whole_numbers(-1000, 1000), {.columns = n})
          .drawn_in_out<float>("y", whole_numbers(-1000, 1000), {.columns = n})
          .number("a", 3.0f)
          .number("n", n)
          .useful_bytes(8 * n, 4 * n);
    });
  }

  TEST_CASE("normalize_rows/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      constexpr std::size_t columns = 33;  // short, and no multiple of anything
      const std::size_t rows = std::min<std::size_t>(bytes / (8 * columns), 60'000'000);
      const Shape shape{.columns = columns, .rows = rows};
      // Sums are exact; a quotient passes through at most two roundings, on either side.
      timed.drawn_input<float>("in", whole_numbers(1, 15), shape)
          .timed_output<float>("out", shape, Near{.absolute = 0, .relative = 4.8e-7})
          .scratch<float>("scratch", {.columns = rows})
          .number("rows", rows)
          .number("columns", columns)
          .useful_bytes(4 * rows * columns, 4 * rows * columns);
    });
  }
}
