// Grader of lab 02: the checks. Inputs and references are in pictures.h. Limits are in lab.json, their ideals are
// derived in README.md.
#include <algorithm>

#include "grading/harness/harness.h"
#include "grading/harness/picture.h"
#include "grading/simulator/counting/metrics.h"
#include "pictures.h"

using namespace course::harness;
using namespace lab02;

namespace {

// --- findings of this lab ------------------------------------------------------------------------------------------

Finding found(std::string fault, std::string message) {
  return {.fault = std::move(fault),
          .message = std::move(message),
          .where = "",
          .value = {},
          .threshold = {},
          .unit = "",
          .glossary = ""};
}

// The lesson is about the kernel's own accesses, so a copy that the runtime makes is named as one. True: there is none.
bool kernels_did_it(Check& check) {
  for (const CaseResult& result : check.results()) {
    if (result.evidence.copies.empty()) continue;
    const Copy& copy = result.evidence.copies.front();
    check.fail(found("runtime-copy", copy.call + " moved " + std::to_string(copy.bytes) +
                                         " bytes. The task is to write the kernel that does it: accesses of the "
                                         "runtime's own copy are not yours to shape."));
    return false;
  }
  return true;
}

// A blur that leaves the arrays for linear memory and comes back moves the picture four times more than it has to.
bool stays_in_arrays(Check& check) {
  for (const CaseResult& result : check.results()) {
    const auto& copies = result.evidence.copies;
    if (copies.empty()) continue;
    std::uint64_t bytes = 0;
    for (const Copy& copy : copies) bytes += copy.bytes;
    check.fail(
        found("linear-detour",
              std::to_string(copies.size()) + (copies.size() == 1 ? " copy (" : " copies (the first is ") +
                  copies.front().call + ") moved " + std::to_string(bytes) +
                  " bytes beside the kernel. The pictures are in arrays that surfaces read and write: no copy to "
                  "linear memory and back is needed."));
    return false;
  }
  return true;
}

// A kernel may keep no picture in linear memory; which line goes there, and that this is what is wrong with it, however
// well its lanes lie side by side.
void measure_linear_memory(Check& check) {
  const auto sectors = [](const Counts& counts) {
    double all = 0;
    for (const sim::Metric metric : {sim::Metric::global_load_sectors, sim::Metric::global_store_sectors})
      all += static_cast<double>(counts[sim::metric_names[static_cast<std::size_t>(metric)]]);
    return all;
  };
  double all = 0, most = 0;
  std::string where;
  for (const CaseResult& result : check.results()) {
    all += sectors(result.evidence.totals());
    for (const LineCounts& line : result.evidence.lines())
      if (const double here = sectors(line.counters); here > most) most = here, where = line.where();
  }
  check.measured(
      "sectors", all, where,
      "this line loads or stores pixels in linear memory. They belong in CUDA arrays, which kernels read and "
      "write through surfaces");
}

// Memory or objects that outlive release_layers. The simulated GPU notes both; a real one cannot say.
bool gives_everything_back(Check& check) {
  for (const CaseResult& result : check.results())
    for (const std::string& note : result.evidence.notes)
      if (note.find("never freed") != std::string::npos || note.find("never destroyed") != std::string::npos) {
        const auto made = result.returned.find("make_layers");
        const bool failed =
            made != result.returned.end() && made->second != std::variant<std::int64_t, double>(std::int64_t{0});
        check.fail(found("not-released", (failed ? "After a call of make_layers that failed something is left: "
                                                 : "After release_layers something is left: ") +
                                             note +
                                             ". A program that makes many stacks runs out of memory: free the array "
                                             "and destroy the surface object."));
        return false;
      }
  return true;
}

// False after a fault of the device, which gives no array back.
bool came_back(Check& check, std::string_view array) {
  if (check.results().empty()) return false;
  const auto& arrays = check.results().front().arrays;
  return std::any_of(arrays.begin(), arrays.end(), [&](const auto& one) { return one.first == array; });
}

void draw_grey(Check& check, const char* name, const char* array, std::size_t width, std::size_t height) {
  if (!came_back(check, array)) return;
  draw_field(check, name, width, height, check.results().front().values<float>(array), 0, 255);
}

// Picture `index` of a stack, or the only one.
void draw_rgba(Check& check, const char* name, const char* array, std::size_t width, std::size_t height,
               std::size_t index) {
  if (!came_back(check, array)) return;
  const auto all = check.results().front().values<Pixel>(array);
  if (all.size() < (index + 1) * width * height) return;
  draw(check, name, width, height, std::span(all).subspan(index * width * height, width * height));
}

// Side of a square of `element` bytes in and as many out that together make about `bytes`, in whole warps.
std::size_t side_for(std::size_t bytes, std::size_t element, std::size_t most) {
  std::size_t side = 32;
  while (side + 32 <= most && 2 * element * (side + 32) * (side + 32) <= bytes) side += 32;
  return side;
}

}  // namespace

