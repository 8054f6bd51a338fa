// The procedure as a whole, on GPUs that are made of random numbers.
#include "grading/timing/rounds.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

using namespace course::timing;

namespace {

constexpr Work work{1'000'000'000, 1'000'000'000};

// Slow 10, plain 2.5, solution 2, copy 1.8 ms, each with noise of its own; and neighbours that take time slices.
class FakeGpu : public Contest {
 public:
  FakeGpu(double student, double noise, double slice_chance, double slice_ms, unsigned seed)
      : student_(student), noise_(0, noise), slice_chance_(slice_chance), slice_ms_(slice_ms), random_(seed) {}

  Round round() override {
    ++rounds;
    return {sample(10), sample(2.5), sample(2.0), sample(student_), sample(1.8)};
  }
  std::string slowed() override {
    ++questions;
    return hot ? "the GPU was too hot and lowered its clocks" : "";
  }

  int rounds = 0, questions = 0;
  bool hot = false;

 private:
  // A neighbour gets the GPU for a slice of its own between ours of 2 ms, with some probability.
  Sample sample(double ms) {
    double taken = ms * std::exp(noise_(random_));
    const int slices = 1 + static_cast<int>(ms / 2);
    for (int i = 0; i < slices; ++i)
      if (std::uniform_real_distribution<>(0, 1)(random_) < slice_chance_) taken += slice_ms_;
    return {taken, taken + 0.05};
  }

  double student_;
  std::normal_distribution<> noise_;
  double slice_chance_, slice_ms_;
  std::mt19937 random_;
};

Settings at_once() {
  Settings settings;
  settings.wait = [](std::chrono::milliseconds) {};
  return settings;
}

}  // namespace

TEST_CASE("a clear case takes the first look, a near one all of them and a second attempt") {
  FakeGpu good(2.2, 0.005, 0, 0, 1);
  const Decision clear = decide(good, work, at_once());
  CHECK(clear.judgement.answer == Answer::pass);
  CHECK(good.rounds == looks[0].rounds);
  CHECK(clear.rounds.size() == 9);
  CHECK(clear.attempts == 1);
  CHECK(clear.judgement.confidence == 0.99);

  FakeGpu near(5.0, 0.005, 0, 0, 1);  // on the limit
  int pauses = 0;
  Settings settings;
  settings.wait = [&](std::chrono::milliseconds) { ++pauses; };
  const Decision open = decide(near, work, settings);
  CHECK(open.judgement.answer == Answer::inconclusive);
  CHECK(open.attempts == 2);
  CHECK(near.rounds == 2 * looks.back().rounds);
  CHECK(pauses == 1);
}

TEST_CASE("the errors of the looks add up to what is stated") {
  double sum = 0;
  for (const Look& look : looks) sum += look.error;
  CHECK(sum == doctest::Approx(1 - confidence));
}

TEST_CASE("heat is asked for after every look") {
  FakeGpu gpu(4.6, 0.005, 0, 0, 1);
  gpu.hot = true;
  CHECK(decide(gpu, work, at_once()).judgement.answer == Answer::inconclusive);
  CHECK(gpu.questions == 2 * (1 + static_cast<int>(looks.size())));
}

TEST_CASE("a thousand gradings on noisy and shared GPUs are right or inconclusive") {
  int wrong = 0, clear = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    std::mt19937 random(seed);
    const double student = std::exp(std::uniform_real_distribution<>(std::log(1.8), std::log(12))(random));
    const double noise = 0.002 * static_cast<double>(1 + seed % 20);         // up to 4 %
    const double slice = seed % 2 == 0 ? 0 : 0.1 * static_cast<double>(1 + seed % 9);  // every other one is shared
    FakeGpu gpu(student, noise, slice, 2.0, seed);
    const Answer answer = decide(gpu, work, at_once()).judgement.answer;
    const bool below = student < 5;
    wrong += (answer == Answer::pass && !below) || (answer == Answer::fail && below) ||
             answer == Answer::not_believable || answer == Answer::no_difference;
    clear += answer == Answer::pass || answer == Answer::fail;
  }
  CHECK(wrong == 0);
  CHECK(clear > 450);  // the quiet half, but for those near the limit
}

// The limit is sqrt(10 * 2.5) = 5 ms.
TEST_CASE("seconds that are far over the limit are not spent a dozen times") {
  FakeGpu one_thread(7500, 0.01, 0, 0, 1), one_block(600, 0.01, 0, 0, 2), slow(480, 0.01, 0, 0, 3), chunks(45, 0.01, 0, 0, 4);
  CHECK(decide(one_thread, work).judgement.answer == Answer::fail);
  CHECK(one_thread.rounds == 2);  // 1500 times
  const Decision block = decide(one_block, work);
  CHECK(block.judgement.answer == Answer::fail);
  CHECK(block.judgement.sentence.find("times over the limit is beyond doubt") != std::string::npos);
  CHECK(one_block.rounds == 2);  // 120 times
  decide(slow, work);
  CHECK(slow.rounds == 9);  // under half a second
  decide(chunks, work);
  CHECK(chunks.rounds == 9);

  // A neighbour that takes a second whenever it can, and a student at half the limit: never a failure out of hand.
  for (unsigned seed = 0; seed < 20; ++seed) {
    FakeGpu shared(2.5, 0.01, 0.3, 1000, seed);
    CHECK(decide(shared, work, at_once()).judgement.answer != Answer::fail);
  }
}
