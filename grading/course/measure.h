#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "machine.h"
#include "repository.h"

namespace course {

/// Device, driver, toolkit, flags and commit of a record, as it is written.
nlohmann::ordered_json describe_measuring(const Repository& repository, const Gpu& gpu);

/// Builds and runs the benchmark programs of grading/measure that belong to the labs (all, if none is named).
/// `tell` is called with each table, its name and the number of programs that are still to run, as soon as it is known; while
/// an Interruption lives, it ends early.
/// Throws Problem when a program does not build, run or print what it should.
/// @return how many programs did not run: an interruption
int measured_tables(const Repository& repository, const Gpu& gpu, const std::vector<std::string>& labs,
                    const std::function<void(const std::string&, const nlohmann::ordered_json&, int)>& tell);

/// Adds to each row of `table` what `beside` of grading/measure/tables.json says of the same key.
void put_beside(nlohmann::ordered_json& table, const nlohmann::ordered_json& beside);

/// The table as text, a row a line.
std::string table_text(const std::string& name, const nlohmann::ordered_json& table);

/// What `course measure --calibrate` found.
struct Calibration {
  nlohmann::ordered_json speed;       ///< kernels by lab and task
  std::vector<std::string> findings;  ///< kernels that are not 15 % on their side of a limit though stated, and what was not timed
  std::vector<std::string> near;      ///< slow kernels within 15 % of a limit: a student's like them may be inconclusive
  std::vector<std::string> unseen;    ///< slow by the lesson's count, but below the limit by this GPU's clock
  std::vector<std::string> otherwise;  ///< of those that lab.json names under `hidden` or `near`: where this GPU says otherwise
  std::vector<std::string> skipped;   ///< speed checks whose slow and plain kernels this GPU's clock does not tell apart
  int passed = 0, rejected = 0;       ///< fast kernels that pass and slow ones that fail, by 15 % or more and as stated
  int missing = 0;                    ///< tasks that are not timed (yet)
};

/// Times every given kernel of the labs' speed checks. With `only_build` they are built and not timed. `after_task` is
/// called with what is known so far, so that an interruption loses one task and not all; while an Interruption lives, it
/// ends early.
Calibration calibrate(const Repository& repository, const std::vector<Selection>& selections, bool only_build,
                      const std::function<void(const Calibration&)>& after_task);

}  // namespace course
