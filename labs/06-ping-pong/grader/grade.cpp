// Grader of lab 06: inputs, references and checks. Limits are in lab.json, their ideals are derived in README.md.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "grading/harness/harness.h"
#include "grading/harness/measures.h"
#include "grading/harness/picture.h"

using namespace course::harness;

namespace {

std::string counted(std::size_t n, const std::string& word) {
  return std::to_string(n) + " " + word + (n == 1 ? "" : "s");
}

// --- diffuse, diffuse_fused ----------------------------------------------------------------------------------------

struct Plate {
  std::size_t width = 0, height = 0;
  std::vector<float> cells;
};

// tasks.h in double precision: a cell of the step before is kept apart from one of this step.
std::vector<double> stepped(const std::vector<double>& old, std::size_t width, std::size_t height) {
  constexpr double diffusivity = 0.125;
  std::vector<double> now = old;
  for (std::size_t y = 1; y + 1 < height; ++y) {
    for (std::size_t x = 1; x + 1 < width; ++x) {
      const std::size_t i = y * width + x;
      now[i] += diffusivity * (old[i - 1] + old[i + 1] + old[i - width] + old[i + width] - 4 * old[i]);
    }
  }
  return now;
}

Plate random_plate(Random& random, std::size_t width, std::size_t height) {
  return {width, height, random.integers<float>(width * height, 1, 255)};
}

// Adds one call. What a slip of the buffers would leave behind is told to the judge, so that it can be named: the plate
// one step too early or too late, and the plate that a step in place makes, row after row.
Case& add_plate(Check& check, const Plate& plate, std::size_t steps) {
  const auto [width, height, cells] = plate;
  std::vector<double> early, now(cells.begin(), cells.end());
  for (std::size_t step = 0; step < steps; ++step) early = std::exchange(now, stepped(now, width, height));
  const std::vector<double> late = stepped(now, width, height);

  Case& one = check.add_case(std::to_string(width) + " x " + std::to_string(height) + " plate, " +
                             counted(steps, "step"));
  const Shape shape{.columns = width, .rows = height};
  if (steps <= 5) {
    // Whole numbers of 8 bits gain 3 bits a step, since a step divides by 8: 23 bits after five, and 22 in the sums on
    // the way. So every order of the additions is exact.
    const std::vector<float> exact(now.begin(), now.end());
    one.in_out("a", cells, exact, shape).output("b", exact, shape);
  } else {
    // A step's new cell passes through at most five roundings of values that do not exceed four times itself, and
    // steps only average, so relative errors add up: 2.5 eps a step.
    const Tolerance allowed = rounding<float>(now, 4.0 * static_cast<double>(steps));
    one.in_out<float>("a", cells, now, allowed, shape).output<float>("b", now, allowed, shape);
  }
  one.result_is_one_of("result", {"a", "b"})
      .number("width", width)
      .number("height", height)
      .number("steps", steps)
      .useful_bytes(4 * width * height * steps, 4 * width * height * steps);
  for (const char* buffer : {"a", "b"}) {
    if (steps > 0)
      one.resembles(buffer, "It is the plate after " + counted(steps - 1, "step") + ", one step too early", early);
    one.resembles(buffer, "It is the plate after " + counted(steps + 1, "step") + ", one step too late", late);
  }
  if (steps == 0 || width * height == 0) one.nothing_to_do();
  return one;
}

void add_plate(Check& check, std::size_t width, std::size_t height, std::size_t steps) {
  add_plate(check, random_plate(check.random(), width, height), steps);
}

// A plate worth looking at: cool, a warm rim on top, two hot discs and a cold bar.
Plate plate_with_discs(std::size_t width, std::size_t height) {
  Plate plate{width, height, std::vector<float>(width * height, 40)};
  const auto w = static_cast<double>(width), h = static_cast<double>(height);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const double px = static_cast<double>(x) / w, py = static_cast<double>(y) / h;
      float& cell = plate.cells[y * width + x];
      if (std::hypot(px - 0.3, py - 0.35) < 0.14 || std::hypot(px - 0.72, py - 0.62) < 0.09) cell = 250;
      if (px > 0.15 && px < 0.6 && py > 0.74 && py < 0.82) cell = 2;
      if (y == 0) cell = 160;
    }
  }
  return plate;
}

