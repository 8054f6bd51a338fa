// Grader of lab 00: inputs, references and checks. Limits are in lab.json, their ideals are derived in README.md.
#include <algorithm>

#include "grading/harness/harness.h"
#include "grading/harness/picture.h"

using namespace course::harness;

namespace {

Finding finding(std::string fault, std::string message, std::string glossary) {
  return {std::move(fault), std::move(message), "", {}, {}, "", std::move(glossary)};
}

// --- add_arrays ----------------------------------------------------------------------------------------------------

Case& add_sum(Check& check, std::size_t n, int block_size) {
  // Whole numbers: every sum is exact.
  const auto a = check.random().integers<float>(n, -100000, 100000);
  const auto b = check.random().integers<float>(n, -100000, 100000);
  auto sum = a;
  for (std::size_t i = 0; i < n; ++i) sum[i] += b[i];
  Case& one = check.add_case(std::to_string(n) + " elements, blocks of " + std::to_string(block_size));
  one.input("a", a, {.columns = n})
      .input("b", b, {.columns = n})
      .output("sum", sum, {.columns = n})
      .number("n", n)
      .number("block_size", block_size)
      .returns("status", 0)
      .useful_bytes(8 * n, 4 * n);
  if (n == 0) one.nothing_to_do();
  return one;
}

void add_refused_sum(Check& check, std::size_t n, int block_size) {
  const auto values = check.random().integers<float>(n, -1000, 1000);
  check.add_case(std::to_string(n) + " elements, blocks of " + std::to_string(block_size))
      .input("a", values, {.columns = n})
      .input("b", values, {.columns = n})
      .output("sum", values, {.columns = n})
      .number("n", n)
      .number("block_size", block_size)
      .refused("status");
}

// Blocks that have no element of the array: all of them are started, look at a bound, and end.
void judge_idle_blocks(Check& check, const std::vector<std::pair<std::size_t, std::size_t>>& sizes) {
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto [n, block_size] = sizes[i];
    const std::size_t needed = (n + block_size - 1) / block_size;
    for (const Launch& launch : check.results()[i].evidence.launches) {
      const std::uint64_t blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
      const std::uint64_t threads = launch.block[0] * launch.block[1] * launch.block[2];
      if (threads != block_size)
        return check.fail(finding("launch-shape",
                                  "The caller asked for blocks of " + std::to_string(block_size) +
                                      " threads, the launch has blocks of " + std::to_string(threads) +
                                      ". The second number between <<< and >>> is the caller's block_size.",
                                  "thread-block"));
      if (blocks == 1 && needed > 1)
        return check.fail(finding("one-block",
                                  "One block does the work of " + std::to_string(needed) +
                                      ". A block stays on one multiprocessor, and a GPU has dozens of them: all others "
                                      "have nothing to do. Give every element a thread of its own.",
                                  "grid"));
      if (blocks > needed)
        return check.fail(finding(
            "idle-blocks",
            std::to_string(n) + " elements in blocks of " + std::to_string(block_size) + " need " +
                std::to_string(needed) + " blocks, the launch has " + std::to_string(blocks) +
                (blocks >= 2 * needed ? ", " + std::to_string(blocks / needed) + " times as many" : "") +
                ": the blocks beyond the last element are started, find nothing to do, and end. Divide elements (not "
                "bytes) by the block's threads and round up.",
            "grid"));
    }
  }
}

// --- invert_image --------------------------------------------------------------------------------------------------

struct Shape2 {
  unsigned x = 1, y = 1;
};

std::string text(Shape2 shape) { return std::to_string(shape.x) + " x " + std::to_string(shape.y); }

// Bytes of an image, four a pixel, drawn so that a mistake shows: a ramp across, one down, and noise in blue.
std::vector<unsigned char> new_image(Random& random, std::size_t width, std::size_t height) {
  std::vector<unsigned char> bytes;
  bytes.reserve(4 * width * height);
  const auto noise = random.integers<int>(width * height, 0, 255);
  for (std::size_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < width; ++x) {
      bytes.push_back(static_cast<unsigned char>(255 * x / width));
      bytes.push_back(static_cast<unsigned char>(255 * y / height));
      bytes.push_back(static_cast<unsigned char>(noise[y * width + x] / 2));
      bytes.push_back(static_cast<unsigned char>(100 + x % 100));
    }
  return bytes;
}

Case& add_image(Check& check, std::size_t width, std::size_t height, Shape2 grid, Shape2 block) {
  const auto image = new_image(check.random(), width, height);
  auto expected = image;
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (i % 4 != 3) expected[i] = static_cast<unsigned char>(255 - expected[i]);
  return check
      .add_case(std::to_string(width) + " x " + std::to_string(height) + " image, grid " + text(grid) + ", block " +
                text(block))
      .in_out("image", image, expected, {.columns = 4 * width, .rows = height, .channels = 4})
      .number("width", width)
      .number("height", height)
      .number("grid_x", grid.x)
      .number("grid_y", grid.y)
      .number("block_x", block.x)
      .number("block_y", block.y)
      .returns("status", 0)
      .useful_bytes(4 * width * height, 4 * width * height);
}

