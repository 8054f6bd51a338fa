#pragma once
// What one grader process knows: its options, the lab, and a record for each check that ran. doctest makes reporters
// and test cases itself and hands them nothing, so this is the one place where they meet.
#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grading/harness/finding.h"
#include "grading/lab/lab.h"

namespace course::harness {

struct Options {
  std::filesystem::path runners, references, lab, json, pictures, evidence;  // empty: not given
  std::vector<std::filesystem::path> students;  // runners whose speed is judged one after the other; empty: the task's own
  std::string machine = "sim";
  // Fixed, so that reports are the same byte for byte; no meaning beyond that.
  std::uint64_t seed = 20240229;
  int repeat = 1;  // of speed checks
  pid_t parent = 0;        // whose end is this process's; 0: nobody's
  bool share_gpu = false;  // other graders may use the GPU meanwhile
  bool list_json = false;
};

enum class Verdict { pass, fail, skipped, inconclusive };

struct CheckRecord {
  Verdict verdict = Verdict::pass;
  std::string infrastructure;  // a fault of machine or course: the verdict is inconclusive
  std::string skipped_because;
  std::string inconclusive_because;  // of a speed check: the machine was too noisy
  std::string timing;                // JSON: what a speed check saw
  std::vector<std::string> notes;    // told beside the verdict
  std::vector<Finding> findings;
  std::optional<Finding> measured;  // value, threshold and unit of a limit that was met, for the report
};

class Session {
 public:
  Options options;
  Lab lab;
  bool telling = false;  // a finding is being handed to doctest; other failed assertions are a grader's own
  std::string gpu_note;  // why other graders may use the GPU meanwhile; empty: they wait
  std::string current;   // name of the running doctest case: "task/check"

  // Record of the running case, made at its start.
  CheckRecord& record() { return records_[current]; }
  const std::map<std::string, CheckRecord>& records() const { return records_; }

  // nullptr when lab.json has no such check.
  const Task* task_of(const std::string& name) const;
  const CheckEntry* entry_of(const std::string& name) const;

 private:
  std::map<std::string, CheckRecord> records_;
};

Session& session();

}  // namespace course::harness
