// Grader of lab 01: inputs, references and checks. Who made the results, and from where, is in origins.h. Limits are in
// lab.json, their ideals are derived in README.md.
#include <algorithm>
#include <cmath>

#include "grading/harness/harness.h"
#include "grading/harness/measures.h"
#include "grading/harness/picture.h"
#include "grading/simulator/counting/metrics.h"
#include "origins.h"

using namespace course::harness;
using namespace lab01;

namespace {

constexpr double lanes = 32;

std::string by(std::size_t width, std::size_t height) { return std::to_string(width) + " x " + std::to_string(height); }

std::string counted(std::size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

Evidence all_evidence(const Check& check) {
  Evidence all;
  for (const CaseResult& result : check.results()) all += result.evidence;
  return all;
}

void measure_total(Check& check, const Evidence& evidence, const char* name, sim::Metric metric, double divisor) {
  const Place most = line_with_most(evidence, metric);
  const double all = total(evidence.totals(), metric);
  check.measured(name, all / divisor, most.where,
                 whole(most.amount) + " of the " + whole(all) + " requests come from this line");
}

// --- convolve ------------------------------------------------------------------------------------------------------

constexpr std::size_t taps = 32;

// Whole numbers: |sum| is at most 32 * 50 * 1000 = 1.6 million, below 2^24, so it is exact in any order.
void add_signal(Check& check, std::size_t n, const std::vector<float>& tap, const std::string& what) {
  const auto in = check.random().integers<float>(n + taps - 1, -1000, 1000);
  std::vector<float> expected(n, 0.0f);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < taps; ++k) expected[i] += tap[k] * in[i + k];
  Case& signal = check.add_case(counted(n, "result") + ", " + what);
  signal.input("in", in, {.columns = in.size()})
      .input("taps", tap, {.columns = taps}, Space::host)
      .output("out", expected, {.columns = n})
      .number("n", n)
      .useful_bytes(4 * in.size(), 4 * n);
  if (n == 0) signal.nothing_to_do();
}

void add_convolution(Check& check, std::size_t n) {
  add_signal(check, n, check.random().integers<float>(taps, -50, 50), "32 different taps");
}

// A single tap of 1: the results are the input from that place on, so a wrong place shows in the message.
void add_single_tap(Check& check, std::size_t n, std::size_t place) {
  std::vector<float> tap(taps, 0.0f);
  tap[place] = 1;
  add_signal(check, n, tap, "only tap " + std::to_string(place) + " is not 0");
}

// Sums that are kept in memory are written once a tap; an atomic function does no less.
void measure_writes(Check& check, const Evidence& evidence, double warps) {
  const auto writes = [](const Counts& counts) {
    return total(counts, sim::Metric::global_store_requests) + total(counts, sim::Metric::global_red_requests) +
           total(counts, sim::Metric::global_atom_requests);
  };
  const Place most = line_with_most(evidence, writes);
  const double all = writes(evidence.totals());
  check.measured("store_requests_per_warp", all / warps, most.where,
                 whole(most.amount) + " of the " + whole(all) +
                     " come from this line. A thread that adds up in a variable of its own "
                     "stores a result once");
}

// For each warp's worth of results: whoever does work twice has perfect ratios and twice the requests.
void measure_requests(Check& check, const Evidence& evidence, double results) {
  measure_total(check, evidence, "constant_requests_per_warp", sim::Metric::constant_requests, results / lanes);
  measure_total(check, evidence, "load_requests_per_warp", sim::Metric::global_load_requests, results / lanes);
  measure_writes(check, evidence, results / lanes);
}

// --- render_spheres ------------------------------------------------------------------------------------------------

struct Ball {
  double r, g, b, radius, x, y, z;
};
constexpr std::size_t ball_fields = 7;

// Whole coordinates and radii below 2000: squares and their sums are exact in float, so that who hits whom is not a
// matter of rounding. Depths and colours are.
std::vector<Ball> make_balls(Random& random, std::size_t count, std::size_t width, std::size_t height,
                             std::int64_t smallest, std::int64_t largest) {
  const auto half_width = static_cast<std::int64_t>(width / 2), half_height = static_cast<std::int64_t>(height / 2);
  std::vector<Ball> balls(count);
  for (Ball& ball : balls) {
    ball.r = static_cast<float>(random.real(0, 1));
    ball.g = static_cast<float>(random.real(0, 1));
    ball.b = static_cast<float>(random.real(0, 1));
    ball.radius = static_cast<double>(random.integer(smallest, largest));
    ball.x = static_cast<double>(random.integer(-half_width - 5, half_width + 5));
    ball.y = static_cast<double>(random.integer(-half_height - 5, half_height + 5));
    ball.z = static_cast<double>(random.integer(-500, 500));
  }
  return balls;
}

struct Range {
  double low = 0, high = 0;
};

// What one pixel may show. Two spheres whose depths lie closer together than float can tell (depths are below 1000,
// so a rounding is below 2^-15; four of them, and room) are both right.
std::vector<Range> pixel_of(const std::vector<Ball>& balls, double ray_x, double ray_y) {
  constexpr double indistinguishable = 1e-3;
  struct Hit {
    double depth, dz;
    const Ball* ball;
  };
  std::vector<Hit> hits;
  double nearest = -1e30;
  for (const Ball& ball : balls) {
    const double dx = ray_x - ball.x, dy = ray_y - ball.y, rest = ball.radius * ball.radius - dx * dx - dy * dy;
    if (rest <= 0) continue;
    const double dz = std::sqrt(rest);
    hits.push_back({ball.z + dz, dz, &ball});
    nearest = std::max(nearest, ball.z + dz);
  }
  std::vector<Range> channels(4);
  channels[3] = {255, 255};
  bool first = true;
  for (const Hit& hit : hits) {
    if (hit.depth < nearest - indistinguishable) continue;
    const double shade = 255 * hit.dz / hit.ball->radius;
    const double colour[] = {hit.ball->r * shade, hit.ball->g * shade, hit.ball->b * shade};
    for (std::size_t c = 0; c < 3; ++c) {
      const double step = std::floor(colour[c]);
      channels[c] =
          first ? Range{step, step} : Range{std::min(channels[c].low, step), std::max(channels[c].high, step)};
    }
    first = false;
  }
  return channels;
}

void add_picture(Check& check, std::size_t width, std::size_t height, const std::vector<Ball>& balls) {
  std::vector<double> expected;
  Tolerance one_step;
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const auto channels = pixel_of(balls, static_cast<double>(x) - static_cast<double>(width / 2),
                                     static_cast<double>(y) - static_cast<double>(height / 2));
      for (std::size_t c = 0; c < channels.size(); ++c) {
        expected.push_back((channels[c].low + channels[c].high) / 2);
        one_step.allowed.push_back(c == 3 ? 0 : (channels[c].high - channels[c].low) / 2 + 1);
      }
    }
  }
  std::vector<float> table;
  for (const Ball& ball : balls)
    for (const double field : {ball.r, ball.g, ball.b, ball.radius, ball.x, ball.y, ball.z})
      table.push_back(static_cast<float>(field));
  Case& picture = check.add_case(by(width, height) + " picture of " + counted(balls.size(), "sphere"));
  picture.input("spheres", table, {.columns = ball_fields, .rows = balls.size()}, Space::host)
      .output<std::uint8_t>("pixels", expected, std::move(one_step),
                            {.columns = 4 * width, .rows = height, .channels = 4})
      .number("count", balls.size())
      .number("width", width)
      .number("height", height)
      .useful_bytes(0, 4 * width * height);
  if (width * height == 0) picture.nothing_to_do();
}