// A block of more threads than there can be.
void add_refused_image(Check& check, std::size_t width, std::size_t height, Shape2 grid, Shape2 block) {
  const auto image = new_image(check.random(), width, height);
  check
      .add_case(std::to_string(width) + " x " + std::to_string(height) + " image, grid " + text(grid) + ", block " +
                text(block))
      .in_out("image", image, image, {.columns = 4 * width, .rows = height, .channels = 4})
      .number("width", width)
      .number("height", height)
      .number("grid_x", grid.x)
      .number("grid_y", grid.y)
      .number("block_x", block.x)
      .number("block_y", block.y)
      .refused("status");
}

void draw_image(Check& check, std::size_t width, std::size_t height) {
  if (!check.pictures() || check.results().empty() || check.results().front().arrays.empty()) return;  // nothing came back
  const auto bytes = check.results().front().values<unsigned char>("image");
  std::vector<Pixel> pixels;
  for (std::size_t i = 0; i + 3 < bytes.size(); i += 4) pixels.push_back({bytes[i], bytes[i + 1], bytes[i + 2], 255});
  if (pixels.size() == width * height) draw(check, "inverted", width, height, pixels);
}

// The caller decides how many threads there are. True: every launch has the shape that was asked for.
bool shapes_kept(Check& check, const std::vector<std::pair<Shape2, Shape2>>& shapes) {
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const auto& [grid, block] = shapes[i];
    for (const Launch& launch : check.results()[i].evidence.launches) {
      if (launch.grid == Index3{grid.x, grid.y, 1} && launch.block == Index3{block.x, block.y, 1}) continue;
      const Shape2 has_grid{static_cast<unsigned>(launch.grid[0]), static_cast<unsigned>(launch.grid[1])};
      const Shape2 has_block{static_cast<unsigned>(launch.block[0]), static_cast<unsigned>(launch.block[1])};
      check.fail(finding("launch-shape",
                         "The caller asked for a grid of " + text(grid) + " blocks of " + text(block) +
                             " threads, the launch has " + text(has_grid) + " blocks of " + text(has_block) +
                             " threads. Here the shape is the caller's; the kernel has to reach every pixel with it.",
                         "grid"));
      return false;
    }
  }
  return true;
}

// Side of a square of `element` bytes in and as many out that together make about `bytes`, in whole warps.
std::size_t side_for(std::size_t bytes, std::size_t element, std::size_t most) {
  std::size_t side = 32;
  while (side + 32 <= most && 2 * element * (side + 32) * (side + 32) <= bytes) side += 32;
  return side;
}

}  // namespace

