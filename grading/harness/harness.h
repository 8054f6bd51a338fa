#pragma once
/// @file
/// @brief A lab's checks: doctest cases that order runs from the student's runner and judge what comes back.
///
/// The grader owns seeds, inputs, references, comparison, limits and verdicts, and contains no student code.
/// Each check of lab.json is one doctest case named `task/check` in the suite of its kind; a case without an entry, or
/// an entry without a case, is a fault of the lab (exit status 2), so that no check can get lost. The whole of a check
/// in a lab's `grader/grade.cpp`:
///
/// @code
/// #include "grading/harness/harness.h"
/// using namespace course::harness;
///
/// static void add_image(Check& check, std::size_t width, std::size_t height, std::size_t extra_pitch) {
///   const auto in = check.random().integers<float>(width * height, -1000, 1000);   // whole: the product is exact
///   auto expected = in;
///   for (auto& x : expected) x *= 3;
///   const Shape shape{.columns = width, .rows = height, .pitch = width * 4 + extra_pitch};
///   check.add_case(std::to_string(width) + " x " + std::to_string(height))
///       .input("in", in, shape).output("out", expected, shape)
///       .number("width", width).number("height", height).number("k", 3.0f)
///       .returns("status", 0).useful_bytes(4 * width * height, 4 * width * height);
/// }
///
/// TEST_SUITE("correctness") {
///   TEST_CASE("scale_image/any_size") {
///     Check check;
///     for (int i = 0; i < 6; ++i) add_image(check, check.random().size(1, 700), check.random().size(1, 300), 64);
///     check.judge_correctness();
///   }
/// }
/// TEST_SUITE("lesson") {
///   TEST_CASE("scale_image/sectors") {
///     Check check;
///     add_image(check, 1000, 333, 96);
///     check.judge_lesson();   // every limit that lab.json gives this check
///   }
/// }
/// @endcode
///
/// main() is in the library (CMake: course_lab() of cmake/CourseLab.cmake).
#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "grading/harness/evidence.h"
#include "grading/harness/finding.h"
#include "grading/harness/order.h"
#include "grading/harness/random.h"

namespace course::harness {

/// The fault lies with the machine or the course: never counts against a student; exit status 2.
class InfrastructureFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What came back of one case. Results are as the runner left them; they have been judged by the time a lab sees them.
struct CaseResult {
  std::string name;  ///< of the case
  bool ran = false;  ///< false: the runner ended before this case was over
  int last_error = 0, synchronise_status = 0;
  std::map<std::string, std::variant<std::int64_t, double>> returned;  ///< what the runner reported by Case::returned
  Evidence evidence;
  std::vector<std::pair<std::string, std::vector<std::byte>>> arrays;  ///< without padding and red zones

  /// Elements of a result, row after row.
  template <class T>
  std::vector<T> values(std::string_view name) const {
    for (const auto& [key, bytes] : arrays) {
      if (key != name) continue;
      std::vector<T> out(bytes.size() / sizeof(T));
      if (!out.empty()) std::memcpy(out.data(), bytes.data(), out.size() * sizeof(T));
      return out;
    }
    throw InfrastructureFault("the grader asks for the result '" + std::string(name) + "', which no case holds");
  }
};

/// The check that the running doctest case stands for. One object in each case, made first.
class Check {
 public:
  /// Finds the check's entry in lab.json by the name of the running case.
  Check();
  ~Check();
  Check(const Check&) = delete;
  Check& operator=(const Check&) = delete;

  /// The check's own stream of random numbers: the same seed and name give the same data everywhere.
  Random& random();

  /// Adds one call of the student's function; the reference stays valid while the check lives. `name` appears in
  /// messages
  /// ("37 x 5 image").
  Case& add_case(std::string name);

  /// Starts the runner with all cases and judges outcome, faults, statuses, results, inputs and red zones, in this
  /// order. Fails the doctest case with what is wrong in the first case that is, and says how many others are.
  /// @return true when all is right.
  bool judge_correctness();

  /// judge_correctness, and then every limit of the check's entry in lab.json against the counts, summed over the
  /// cases. Counts of a wrong result are not judged: the check fails with what is wrong.
  bool judge_lesson();

  /// Times the student's function against the given slow kernel and the plain version, on a real GPU; without one the
  /// check is skipped. `make` describes one call on which a perfect kernel loads and stores about `bytes` bytes
  /// together: arrays by Case::drawn_input and Case::timed_output (small ones may be given as usual), numbers, and
  /// useful_bytes, by which times faster than the memory are recognised. The runner has to call its Case::timed.
  ///
  /// @code
  /// TEST_SUITE("speed") {
  ///   TEST_CASE("scale_image/time") {
  ///     Check check;
  ///     check.judge_speed([](Case& timed, std::size_t bytes) {
  ///       const std::size_t n = bytes / 8;
  ///       timed.drawn_input<float>("in", real_numbers(-1, 1), {.columns = n}).timed_output<float>("out", {.columns = n})
  ///           .number("n", n).useful_bytes(4 * n, 4 * n);
  ///     });
  ///   }
  /// }
  /// @endcode
  /// @return true when the speed passes
  bool judge_speed(const std::function<void(Case& timed, std::size_t bytes)>& make);

  /// Gives the value of a limit that names no measure of grading/harness/measures.h; call between judge_correctness and
  /// judge_lesson. `where` is file:line or empty; `sentence` says what is worst, for the message.
  void measured(std::string_view measure, double value, std::string where = {}, std::string sentence = {});

  /// Fails the check with a finding of the lab's own (an in-place hazard, the wrong buffer named).
  void fail(Finding finding);

  /// Results by case, in order of add_case; valid after a judge_ function.
  const std::vector<CaseResult>& results() const;

  /// Where to draw pictures of results (`--pictures DIR`), if asked for.
  std::optional<std::filesystem::path> pictures() const;

  /// False when this machine cannot answer the check (a lesson without counters, speed without a GPU): the case is
  /// reported as skipped and must return at once. judge_ functions ask by themselves.
  bool possible();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace course::harness
