#include "measure.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "commands.h"
#include "document.h"
#include "files.h"
#include "interruption.h"
#include "problem.h"
#include "process.h"

namespace course {
namespace {

using json = nlohmann::ordered_json;

std::vector<std::string> nvcc_flags(const Gpu& gpu) {
  std::string architecture = gpu.compute_capability;
  std::erase(architecture, '.');
  return {"-std=c++17", "-O3", "-arch=sm_" + architecture};
}

std::string commit_of(const Repository& repository) {
  const std::string root = repository.root.string();
  // Of a copy without its history whoever made it has to tell.
  if (const char* told = std::getenv("COURSE_COMMIT")) return told;
  const std::string commit = first_line_of({"git", "-C", root, "rev-parse", "HEAD"});
  if (commit.empty()) return "unknown";
  return first_line_of({"git", "-C", root, "status", "--porcelain", "-uno"}).empty() ? commit : commit + ", with changes";
}

std::string built(const Repository& repository, const Gpu& gpu, const fs::path& source) {
  const fs::path folder = repository.build / "measure";
  make_folder(folder);
  const fs::path program = folder / source.stem(), log = program.string() + ".log";
  std::vector<std::string> arguments = {"nvcc"};
  for (const std::string& flag : nvcc_flags(gpu)) arguments.push_back(flag);
  arguments.insert(arguments.end(), {"-o", program.string(), source.string()});
  if (!run_process({.arguments = arguments, .output = log, .folder = {}}).ok() && Interruption::signal() == 0)
    throw Problem(fmt::format("{} does not compile: {}", repository.shown(source), read_file(log)));
  return program.string();
}

/// The rows that a program printed, by table; none when it was interrupted.
std::optional<json> rows_of(const Repository& repository, const std::string& program) {
  const fs::path output = program + ".out";
  const Ended ended = run_process({.arguments = {program}, .output = output, .folder = {}, .limit = std::chrono::seconds(300)});
  const std::string text = read_file(output);
  if (!ended.ok() && Interruption::signal() != 0) return std::nullopt;
  if (!ended.ok()) throw Problem(fmt::format("{} ended with {}: {}", repository.shown(program), ended.sentence(), text));
  json tables = json::object();
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const json table = json::parse(line, nullptr, false);
    if (!table.is_object() || !table.contains("table") || !table.contains("rows") || table["rows"].empty())
      throw Problem(fmt::format("{} prints what is no table: {}", repository.shown(program), line));
    tables[table["table"].get<std::string>()] = table["rows"];
  }
  return tables;
}

std::string cell(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (!value.is_number()) return "";
  return fmt::format("{:.4g}", value.get<double>()).find('e') == std::string::npos
             ? fmt::format("{:.4g}", value.get<double>())
             : fmt::format("{:.0f}", value.get<double>());
}

}  // namespace

json describe_measuring(const Repository& repository, const Gpu& gpu) {
  std::string flags;
  for (const std::string& flag : nvcc_flags(gpu)) flags += (flags.empty() ? "nvcc " : " ") + flag;
  return {{"device", gpu.name},
          {"compute_capability", gpu.compute_capability},
          {"driver", ask_gpu("driver_version")},
          {"toolkit", "CUDA " + nvcc_version()},
          {"flags", flags},
          {"memory", ask_gpu("memory.total")},
          {"largest_sm_clock", ask_gpu("clocks.max.sm")},
          {"largest_memory_clock", ask_gpu("clocks.max.memory")},
          {"commit", commit_of(repository)},
          {"recorded_on", fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)))}};
}

void put_beside(json& table, const json& beside) {
  const std::string key = beside.at("key");
  for (const auto& [name, title] : beside.at("columns").items()) table["columns"][name] = title;
  table["beside"] = beside.at("source");
  for (json& row : table["rows"])
    for (const json& other : beside.at("rows"))
      if (other.at(key).get<double>() == row.at(key).get<double>())
        for (const auto& [name, title] : beside.at("columns").items()) row[name] = other.at(name);
}

