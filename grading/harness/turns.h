#pragma once
// A runner that waits for its turn: started once, it makes one timed call after the other when it is told to, over a
// socket (protocol::turns_descriptor). Nothing of the GPU is in this process.
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "grading/harness/run.h"
#include "grading/harness/spawn.h"

namespace course::harness {

// The runner is gone, says that it cannot go on, or says what no runner says.
struct TurnLost {
  Outcome outcome;
  std::optional<RunnerReport> fault;
  bool garbled = false;  // student code shares the socket with its runner and can write there
};

class TurnTaker {
 public:
  // Throws InfrastructureFault when the program cannot be started.
  TurnTaker(const std::filesystem::path& runner, const std::filesystem::path& folder, const ProcessLimits& limits);
  ~TurnTaker();
  TurnTaker(const TurnTaker&) = delete;
  TurnTaker& operator=(const TurnTaker&) = delete;

  // Begins to end it. Several that are to end do so together, which matters for the gigabytes that a driver takes back.
  void stop();

  // One line there. A runner that is gone is found out by asking for its answer.
  void tell(const nlohmann::json& command);
  // One line back, within `seconds`. Throws TurnLost, or Interrupted when this process is to end.
  nlohmann::json answer(double seconds);

 private:
  [[noreturn]] void lost(std::optional<Outcome::How> reached);

  ProcessLimits limits_;
  Spawned spawned_;
  Capture output_, errors_;
  std::string received_;
};

}  // namespace course::harness