TEST_SUITE("correctness") {
  TEST_CASE("add_arrays/any_length") {
    Check check;
    Random& random = check.random();
    for (const int block_size : {32, 100, 256, 1024}) add_sum(check, random.size_not_multiple(2, 5000, 4), block_size);
    add_sum(check, static_cast<std::size_t>(256 * random.integer(2, 20)), 256);
    add_sum(check, random.size(2, 255), 256);  // less than a block
    add_sum(check, random.size(33, 100), 1);
    add_sum(check, 1, 128);
    add_sum(check, 0, 256);
    check.judge_correctness();
  }

  TEST_CASE("add_arrays/refused_launch") {
    Check check;
    Random& random = check.random();
    add_refused_sum(check, random.size(1025, 5000), static_cast<int>(random.integer(1025, 4096)));
    add_refused_sum(check, random.size(2, 1000), 2048);
    add_refused_sum(check, random.size(2, 1000), 0);
    add_sum(check, random.size(1025, 3000), 1024);  // the largest block that there is
    check.judge_correctness();
  }

  TEST_CASE("invert_image/any_shape") {
    Check check;
    Random& random = check.random();
    std::vector<std::pair<Shape2, Shape2>> shapes;
    const auto add = [&](std::size_t width, std::size_t height, Shape2 grid, Shape2 block) {
      add_image(check, width, height, grid, block);
      shapes.emplace_back(grid, block);
    };
    const std::size_t width = random.size_not_multiple(200, 300, 8), height = random.size_not_multiple(100, 180, 8);
    add(width, height, {3, 5}, {32, 8});
    add(random.size_not_multiple(20, 90, 32), random.size_not_multiple(20, 90, 8), {1, 1}, {16, 16});
    add(random.size(40, 60), random.size(20, 30), {7, 9}, {32, 8});  // more threads than pixels
    add(random.size(300, 500), 1, {2, 2}, {64, 4});
    add(1, random.size(300, 500), {1, 3}, {8, 32});
    add(random.size(5, 20), random.size(5, 20), {1, 1}, {1, 1});
    add(random.size_not_multiple(33, 70, 32), random.size(33, 70), {5, 1}, {33, 3});
    add_refused_image(check, random.size(33, 70), random.size(33, 70), {2, 2}, {33, 32});
    shapes.push_back({{2, 2}, {33, 32}});
    if (check.judge_correctness()) shapes_kept(check, shapes);
    draw_image(check, width, height);
  }

  TEST_CASE("invert_image/event") {
    Check check;
    for (int i = 0; i < 3; ++i)
      add_image(check, check.random().size(20, 200), check.random().size(20, 50), {2, 2}, {32, 4})
          .returns("recorded", 1,
                   "The event was never recorded: whoever waits for it does not wait at all, and there is no time to "
                   "measure. cudaEventRecord(done) puts it into the stream, behind what was launched before.")
          .returns("event_kept", 1,
                   "The event was destroyed by the function. It is the caller's, who still wants to wait for it, and who destroys "
                   "it afterwards.")
          .returns("preview", (0 << 24) | (155 << 16) | (255 << 8) | 77,
                   "Called on the host, `inverted` has to make (0, 155, 255, 77) of the pixel (255, 100, 0, 77), and makes "
                   "something else: red, green and blue become 255 minus themselves, alpha stays.");
    if (!check.judge_correctness()) return;
    for (const CaseResult& result : check.results()) {
      const Evidence& evidence = result.evidence;
      if (evidence.machine != "sim" || evidence.events.empty()) continue;
      const EventMark& last = evidence.events.back();
      if (last.launches_before >= evidence.launches.size() && last.launches_missed > 0)
        return check.fail(finding(
            "event-in-another-stream",
            "The event was recorded in a stream that does not wait for the kernel's. An event waits for its own stream, so "
            "this one may say that the picture is done while the kernel is still running. Record it in the stream of the "
            "launch: cudaEventRecord(done, stream), or cudaEventRecord(done) for a launch without one.",
            "cuda-event"));
      if (last.launches_before >= evidence.launches.size()) continue;
      return check.fail(finding(
          "early-event",
          "The event was recorded before the launch. An event waits for what was given to its stream before it, so this "
          "one says that the picture is done while the kernel has not begun. Record it after the launch.",
          "cuda-event"));
    }
  }
}

TEST_SUITE("lesson") {
  // Whole warps, so that the counts are those of the README to the digit; one ragged length for the last block.
  TEST_CASE("add_arrays/threads") {
    Check check;
    Random& random = check.random();
    std::vector<std::pair<std::size_t, std::size_t>> sizes;
    const auto add = [&](std::size_t n, int block_size) {
      add_sum(check, n, block_size);
      sizes.emplace_back(n, block_size);
    };
    add(static_cast<std::size_t>(256 * random.integer(60, 90)), 256);
    add(static_cast<std::size_t>(128 * random.integer(60, 90)) + 1, 128);
    add(static_cast<std::size_t>(512 * random.integer(20, 40)), 512);
    if (check.judge_lesson()) judge_idle_blocks(check, sizes);
  }

  TEST_CASE("invert_image/side_by_side") {
    Check check;
    Random& random = check.random();
    for (int i = 0; i < 2; ++i)
      add_image(check, 128 * random.size(3, 5), 8 * random.size(12, 20), {2, 3}, {32, 8});
    add_image(check, 128 * random.size(3, 5), 64, {1, 2}, {64, 4});
    check.judge_lesson();
  }
}

TEST_SUITE("speed") {
  TEST_CASE("add_arrays/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      const std::size_t n = bytes / 12;
      timed.drawn_input<float>("a", whole_numbers(-100000, 100000), {.columns = n})
          .drawn_input<float>("b", whole_numbers(-100000, 100000), {.columns = n})
          .timed_output<float>("sum", {.columns = n})
          .number("n", n)
          .number("block_size", 256)
          .returns("status", 0)
          .useful_bytes(8 * n, 4 * n);
    });
  }

  TEST_CASE("invert_image/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      const std::size_t side = side_for(bytes, 4, 30000);
      // A thread for every eighth pixel of a column, as a caller might choose.
      timed.drawn_in_out<unsigned char>("image", whole_numbers(0, 255), {.columns = 4 * side, .rows = side})
          .number("width", side)
          .number("height", side)
          .number("grid_x", side / 32)
          .number("grid_y", (side + 63) / 64)
          .number("block_x", 32)
          .number("block_y", 8)
          .returns("status", 0)
          .useful_bytes(4 * side * side, 4 * side * side);
    });
  }
}