// A warp pays for a sphere, however few of its lanes are threads. Lanes that a branch switches off are no such waste: whoever
// skips spheres that one pixel of many hits has them.
void measure_lanes(Check& check, const Evidence& evidence) {
  double all_lanes = 0, threads = 0;
  const Launch* emptiest = nullptr;
  const auto threads_of = [](const Launch& launch) { return static_cast<double>(launch.block[0] * launch.block[1] * launch.block[2]); };
  const auto lanes_of = [&](const Launch& launch) { return lanes * std::ceil(threads_of(launch) / lanes); };
  const auto filled = [&](const Launch& launch) { return threads_of(launch) / lanes_of(launch); };
  for (const Launch& launch : evidence.launches) {
    const auto blocks = static_cast<double>(launch.grid[0]) * static_cast<double>(launch.grid[1]) * static_cast<double>(launch.grid[2]);
    all_lanes += blocks * lanes_of(launch);
    threads += blocks * threads_of(launch);
    if (emptiest == nullptr || filled(launch) < filled(*emptiest)) emptiest = &launch;
  }
  check.measured("lanes_per_thread", all_lanes / threads, "",
                 "the blocks of " + emptiest->name() + " have " + whole(threads_of(*emptiest)) + " threads, and their warps " +
                     whole(lanes_of(*emptiest)) + " lanes");
}