// The same plate at several moments, side by side with a gap between them.
void draw_moments(Check& check, const Plate& start, const std::vector<const std::vector<float>*>& moments) {
  constexpr std::size_t gap = 4;
  const std::size_t width = moments.size() * (start.width + gap) - gap;
  std::vector<float> strip(width * start.height, 0);
  for (std::size_t m = 0; m < moments.size(); ++m)
    for (std::size_t y = 0; y < start.height; ++y)
      std::copy_n(moments[m]->begin() + static_cast<std::ptrdiff_t>(y * start.width), start.width,
                  strip.begin() + static_cast<std::ptrdiff_t>(y * width + m * (start.width + gap)));
  draw_field(check, "moments", width, start.height, strip, 0, 255);
}

// Long runs: heat has crossed many blocks, and what a run gets wrong at their borders has had time to grow.
void judge_moments(Check& check) {
  const Plate start = plate_with_discs(96, 90);
  const std::vector<std::size_t> moments = {0, 16, 64, 256};
  for (const std::size_t steps : moments) add_plate(check, start, steps);
  check.judge_correctness();
  std::vector<std::vector<float>> plates;
  for (const CaseResult& result : check.results()) {
    const auto named = result.returned.find("result");
    if (named == result.returned.end() || result.arrays.empty()) return;  // it ended early: nothing to draw
    plates.push_back(result.values<float>(std::get<std::int64_t>(named->second) == 1 ? "b" : "a"));
  }
  if (plates.size() != moments.size()) return;
  std::vector<const std::vector<float>*> all;
  for (const auto& plate : plates) all.push_back(&plate);
  draw_moments(check, start, all);
  draw_field(check, "field", start.width, start.height, plates.back(), 0, 255);
}

// Counts that the README derives for a step and a warp's worth of cells. Whole warps, so that they come out to the
// digit; ragged sizes are the business of correctness.
void judge_steps(Check& check, std::size_t width, std::size_t height, std::size_t steps) {
  add_plate(check, width, height, steps);
  if (!check.judge_correctness()) return;
  const Evidence& evidence = check.results().front().evidence;
  const auto per_step = [&](double n) { return n / static_cast<double>(steps); };
  const double warps = static_cast<double>(width * height) / 32;
  for (const auto& [name, of] : {std::pair{"sectors_per_32_cells_and_step", "sectors"},
                                 std::pair{"load_sectors_per_32_cells_and_step", "load_sectors"},
                                 std::pair{"store_sectors_per_32_cells_and_step", "store_sectors"}}) {
    const Measured sectors = *measure(of, evidence, {});
    check.measured(name, per_step(sectors.value) / warps, sectors.where, sectors.line_sentence);
  }
  check.measured("copies_per_step", per_step(static_cast<double>(evidence.copies.size())));
  check.measured("waits_per_step", per_step(static_cast<double>(evidence.synchronisations)));
  check.judge_lesson();
}

// --- prefix_sum ----------------------------------------------------------------------------------------------------

void add_sums(Check& check, std::size_t n) {
  const auto in = check.random().integers<int>(n, -999, 999);
  std::vector<int> inclusive(n), exclusive(n);
  std::inclusive_scan(in.begin(), in.end(), inclusive.begin());
  std::exclusive_scan(in.begin(), in.end(), exclusive.begin(), 0);
  Case& sums = check.add_case(counted(n, "element"));
  sums.input("in", in, {.columns = n})
      .output("out", inclusive, {.columns = n})
      .scratch<int>("scratch", {.columns = n + 1024})
      .number("n", n)
      .useful_bytes(4 * n, 4 * n)
      .resembles("out", "These are the exclusive sums: each lacks its own element", exclusive);
  if (n == 0) sums.nothing_to_do();
}