TEST_SUITE("correctness") {
  TEST_CASE("copy_surface/any_size") {
    Check check;
    Random& random = check.random();
    for (int i = 0; i < 4; ++i) {
      const std::size_t width = random.size_not_multiple(5, 500, 4);
      std::size_t height = random.size_not_multiple(2, 200, 8);
      if (height == width) ++height;
      add_copy(check, width, height);
    }
    for (std::size_t width = 1; width <= 4; ++width) add_copy(check, width, random.size(1, 40));
    add_copy(check, 16 * random.size(2, 20), random.size(1, 40));
    add_copy(check, random.size_not_multiple(2, 9000, 4), 1);
    add_copy(check, random.size(1, 3), 65536);  // more rows than a grid has blocks in y
    add_copy(check, 131072, 1);
    add_copy(check, 0, random.size(1, 100));
    add_copy(check, random.size(1, 100), 0);
    check.judge_correctness();
  }

  TEST_CASE("blur_surface/inside") {
    Check check;
    Random& random = check.random();
    for (int i = 0; i < 3; ++i)
      add_blur(check, random.size_not_multiple(40, 300, 4), random.size_not_multiple(20, 90, 8), Mode::trap);
    add_blur(check, 128 * random.size(1, 2), 8 * random.size(2, 8), Mode::trap);
    for (std::size_t size = 1; size <= 3; ++size) {
      add_blur(check, size, random.size(1, 40), Mode::trap);
      add_blur(check, random.size(4, 200), size, Mode::trap);
    }
    add_blur(check, 0, random.size(1, 9), Mode::trap);
    check.judge_correctness();
  }

  TEST_CASE("blur_surface/edges") {
    Check check;
    Random& random = check.random();
    for (const Mode mode : {Mode::clamp, Mode::zero}) {
      add_blur(check, random.size_not_multiple(40, 300, 4), random.size_not_multiple(20, 90, 8), mode);
      add_blur(check, 4 * random.size(10, 70), random.size(20, 90), mode);
      for (std::size_t size = 1; size <= 5; ++size) add_blur(check, size, random.size(1, 9), mode);
      add_blur(check, random.size(4, 300), 1, mode);
      add_blur(check, 1, random.size(4, 300), mode);
      add_blur(check, 2, 65536, mode);  // more rows than a grid has blocks in y
      add_blur(check, random.size(1, 9), 0, mode);
    }
    check.judge_correctness();
  }

  TEST_CASE("blend_layers/any_stack") {
    Check check;
    Random& random = check.random();
    constexpr int once = 1, twice = 2;
    for (int i = 0; i < 3; ++i)
      add_stack(check, random.size_not_multiple(5, 300, 4), random.size_not_multiple(2, 90, 8), random.size(2, 9),
                once);
    for (std::size_t width = 1; width <= 4; ++width)
      add_stack(check, width, random.size(1, 30), random.size(1, 5), once);
    add_stack(check, 4 * random.size(2, 60), random.size(2, 60), 1, once);
    add_stack(check, random.size(2, 200), 1, random.size(2, 5), once);
    add_stack(check, 1, random.size(2, 200), random.size(2, 5), once);
    // Last: who spoils the stack in a blend is told of this case, everybody else of an earlier one.
    add_stack(check, random.size_not_multiple(5, 300, 4), random.size(2, 60), random.size(2, 5), twice);
    if (check.judge_correctness()) gives_everything_back(check);
  }

  TEST_CASE("blend_layers/limits") {
    Check check;
    Random& random = check.random();
    constexpr int once = 1;
    // 32 768 elements of 4 bytes are a row of 131 072 bytes: limits count elements.
    add_stack(check, 32768, random.size(1, 2), 2, once);
    add_stack(check, random.size(8193, 20000), random.size(1, 3), 2, once);
    // More rows in all than an array without layers has, 65 536: pictures below one another in one do not fit.
    add_stack(check, random.size(1, 3), 32768, 3, once);
    add_stack(check, random.size(1, 3), random.size(1, 3), 2048, once);
    add_stack_that_does_not_fit(check, 32769, 1, 2);
    add_stack_that_does_not_fit(check, 2, 32769, 1);
    add_stack_that_does_not_fit(check, 2, 1, 2049);
    if (check.judge_correctness()) gives_everything_back(check);
  }
}

