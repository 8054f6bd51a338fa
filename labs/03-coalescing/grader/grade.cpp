// Grader of lab 03: inputs, references and checks. Limits are in lab.json, their ideals are derived in README.md.
#include <algorithm>

#include "grading/harness/harness.h"

using namespace course::harness;

namespace {

std::string counted(std::size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

std::size_t rounded_up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

// --- scale_image ---------------------------------------------------------------------------------------------------

// Where an image lies: a whole one as an allocator would place it, or a window cut out of a larger image.
struct Placing {
  std::size_t pitch = 0, offset = 0;  // bytes
};

Placing whole(std::size_t width) { return {rounded_up(std::max<std::size_t>(4 * width, 1), 512), 0}; }

// The pitch is no multiple of 16, so that an access of 16 bytes that fits one row does not fit the next.
Placing window(Random& random, std::size_t width) {
  const auto columns_beside = static_cast<std::size_t>(random.integer(1, 40));
  std::size_t pitch = 4 * (width + columns_beside);
  if (pitch % 16 == 0) pitch += 4;
  return {pitch, static_cast<std::size_t>(4 * random.integer(1, 3))};
}

void add_image(Check& check, std::size_t width, std::size_t height, Placing in_at, Placing out_at) {
  Random& random = check.random();
  // One multiplication rounds once, whatever the kernel looks like: results are compared exactly.
  const auto gain = static_cast<float>(random.real(0.5, 2.0));
  const auto in = random.reals<float>(width * height, -1000, 1000);
  auto expected = in;
  for (float& pixel : expected) pixel *= gain;
  Case& image = check.add_case(std::to_string(width) + " x " + std::to_string(height) + " image, pitches of " +
                               std::to_string(in_at.pitch) + " and " + std::to_string(out_at.pitch) + " bytes");
  image.input("in", in, {width, height, in_at.pitch, in_at.offset})
      .output("out", expected, {width, height, out_at.pitch, out_at.offset})
      .number("width", width)
      .number("height", height)
      .number("gain", gain)
      .useful_bytes(4 * width * height, 4 * width * height);
  if (width * height == 0) image.nothing_to_do();
}

void add_whole_image(Check& check, std::size_t width, std::size_t height) {
  add_image(check, width, height, whole(width), whole(width));
}

// --- move_particles ------------------------------------------------------------------------------------------------

void add_particles(Check& check, std::size_t n, std::size_t steps, std::size_t in_offset = 0,
                   std::size_t out_offset = 0) {
  Random& random = check.random();
  // Whole positions, velocities and powers of two as steps: every sum is exact, in any order, with or without fma.
  const float dt = 1.0f / static_cast<float>(1 << random.integer(1, 3));
  std::vector<float> in, expected;
  for (std::size_t i = 0; i < n; ++i) {
    const auto position = random.integers<float>(3, -1000, 1000), velocity = random.integers<float>(3, -100, 100);
    const auto mass = static_cast<float>(random.integer(1, 1000));
    in.insert(in.end(), position.begin(), position.end());
    in.insert(in.end(), velocity.begin(), velocity.end());
    in.push_back(mass);
    for (int axis = 0; axis < 3; ++axis)
      expected.push_back(position[axis] + static_cast<float>(steps) * dt * velocity[axis]);
    expected.insert(expected.end(), velocity.begin(), velocity.end());
    expected.push_back(mass);
  }
  // A record is seven floats. A step has to read six of them and write three; loading and saving move all seven twice.
  const std::size_t loaded = n * 4 * (7 + 6 * steps + 7), stored = n * 4 * (7 + 3 * steps + 7);
  Case& particles = check.add_case(counted(n, "particle") + ", " + counted(steps, "step"));
  particles.input("in", in, {.columns = 7, .rows = n, .offset = in_offset})
      .output("out", expected, {.columns = 7, .rows = n, .offset = out_offset})
      .number("n", n)
      .number("steps", steps)
      .number("dt", dt)
      .useful_bytes(loaded, stored);
  if (n == 0) particles.nothing_to_do();
}

// --- copy_shifted --------------------------------------------------------------------------------------------------

void add_copy(Check& check, std::size_t n, std::size_t offset) {
  const auto in = check.random().reals<float>(n, -1000, 1000);
  Case& copy = check.add_case(counted(n, "float") + ", " + std::to_string(offset) + " bytes past a boundary");
  copy.input("in", in, {.columns = n, .offset = offset})
      .output("out", in, {.columns = n, .offset = offset})
      .number("n", n)
      .useful_bytes(4 * n, 4 * n);
  if (n == 0) copy.nothing_to_do();
}

// The lesson is about the kernel's own accesses, so a copy that the runtime makes is named as one. True: there is none.
bool kernels_did_it(Check& check) {
  for (const CaseResult& result : check.results()) {
    if (result.evidence.copies.empty()) continue;
    const Copy& copy = result.evidence.copies.front();
    check.fail({.fault = "runtime-copy",
                .message = copy.call + " moved " + std::to_string(copy.bytes) +
                           " bytes. The task is to write the kernel that does it: accesses of the runtime's own copy "
                           "are not yours to shape.",
                .where = "",
                .value = {},
                .threshold = {},
                .unit = "",
                .glossary = ""});
    return false;
  }
  return true;
}

}  // namespace

TEST_SUITE("correctness") {
  TEST_CASE("scale_image/any_size") {
    Check check;
    Random& random = check.random();
    for (int i = 0; i < 4; ++i) {
      const std::size_t width = random.size_not_multiple(2, 700, 32);
      std::size_t height = random.size_not_multiple(2, 300, 8);
      if (height == width) ++height;
      add_whole_image(check, width, height);
    }
    add_whole_image(check, 1, 1);
    add_whole_image(check, random.size_not_multiple(2, 9000, 32), 1);
    add_whole_image(check, 1, random.size_not_multiple(2, 3000, 32));
    // More rows than a grid has blocks in y.
    add_image(check, static_cast<std::size_t>(random.integer(2, 5)),
              static_cast<std::size_t>(random.integer(65600, 70000)), {32, 0}, {64, 0});
    add_whole_image(check, 0, random.size(1, 100));
    add_whole_image(check, random.size(1, 100), 0);
    add_whole_image(check, 0, 0);
    check.judge_correctness();
  }

  TEST_CASE("scale_image/windows") {
    Check check;
    Random& random = check.random();
    for (int i = 0; i < 4; ++i) {
      const std::size_t width = random.size(2, 400), height = random.size(2, 90);
      add_image(check, width, height, window(random, width), window(random, width));
    }
    const std::size_t width = random.size(33, 400), height = random.size(9, 90);
    add_image(check, width, height, window(random, width), whole(width));
    add_image(check, width, height, whole(width), window(random, width));
    check.judge_correctness();
  }

  TEST_CASE("move_particles/any_number") {
    Check check;
    Random& random = check.random();
    for (int i = 0; i < 4; ++i)
      add_particles(check, random.size_not_multiple(2, 5000, 32), static_cast<std::size_t>(random.integer(2, 9)));
    add_particles(check, random.size_not_multiple(1100, 5000, 32), 0);
    add_particles(check, random.size_not_multiple(33, 1000, 32), 1);
    add_particles(check, 1, static_cast<std::size_t>(random.integer(2, 9)));
    add_particles(check, static_cast<std::size_t>(32 * random.integer(2, 20)),
                  static_cast<std::size_t>(random.integer(2, 9)));
    add_particles(check, 0, static_cast<std::size_t>(random.integer(0, 9)));
    check.judge_correctness();
  }

  TEST_CASE("move_particles/unaligned_records") {
    Check check;
    Random& random = check.random();
    for (std::size_t offset = 4; offset < 16; offset += 4)
      add_particles(check, random.size_not_multiple(2, 3000, 32), static_cast<std::size_t>(random.integer(1, 5)),
                    offset, 16 - offset);
    check.judge_correctness();
  }

  TEST_CASE("copy_shifted/any_length") {
    Check check;
    Random& random = check.random();
    for (int i = 0; i < 6; ++i)
      add_copy(check, random.size_not_multiple(5, 20000, 4), static_cast<std::size_t>(4 * random.integer(0, 3)));
    add_copy(check, static_cast<std::size_t>(128 * random.integer(1, 40)), 0);
    add_copy(check, 0, static_cast<std::size_t>(4 * random.integer(0, 3)));
    check.judge_correctness();
  }

  TEST_CASE("copy_shifted/every_shift") {
    Check check;
    Random& random = check.random();
    for (std::size_t offset = 0; offset < 16; offset += 4) {
      add_copy(check, random.size_not_multiple(100, 5000, 4), offset);
      for (std::size_t n = 1; n <= 4; ++n) add_copy(check, n, offset);  // arrays that end in the head or just after it
    }
    check.judge_correctness();
  }
}

TEST_SUITE("lesson") {
  // Whole warps, so that the counts are those of the README to the digit. Ragged sizes are the business of correctness.
  TEST_CASE("scale_image/sectors") {
    Check check;
    for (int i = 0; i < 2; ++i) {
      const std::size_t width = 32 * static_cast<std::size_t>(check.random().integer(28, 36));
      add_whole_image(check, width, 32 * static_cast<std::size_t>(check.random().integer(5, 8)));
    }
    check.judge_lesson();
  }

  TEST_CASE("move_particles/sectors") {
    Check check;
    add_particles(check, 32 * static_cast<std::size_t>(check.random().integer(220, 280)), 40);
    check.judge_lesson();
  }

  TEST_CASE("copy_shifted/wide_accesses") {
    Check check;
    for (std::size_t offset = 0; offset < 16; offset += 4)
      add_copy(check, check.random().size_not_multiple(50000, 70000, 4), offset);
    if (check.judge_correctness() && kernels_did_it(check)) check.judge_lesson();
  }
}

TEST_SUITE("speed") {
  TEST_CASE("scale_image/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      // As square as it can be in whole warps; both images as an allocator would place them.
      std::size_t side = 32;
      while (8 * (side + 32) * (side + 32) <= bytes) side += 32;
      const Shape shape{side, side, whole(side).pitch, 0};
      timed.drawn_input<float>("in", real_numbers(-1000, 1000), shape)
          .timed_output<float>("out", shape)
          .number("width", side)
          .number("height", side)
          .number("gain", 1.25f)
          .useful_bytes(4 * side * side, 4 * side * side);
    });
  }

  TEST_CASE("move_particles/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      constexpr std::size_t steps = 30;
      const std::size_t loaded = 4 * (7 + 6 * steps + 7), stored = 4 * (7 + 3 * steps + 7);  // as in add_particles
      // Not by what all steps move together: the store has to be many times the cache, or it stays there between steps.
      const std::size_t n = std::min<std::size_t>(bytes / (4 * 28), 100'000'000) / 32 * 32;
      // Whole numbers and a power of two as step: every sum is exact, in any order, with or without fma.
      const Shape records{.columns = 7, .rows = n};
      timed.drawn_input<float>("in", whole_numbers(-1000, 1000), records)
          .timed_output<float>("out", records)
          .runner_takes(7 * 4 * n)
          .number("n", n)
          .number("steps", steps)
          .number("dt", 0.25f)
          .useful_bytes(loaded * n, stored * n);
    });
  }

  TEST_CASE("copy_shifted/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      const Shape shape{.columns = bytes / 8, .offset = 12};
      timed.drawn_input<float>("in", real_numbers(-1000, 1000), shape)
          .timed_output<float>("out", shape)
          .number("n", shape.columns)
          .useful_bytes(4 * shape.columns, 4 * shape.columns);
    });
  }
}