// Spheres of a size that fits the picture.
void add_scene(Check& check, std::size_t width, std::size_t height, std::size_t count) {
  const auto side = static_cast<std::int64_t>(std::max(width, height));
  const std::int64_t largest = std::clamp<std::int64_t>(side / 8, 3, 120);
  add_picture(check, width, height, make_balls(check.random(), count, width, height, 1 + largest / 6, largest));
}

void draw_result(Check& check, std::size_t index, const char* name, std::size_t width, std::size_t height) {
  if (!check.pictures() || index >= check.results().size() || !check.results()[index].ran) return;
  draw(check, name, width, height, check.results()[index].values<Pixel>("pixels"));
}

}  // namespace

TEST_SUITE("correctness") {
  TEST_CASE("convolve/any_length") {
    Check check;
    Random& random = check.random();
    for (int i = 0; i < 4; ++i) add_convolution(check, random.size_not_multiple(40, 60000, 32));
    for (const std::size_t n : {1, 2, 3, 4, 5, 31, 32, 33}) add_convolution(check, n);
    add_convolution(check, static_cast<std::size_t>(1024 * random.integer(1, 20)));
    // More than the threads of a grid that somebody wrote down once, such as 1024 blocks of 256.
    add_convolution(check, random.size_not_multiple(270000, 300000, 32));
    add_convolution(check, 0);
    check.judge_correctness();
  }

  // Every call brings other taps: who uploads once keeps the first ones.
  TEST_CASE("convolve/every_tap") {
    Check check;
    for (std::size_t place = 0; place < taps; ++place) {
      const std::size_t n = check.random().size_not_multiple(33, 700, 32);
      add_single_tap(check, n, place);
    }
    check.judge_correctness();
  }

  TEST_CASE("render_spheres/any_size") {
    Check check;
    Random& random = check.random();
    // Wider than high and the other way round, no side a multiple of what a block may be.
    const std::size_t width = random.size_not_multiple(150, 300, 8), height = random.size_not_multiple(60, 140, 8);
    add_scene(check, width, height, 60);
    add_scene(check, random.size_not_multiple(30, 90, 8), random.size_not_multiple(100, 200, 8), 40);
    for (int i = 0; i < 3; ++i)
      add_scene(check, random.size_not_multiple(2, 60, 4), random.size_not_multiple(2, 60, 4), random.size(2, 40));
    add_scene(check, 1, 1, 5);
    add_scene(check, random.size_not_multiple(65, 2000, 32), 1, 20);
    add_scene(check, 1, random.size_not_multiple(65, 1000, 32), 20);
    // More rows than a grid has blocks in y.
    add_scene(check, 2, static_cast<std::size_t>(random.integer(65600, 66000)), 2);
    add_scene(check, 0, random.size(1, 100), 5);
    add_scene(check, random.size(1, 100), 0, 5);
    check.judge_correctness();
    draw_result(check, 0, "spheres", width, height);
  }

  TEST_CASE("render_spheres/any_table") {
    Check check;
    Random& random = check.random();
    // Full, then with fewer and other spheres: what the last call uploaded must not show.
    for (const std::size_t count : {1500, 1, 2, 33, 0}) {
      const std::size_t width = random.size_not_multiple(33, 60, 8), height = random.size_not_multiple(17, 40, 8);
      add_scene(check, width, height, count);
    }
    // Everything behind the plane, and one sphere that hides all others.
    auto balls = make_balls(random, 30, 70, 50, 5, 20);
    for (Ball& ball : balls) ball.z = -std::abs(ball.z) - 600;
    add_picture(check, 70, 50, balls);
    balls[7] = {0.25, 0.5, 0.75, 200, 0, 0, 900};
    add_picture(check, 70, 50, balls);
    check.judge_correctness();
  }
}

