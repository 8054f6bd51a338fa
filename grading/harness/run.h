#pragma once
// One run of a task's runner: writes the order, starts the process, reads what is there afterwards. Judges nothing.
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "grading/harness/compare.h"
#include "grading/harness/evidence.h"
#include "grading/harness/host_place.h"
#include "grading/harness/order.h"
#include "grading/harness/process.h"

namespace course::harness {

struct RawCase {
  bool ran = false;    // its result file is there and whole
  std::string broken;  // why the files that are there cannot be what a runner wrote; empty: they can
  bool timed = false;  // the runner called Case::timed
  int last_error = 0, synchronise = 0;
  std::string last_error_name, synchronise_name;
  std::map<std::string, std::variant<std::int64_t, double>> returned;
  std::map<std::string, std::string> returned_names;  // of returned statuses: "cudaErrorInvalidValue"
  bool read_back = false;                      // arrays are there
  std::string lost;                            // the array that the device has no more; empty: none
  std::vector<std::vector<std::byte>> arrays;  // one for each array of the case, with padding and red zones
  Evidence evidence;
};

struct RunnerReport {  // of protocol::fault_file, if it holds the order's nonce
  int status = 0;
  std::string sentence;
};

struct Run {
  Outcome outcome;
  bool complete = false;  // the nonce came back
  bool disk_full = false;
  bool filled_disk = false;  // full of what the program itself wrote into the order's folder
  std::optional<RunnerReport> fault;
  HostPlace place;  // where the program crashed, or was when a limit ended it
  std::vector<RawCase> cases;
};

struct RunRequest {
  std::filesystem::path runner;
  std::string task, file;  // its name, and the name of its source file
  const std::deque<Case>& cases;
  Placement placement;
  ProcessLimits limits;
  std::filesystem::path keep_evidence;  // each case's evidence is copied there as case-N.json; empty: it is not kept
};

// One case as an order tells it: arrays, without their values, and numbers.
nlohmann::json describe_case(const Case& one, Placement placement);

// Throws InfrastructureFault when runner, folder or disk are not there.
Run run(const RunRequest& request);

}  // namespace course::harness