TEST_SUITE("lesson") {
  // Whole groups of lanes, so that the counts are those of the README to the digit. Ragged sizes are the business of
  // correctness.
  TEST_CASE("copy_surface/wide_accesses") {
    Check check;
    const std::size_t width = 128 * static_cast<std::size_t>(check.random().integer(3, 5)), height = 256;
    add_copy(check, width, height);
    const bool right = check.judge_correctness();
    draw_grey(check, "input", "in", width, height);
    draw_grey(check, "copied", "out", width, height);
    if (!right || !kernels_did_it(check)) return;
    measure_linear_memory(check);
    check.judge_lesson();
  }

  TEST_CASE("blur_surface/reuse") {
    Check check;
    const std::size_t width = 128 * static_cast<std::size_t>(check.random().integer(2, 4)), height = 128;
    for (const Mode mode : modes) add_blur(check, width, height, mode);
    const bool right = check.judge_correctness();
    draw_grey(check, "input", "in", width, height);
    draw_grey(check, "blurred", "out", width, height);
    if (!right || !stays_in_arrays(check)) return;
    measure_linear_memory(check);
    check.judge_lesson();
  }

  TEST_CASE("blend_layers/one_pass") {
    Check check;
    const std::size_t width = 128 * static_cast<std::size_t>(check.random().integer(1, 2)), height = 128, count = 8;
    add_stack(check, width, height, count, 1);
    const bool right = check.judge_correctness();
    draw_rgba(check, "back", "pictures", width, height, 0);
    draw_rgba(check, "front", "pictures", width, height, count - 1);
    draw_rgba(check, "blended", "out", width, height, 0);
    if (!right || !gives_everything_back(check)) return;
    measure_linear_memory(check);
    check.judge_lesson();
  }
}

TEST_SUITE("speed") {
  TEST_CASE("copy_surface/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      const std::size_t side = side_for(bytes, 4, 65536);
      const Shape shape{.columns = side, .rows = side};
      timed.drawn_input<float>("in", real_numbers(-1000, 1000), shape, Space::array)
          .timed_output<float>("out", shape, Space::array)
          .runner_takes(8 * side * side)  // what arrays are filled from and read into
          .number("width", side)
          .number("height", side)
          .useful_bytes(4 * side * side, 4 * side * side);
    });
  }

  TEST_CASE("blur_surface/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      const std::size_t side = side_for(bytes, 4, 65536);
      const Shape shape{.columns = side, .rows = side};
      timed.drawn_input<float>("in", whole_numbers(1, 255), shape, Space::array)
          .timed_output<float>("out", shape, Space::array)
          .runner_takes(8 * side * side)
          .number("width", side)
          .number("height", side)
          .number("mode", static_cast<int>(Mode::clamp))
          .useful_bytes(4 * side * side, 4 * side * side);
    });
  }

  TEST_CASE("blend_layers/time") {
    Check check;
    check.judge_speed([](Case& timed, std::size_t bytes) {
      // The stack comes from host memory before each call: half a gigabyte is what is worth waiting for. With a quarter
      // of it a call on an H200 is as short as what launches vary by. The cache is emptied between.
      constexpr std::size_t count = 8;
      const std::size_t side = side_for(std::min<std::size_t>(bytes, 576 << 20), 4 * (count + 1), 8192);
      const Shape shape{.columns = 4 * side, .rows = side, .channels = 4};
      timed
          .drawn_input<std::uint8_t>("pictures", whole_numbers(0, 255),
                                     {.columns = 4 * side, .rows = side * count, .channels = 4}, Space::host)
          .timed_output<std::uint8_t>("out", shape, Space::array)
          .runner_takes(4 * side * side * (2 * count + 2))  // the stack, and where pictures are drawn and hashed
          .number("width", side)
          .number("height", side)
          .number("count", count)
          .number("fits", 1)
          .number("blends", 1)
          .returns("make_layers", 0)
          .returns("release_layers", 0)
          .useful_bytes(4 * side * side * count, 4 * side * side);
    });
  }
}