TEST_SUITE("lesson") {
  // Whole blocks of up to 1024 results or 64 x 64 pixels, so that the counts are those of the README. Ragged sizes are
  // the business of correctness.
  TEST_CASE("convolve/one_address") {
    Check check;
    const std::size_t n = 1024 * static_cast<std::size_t>(check.random().integer(40, 60));
    add_convolution(check, n);
    if (!check.judge_correctness()) return;
    const Evidence evidence = all_evidence(check);
    const double bytes = static_cast<double>(sizeof(float) * n);
    if (!made_by_kernels(check, evidence, "the taps", bytes, bytes)) return;
    if (!read_from_constant_memory(check, evidence, "the taps", sizeof(float) * taps)) return;
    measure_requests(check, evidence, static_cast<double>(n));
    check.judge_lesson();
  }

  TEST_CASE("render_spheres/table") {
    Check check;
    const auto spheres = static_cast<std::size_t>(check.random().integer(1400, 1500));
    const std::size_t few = static_cast<std::size_t>(check.random().integer(90, 110));
    add_scene(check, 128, 64, spheres);
    add_scene(check, 256, 128, few);
    const bool right = check.judge_correctness();
    draw_result(check, 0, "many-spheres", 128, 64);
    draw_result(check, 1, "few-spheres", 256, 128);
    if (!right) return;
    const Evidence evidence = all_evidence(check);
    constexpr double pixels = 128 * 64 + 256 * 128;
    if (!made_by_kernels(check, evidence, "the spheres", 0, 4 * pixels)) return;
    // Nobody has to upload whole spheres, but a pointer to them is none.
    if (!read_from_constant_memory(check, evidence, "the spheres", static_cast<double>(spheres))) return;
    const double steps = static_cast<double>(128 * 64 * spheres + 256 * 128 * few) / lanes;
    measure_total(check, evidence, "constant_requests_per_sphere", sim::Metric::constant_requests, steps);
    const Place loads = line_with_most(evidence, sim::Metric::global_load_requests);
    check.measured("load_requests", total(evidence.totals(), sim::Metric::global_load_requests), loads.where,
                   whole(loads.amount) +
                       " of them come from this line: what it reads still lies in global memory. All "
                       "of the table has to be a __constant__ variable, used by name");
    measure_lanes(check, evidence);
    // In bytes, not requests: who writes channel by channel writes each pixel once, too.
    const Place stores = line_with_most(evidence, sim::Metric::global_store_bytes);
    check.measured("stored_bytes_per_pixel", total(evidence.totals(), sim::Metric::global_store_bytes) / pixels,
                   stores.where,
                   whole(stores.amount) + " bytes are stored by this line, and the pictures have " + whole(4 * pixels) +
                       ": what draws a pixel again looks at all spheres again");
    check.judge_lesson();
  }
}

TEST_SUITE("speed") {
  TEST_CASE("convolve/time") {
    Check check;
    // Whole numbers: no sum of 32 products passes 2^24.
    const auto taps = check.random().integers<float>(32, -50, 50);
    check.judge_speed([&](Case& timed, std::size_t bytes) {
      const std::size_t n = bytes / 16;  // 32 products for each number: fewer numbers than a copy would move in the time
      timed.drawn_input<float>("in", whole_numbers(-100, 100), {.columns = n + 31})
          .input("taps", taps, {.columns = 32}, Space::host)
          .timed_output<float>("out", {.columns = n})
          .number("n", n)
          .useful_bytes(4 * n, 4 * n);
    });
  }
}