// Side of a square of `element` bytes in and as many out that together make about `bytes`, in whole warps.
std::size_t side_for(std::size_t bytes, std::size_t element, std::size_t most) {
  std::size_t side = 32;
  while (side + 32 <= most && 2 * element * (side + 32) * (side + 32) <= bytes) side += 32;
  return side;
}

void time_plate(Case& timed, std::size_t bytes, std::size_t steps) {
  const std::size_t side = side_for(bytes, 4, 30000);
  const Shape shape{.columns = side, .rows = side};
  timed.drawn_in_out<float>("a", whole_numbers(1, 255), shape)
      .timed_output<float>("b", shape)
      .result_is_one_of("result", {"a", "b"})
      .number("width", side)
      .number("height", side)
      .number("steps", steps)
      .useful_bytes(4 * side * side, 4 * side * side);  // steps may be fused: only one visit to memory is sure
}

}  // namespace

TEST_SUITE("correctness") {
  // Even numbers of steps only: after these the newest plate is where it was, whatever the buffers do. An odd number
  // is a check of its own.
  TEST_CASE("diffuse/any_size") {
    Check check;
    Random& random = check.random();
    for (const std::size_t steps : {0, 2, 4}) {
      const std::size_t width = random.size_not_multiple(33, 300, 32);
      std::size_t height = random.size_not_multiple(9, 100, 8);
      if (height == width) ++height;
      add_plate(check, width, height, steps);
      add_plate(check, random.size(3, 40), random.size(41, 200), steps);
    }
    add_plate(check, static_cast<std::size_t>(4 * random.integer(9, 40)), random.size(9, 60), 2);
    add_plate(check, random.size(3, 200), 3, 2);
    add_plate(check, 3, random.size(4, 200), 2);
    for (const std::size_t thin : {1, 2}) {  // nothing but rim
      add_plate(check, random.size_not_multiple(33, 3000, 32), thin, 2);
      add_plate(check, thin, random.size_not_multiple(33, 3000, 32), 2);
    }
    add_plate(check, 1, 1, 2);
    add_plate(check, 0, random.size(1, 100), 2);
    add_plate(check, random.size(1, 100), 0, 2);
    check.judge_correctness();
  }

  TEST_CASE("diffuse/odd_steps") {
    Check check;
    Random& random = check.random();
    for (const std::size_t steps : {1, 3, 5})
      add_plate(check, random.size_not_multiple(33, 300, 32), random.size_not_multiple(9, 100, 8), steps);
    add_plate(check, 1, random.size(2, 100), 1);
    check.judge_correctness();
  }

  TEST_CASE("diffuse/moments") {
    Check check;
    judge_moments(check);
  }

  TEST_CASE("prefix_sum/short_arrays") {
    Check check;
    Random& random = check.random();
    for (const std::size_t n : {0, 1, 2, 3, 31, 32, 33, 64, 127, 128, 129}) add_sums(check, n);
    for (int i = 0; i < 5; ++i) add_sums(check, random.size_not_multiple(130, 1024, 2));
    check.judge_correctness();
  }

  TEST_CASE("prefix_sum/any_length") {
    Check check;
    Random& random = check.random();
    for (const std::size_t n : {255, 256, 257, 1023, 1024, 1025}) add_sums(check, n);
    for (int i = 0; i < 3; ++i) add_sums(check, random.size_not_multiple(1026, 50000, 32));
    // More blocks than a block of 256, and of 1024, has threads: the sums of the blocks need several blocks themselves.
    add_sums(check, 256 * 256 + 1);
    add_sums(check, random.size_not_multiple(1024 * 1024 + 1, 1100000, 32));
    check.judge_correctness();
  }

  TEST_CASE("diffuse_fused/any_size") {
    Check check;
    Random& random = check.random();
    for (int i = 0; i < 3; ++i)
      add_plate(check, random.size_not_multiple(33, 200, 32), random.size_not_multiple(33, 150, 32), 4);
    add_plate(check, static_cast<std::size_t>(4 * random.integer(9, 40)), random.size(9, 60), 4);
    for (const std::size_t thin : {1, 2, 3}) {
      add_plate(check, random.size_not_multiple(33, 1000, 32), thin, 4);
      add_plate(check, thin, random.size_not_multiple(33, 1000, 32), 4);
    }
    add_plate(check, 1, 1, 4);
    add_plate(check, 0, random.size(1, 100), 4);
    add_plate(check, random.size(1, 100), 0, 4);
    check.judge_correctness();
  }

  TEST_CASE("diffuse_fused/any_steps") {
    Check check;
    Random& random = check.random();
    // Every remainder of every small number of steps a launch, and both buffers as the last one.
    for (const std::size_t steps : {0, 1, 2, 3, 5, 6, 7, 8, 9, 11, 12, 13, 17})
      add_plate(check, random.size_not_multiple(33, 90, 32), random.size_not_multiple(33, 90, 32), steps);
    check.judge_correctness();
  }

  TEST_CASE("diffuse_fused/moments") {
    Check check;
    judge_moments(check);
  }
}

