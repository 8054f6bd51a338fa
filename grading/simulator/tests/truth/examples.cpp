#include "grading/simulator/tests/truth/examples.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

#include "grading/simulator/frontend/process.h"
#include "grading/simulator/tests/truth/machine.h"

namespace sim::truth {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view suffix = ".h200.csv";

// A file for the counts, gone with the object.
class CountsFile {
 public:
  CountsFile() : path_(fs::temp_directory_path() / ("truth-counts." + std::to_string(::getpid()) + ".csv")) {}
  ~CountsFile() {
    std::error_code none;
    fs::remove(path_, none);
  }
  CountsFile(const CountsFile&) = delete;
  CountsFile& operator=(const CountsFile&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::vector<Launch> launches_of_program(const fs::path& run, const fs::path& program) {
  const CountsFile counts;
  const frontend::Outcome ran =
      frontend::Process({run.string(), program.string(), "--csv", counts.path().string()}, {.processor = std::chrono::seconds(300)}).wait();
  if (!ran.ok()) throw std::runtime_error(fmt::format("{} ended with status {}:\n{}", program.string(), ran.status, ran.output));
  return read_profile(counts.path());
}

}  // namespace

const std::vector<Exception>& example_exceptions() {
  // 9 x 7 blocks of 8 warps, 5 tiles, 16 products each, two loads a product, one wavefront a load.
  static const std::vector<Exception> all = {
      {"matrix_multiply_tiled", 0, "multiply", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", 9 * 7 * 8 * 5 * 16 * 2,
       "ptxas joins the loads of four neighbouring elements of a row of the first tile into one of 16 bytes: 2 wavefronts instead of 4. The "
       "machine runs the loads as the PTX has them."}};
  return all;
}

std::vector<Comparison> compare_examples(const ExampleFolders& folders) {
  choose(FrontEnd::clang_19);
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folders.tables))
    if (const std::string name = entry.path().filename().string(); name.ends_with(suffix)) names.push_back(name.substr(0, name.size() - suffix.size()));
  std::sort(names.begin(), names.end());
  std::vector<Comparison> all;
  for (const std::string& name : names) {
    const std::vector<Launch> hardware = read_profile(folders.tables / (name + std::string(suffix)));
    std::vector<Launch> machine = launches_of_program(folders.run, folders.programs / (name + ".cu"));
    if (machine.size() > hardware.size()) machine.resize(hardware.size());  // the profiler was told to stop early
    all.push_back(compare(name, hardware, machine, example_exceptions()));
  }
  return all;
}

std::string example_section(const std::vector<Comparison>& comparisons) {
  std::string text = "| program | launches | values compared | equal | listed as different |\n| --- | --- | --- | --- | --- |\n";
  for (const Comparison& comparison : comparisons) {
    Tally sum;
    for (const Row& row : comparison.rows)
      for (const Cell& cell : row.cells) {
        ++sum.compared;
        if (cell.machine == cell.hardware) ++sum.equal;
        else if (cell.listed) ++sum.listed;
      }
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", comparison.cases, comparison.rows.size(), sum.compared, sum.equal, sum.listed);
  }
  for (const Exception& e : example_exceptions())
    for (const Comparison& comparison : comparisons)
      if (comparison.cases == e.cases)
        for (const Cell& cell : comparison.rows.at(static_cast<std::size_t>(e.launch)).cells)
          if (cell.column->metric == e.metric)
            text += fmt::format("\nIn `{}` the machine counts {} {}, the hardware {}. {}\n", e.cases, cell.machine, cell.column->heading, cell.hardware, e.reason);
  return text;
}

}  // namespace sim::truth
