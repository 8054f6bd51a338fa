#include "grading/simulator/tests/truth/cases.h"

#include "grading/simulator/tests/truth/machine.h"

namespace sim::truth {

std::vector<Comparison> compare_cases(const std::filesystem::path& folder, FrontEnd front_end) {
  choose(front_end);
  std::vector<Comparison> all;
  for (const std::string name : case_files)
    all.push_back(compare(name, read_table(folder / (name + ".h200.csv")), launches_of(evidence_of(folder / (name + ".cu"))),
                          exceptions(front_end)));
  return all;
}

}  // namespace sim::truth