TEST_SUITE("lesson") {
  TEST_CASE("diffuse/ping_pong") {
    Check check;
    judge_steps(check, 32 * static_cast<std::size_t>(check.random().integer(6, 9)),
                8 * static_cast<std::size_t>(check.random().integer(14, 18)), 20);
  }

  TEST_CASE("prefix_sum/few_visits") {
    Check check;
    const std::size_t n = 1024 * static_cast<std::size_t>(check.random().integer(190, 230));
    add_sums(check, n);
    if (!check.judge_correctness()) return;
    const Evidence& evidence = check.results().front().evidence;
    const Measured sectors = *measure("sectors", evidence, {});
    double bytes = 32 * sectors.value;
    std::size_t through_the_host = 0;
    for (const Copy& copy : evidence.copies) {
      const bool inside = copy.kind == "DtoD";
      bytes += (inside ? 2.0 : 1.0) * static_cast<double>(copy.bytes);  // inside the device they are read and written
      through_the_host += inside ? 0 : 1;
    }
    std::uint64_t most_blocks = 1;
    for (const Launch& launch : evidence.launches)
      most_blocks = std::max(most_blocks, launch.grid[0] * launch.grid[1] * launch.grid[2]);
    check.measured("bytes_moved_per_useful_byte", bytes / (8.0 * static_cast<double>(n)), sectors.where,
                   sectors.line_sentence);
    check.measured("copies_through_the_host", static_cast<double>(through_the_host));
    check.measured("elements_per_block", static_cast<double>(n) / static_cast<double>(most_blocks));
    check.judge_lesson();
  }

  TEST_CASE("diffuse_fused/several_steps_a_launch") {
    Check check;
    judge_steps(check, 32 * static_cast<std::size_t>(check.random().integer(7, 9)),
                8 * static_cast<std::size_t>(check.random().integer(22, 26)), 24);
  }
}

TEST_SUITE("speed") {
  // Five steps: the results are exact (add_plate), so every byte is compared.
  TEST_CASE("diffuse/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) { time_plate(timed, bytes, 5); });
  }

  TEST_CASE("prefix_sum/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      const std::size_t n = std::min<std::size_t>(bytes / 8, 100'000'000);
      timed.drawn_input<int>("in", whole_numbers(-10, 10), {.columns = n})
          .timed_output<int>("out", {.columns = n})
          .scratch<int>("scratch", {.columns = n + 1024})
          .number("n", n)
          .useful_bytes(4 * n, 4 * n);
    });
  }

  // Twelve: no launch with only a step left, whether two, three, four or six are made in one. Two
  // right results differ by the relative error of both, 12 steps of 2.5 eps each (add_plate).
  TEST_CASE("diffuse_fused/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      time_plate(timed, bytes, 12);
      for (const char* buffer : {"a", "b"}) timed.near(buffer, {.absolute = 0, .relative = 2 * 12 * 2.5 * 1.2e-7});
    });
  }
}