int measured_tables(const Repository& repository, const Gpu& gpu, const std::vector<std::string>& labs,
                    const std::function<void(const std::string&, const json&, int)>& tell) {
  const fs::path folder = repository.root / "grading" / "measure";
  const json known = json::parse(read_file(folder / "tables.json"));
  std::vector<const json*> wanted;
  for (const json& program : known.at("programs")) {
    const bool belongs = labs.empty() || std::any_of(labs.begin(), labs.end(), [&](const std::string& lab) {
                           const auto& of = program.at("labs");
                           return std::find(of.begin(), of.end(), lab.substr(0, 2)) != of.end();
                         });
    if (belongs) wanted.push_back(&program);
  }
  std::vector<std::string> programs(wanted.size());
  for_each_in_parallel(wanted.size(), 16, [&](std::size_t i) {
    programs[i] = built(repository, gpu, folder / wanted[i]->at("program").get<std::string>());
  });
  for (std::size_t i = 0; i < wanted.size(); ++i) {  // one after the other: each has the GPU to itself
    if (Interruption::signal() != 0) return static_cast<int>(wanted.size() - i);
    const auto rows = rows_of(repository, programs[i]);
    if (!rows) return static_cast<int>(wanted.size() - i);
    for (const auto& [name, about] : wanted[i]->at("tables").items()) {
      if (!rows->contains(name))
        throw Problem(fmt::format("{} does not print the table {}", wanted[i]->at("program").get<std::string>(), name));
      json table = {{"title", about.at("title")},
                    {"program", "grading/measure/" + wanted[i]->at("program").get<std::string>()},
                    {"labs", wanted[i]->at("labs")},
                    {"statistic", "median"},
                    {"samples", about.at("samples")},
                    {"cache", about.at("cache")},
                    {"columns", about.at("columns")},
                    {"rows", rows->at(name)}};
      for (const json& row : table["rows"])
        for (const auto& [key, value] : row.items())
          if (!table["columns"].contains(key))
            throw Problem(fmt::format("grading/measure/tables.json has no title for the column {} of {}", key, name));
      if (about.contains("beside")) put_beside(table, about["beside"]);
      tell(name, table, static_cast<int>(wanted.size() - i - 1));
    }
  }
  return 0;
}

std::string table_text(const std::string& name, const json& table) {
  std::vector<std::vector<std::string>> lines(1);
  std::vector<std::string> keys;
  for (const auto& [key, title] : table.at("columns").items()) {
    keys.push_back(key);
    lines[0].push_back(key);
  }
  for (const json& row : table.at("rows")) {
    lines.emplace_back();
    for (const std::string& key : keys) lines.back().push_back(row.contains(key) ? cell(row[key]) : "");
  }
  std::string text = fmt::format("{} ({})\n", table.at("title").get<std::string>(), name);
  std::vector<std::size_t> widths(keys.size());
  for (const auto& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], line[c].size());
  for (const auto& line : lines) {
    for (std::size_t c = 0; c < line.size(); ++c) text += fmt::format("  {:>{}}", line[c], widths[c]);
    text += "\n";
  }
  if (table.contains("beside")) text += "  " + table["beside"].get<std::string>() + "\n";
  return text + "\n";
}

namespace {

/// The file of a record that grows; no path: none.
class RecordFile {
 public:
  explicit RecordFile(const std::string& name) : document_(name) {}

  /// Replaces what was kept before.
  void keep(const json& record) const {
    if (document_.wanted()) document_.write(record.dump(1, ' ') + "\n");
  }
  /// A full disk meanwhile costs no time on the GPU: it is said once, and may be over when the record is whole.
  void try_to_keep(const json& record) {
    if (!document_.may_grow()) return;
    try {
      if (!said_) keep(record);
    } catch (const Problem& problem) {
      said_ = true;
      fmt::print(stderr, "course: {}; measuring goes on\n", problem.what());
    }
  }

