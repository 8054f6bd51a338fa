#pragma once
// Four runners and the copy on one GPU: whose turn it is, and what a timed call has to come back with.
#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "grading/harness/harness.h"
#include "grading/harness/order_folder.h"
#include "grading/harness/speed.h"
#include "grading/harness/turns.h"
#include "grading/timing/clocks.h"
#include "grading/timing/rounds.h"

namespace course::harness {

// The student's runner has shown that its speed need not be judged.
struct StudentFailed {
  Finding finding;
};

// The arrays of a timed call, whether they fit, and what they come to.
class TimedWork {
 public:
  TimedWork(const SpeedRequest& request, std::size_t free_bytes, std::size_t bytes);
  bool fits() const { return fits_; }
  std::size_t needed() const { return needed_; }
  const Case& timed() const { return case_; }
  std::uint64_t useful() const { return case_.useful_loaded() + case_.useful_stored(); }

 private:
  Case case_;
  bool fits_ = false;
  std::size_t needed_ = 0;
};

class RunnerContest : public timing::Contest {
 public:
  // Starts the given kernels' runners and the student's. Throws InfrastructureFault when a given kernel fails, NotJudged
  // when the GPU has no room, StudentFailed when the student's runner fails.
  RunnerContest(const SpeedRequest& request, const std::filesystem::path& student);
  ~RunnerContest() override;
  RunnerContest(const RunnerContest&) = delete;
  RunnerContest& operator=(const RunnerContest&) = delete;

  // Another student's runner takes the place of the last one; the given kernels' go on as they are.
  void change_student(const std::filesystem::path& student);

  timing::Round round() override;
  std::string slowed() override;
  timing::Work work() const { return {work_->useful(), copy_bytes_}; }
  nlohmann::json facts() const;

 private:
  enum Who { slow, plain, solution, student, everybody };

  // The last to go: what the runners have started and left behind goes too.
  struct Orphans {
    Orphans() = default;
    Orphans(const Orphans&) = delete;
    Orphans& operator=(const Orphans&) = delete;
    ~Orphans();
  };

  // Each has a context of its own after that; the driver makes them side by side.
  void start(const std::vector<std::pair<Who, std::filesystem::path>>& runners);
  nlohmann::json ask(Who who, const nlohmann::json& command, double seconds);
  nlohmann::json answer_of(Who who, double seconds);
  [[noreturn]] void fail(Who who, const TurnLost& lost, double seconds);
  // What a runner says, read by `read`; that it is of another form is its fault.
  void read_answer(Who who, const std::function<void()>& read);
  void warm_up();
  void choose_size();
  // An error of the device's is the student's only while a given kernel's runner can still use it. Throws InfrastructureFault
  // where it cannot. A device that the student may have filled is asked without taking memory.
  void need_device(bool may_be_full);
  void write_files(Who who);
  // From the grader's word to the runner's answer, on the grader's clock too.
  nlohmann::json timed(Who who, const nlohmann::json& command, double& outside);
  timing::Sample copy(std::size_t bytes, std::uint64_t seed);
  timing::Sample call(Who who, std::uint64_t seed, std::uint64_t salt, nlohmann::json& hashes);
  timing::Sample judge_call(Who who, const nlohmann::json& answer);
  [[noreturn]] void blame(Who who, Finding finding);
  // Where the function says which of several arrays is its result, that one is compared under the first one's name.
  void choose(Who who, const nlohmann::json& returned, nlohmann::json& results);
  void compare(Who who, const nlohmann::json& mine, const nlohmann::json& right);
  void watch_clocks();
  // What the grader waited for, by name, in seconds on its own clock: adds from `since` to now. No second is in two of them.
  void spent(const char* what, std::chrono::steady_clock::time_point since);

  const SpeedRequest& request_;
  Orphans orphans_;
  std::array<std::optional<OrderFolder>, everybody> folders_;
  std::array<std::optional<TurnTaker>, everybody> takers_;
  std::optional<timing::Clocks> clocks_;
  std::optional<timing::ClockReading> last_reading_;
  std::uint64_t reasons_ = 0;
  std::string slowed_;
  nlohmann::json facts_, described_, samples_ = nlohmann::json::object();
  std::optional<TimedWork> work_;
  std::array<int, everybody> calls_{};  // that came back, of the runner that is there now
  std::size_t copy_bytes_ = 0, probe_bytes_ = 0;
  nlohmann::json spent_s_ = nlohmann::json::object();
  std::vector<double> preparing_ms_;
};

}  // namespace course::harness