 private:
  Document document_;
  bool said_ = false;
};

/// @return the exit status
int tell(const Calibration& found, bool only_built) {
  for (const auto& [kernels, what] :
       {std::pair(&found.skipped, "not judged on this GPU"),
        std::pair(&found.unseen, "slow by the lesson's count, and not by this GPU's clock (their lesson checks reject them)"),
        std::pair(&found.near, "slow, and so near to a limit that a verdict may be inconclusive (their lesson checks reject them)"),
        std::pair(&found.otherwise, "otherwise than lab.json says, which speaks of the GPU whose times are recorded")}) {
    if (!kernels->empty()) fmt::print("\n{}:\n", what);
    for (const std::string& kernel : *kernels) fmt::print("  {}\n", kernel);
  }
  if (!found.findings.empty()) fmt::print("\n");
  for (const std::string& finding : found.findings) fmt::print("{}\n", finding);
  if (found.missing > 0) {
    fmt::print("\ninterrupted: {} task{} not timed\n", found.missing, found.missing == 1 ? " is" : "s are");
    return 1;
  }
  if (!found.findings.empty()) return 1;
  if (only_built)
    fmt::print("every given kernel is built for this GPU\n");
  else if (found.passed + found.rejected == 0)
    fmt::print("\nno kernel is judged on this GPU, so nothing is known of its limits\n");
  else
    fmt::print("{}every fast kernel is 15 % or more below its limit ({}), and every slow one that this clock is to see is as far above ({})\n",
               found.skipped.empty() ? "" : "\nof those that are judged, ", found.passed, found.rejected);
  return 0;
}

}  // namespace

int run_measure(const MeasureOptions& options) {
  const Repository repository = Repository::find();
  const auto labs = find_labs(repository);
  const auto selections = select(labs, options.names);
  RecordFile file(options.json);
  const Gpu gpu = find_gpu();
  if (gpu.name.empty())
    throw Problem(fmt::format("measure: {}, and times are those of a real one", no_gpu()));
  if (nvcc_version().empty()) throw Problem("measure: nvcc is not on PATH (install the CUDA Toolkit, or add its bin folder to PATH)");
  if (options.calibrate) choose_machine(repository, "cuda");  // says what is missing

  std::vector<std::string> names;
  for (const Selection& selection : selections)
    if (!options.names.empty()) names.push_back(selection.entry->name);
  json record = {{"schema", 1}, {"written_by", "./course measure"}, {"machine", describe_measuring(repository, gpu)}};
  fmt::print("{} (compute capability {}, driver {}, {})\n\n", gpu.name, gpu.compute_capability,
             record["machine"]["driver"].get<std::string>(), record["machine"]["toolkit"].get<std::string>());
  Interruption interruption;
  if (options.calibrate) {
    record["written_by"] = "./course measure --calibrate";
    const auto so_far = [&](const Calibration& known) {
      record["speed"] = known.speed;
      record["findings"] = known.findings;
      record["near"] = known.near;
      record["unseen"] = known.unseen;
      record["otherwise"] = known.otherwise;
      record["skipped"] = known.skipped;
      record["tasks_missing"] = known.missing;
      if (known.missing == 0) record.erase("tasks_missing");
    };
    const Calibration found = calibrate(repository, selections, options.only_build, [&](const Calibration& known) {
      so_far(known);
      file.try_to_keep(record);
    });
    so_far(found);
    const int status = tell(found, options.only_build);
    std::fflush(stdout);
    if (!found.speed.empty()) file.keep(record);
    interruption.give_way();
    return status;
  }
  record["tables"] = json::object();
  const int missing = measured_tables(repository, gpu, names, [&](const std::string& name, const json& table, int left) {
    fmt::print("{}", table_text(name, table));
    std::fflush(stdout);
    record["tables"][name] = table;
    record["programs_missing"] = left;
    if (left == 0) record.erase("programs_missing");
    file.try_to_keep(record);
  });
  if (missing > 0) {
    fmt::print("interrupted: {} program{} not run\n", missing, missing == 1 ? " was" : "s were");
    std::fflush(stdout);
  }
  if (!record["tables"].empty()) file.keep(record);
  interruption.give_way();
  return 0;
}

}  // namespace course
