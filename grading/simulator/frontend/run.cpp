#include "grading/simulator/frontend/run.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "grading/programs/pointers.h"
#include "grading/simulator/frontend/registers.h"
#include "grading/simulator/frontend/temporary_file.h"
#include "grading/simulator/runtime/report/report.h"

namespace sim::frontend {
namespace {

namespace fs = std::filesystem;

int report(const Problem& problem) {
  std::fprintf(stderr, "%s\n", problem.message.c_str());
  return problem.blame == Blame::environment ? 2 : 1;
}

// The first few: the others often follow from them.
constexpr std::size_t most_warnings = 3;
void warn(const std::vector<std::string>& warnings) {
  for (std::size_t i = 0; i < std::min(warnings.size(), most_warnings); ++i) std::fprintf(stderr, "%s\n", warnings[i].c_str());
  if (warnings.size() > most_warnings) std::fprintf(stderr, "and %zu more warnings\n", warnings.size() - most_warnings);
}

int environment(const std::string& sentence) { return report({Blame::environment, sentence, {}}); }

struct Ended {
  pid_t id = 0;
  int status = 0;  // exit status, 128 + signal
};

// A signal that is to end this process ends the program instead: what it left is then told, and its evidence's file goes.
class PassedOn {
 public:
  PassedOn() {
    sigemptyset(&set_);
    for (const int signal : signals) sigaddset(&set_, signal);
    sigprocmask(SIG_BLOCK, &set_, &before_);
    struct sigaction pass {};
    pass.sa_handler = [](int signal) { ::kill(program_, signal); };
    for (std::size_t i = 0; i < signals.size(); ++i) {
      sigaction(signals[i], nullptr, &actions_[i]);
      if (actions_[i].sa_handler != SIG_IGN) sigaction(signals[i], &pass, nullptr);
    }
  }
  ~PassedOn() { end(); }
  PassedOn(const PassedOn&) = delete;
  PassedOn& operator=(const PassedOn&) = delete;

  // Until one of these, signals wait. `end` is for the new process, too.
  void to(pid_t program) {
    program_ = program;
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }
  void end() const {
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &actions_[i], nullptr);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  static constexpr std::array signals = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
  static inline volatile pid_t program_ = 0;
  sigset_t set_, before_;
  std::array<struct sigaction, signals.size()> actions_;
};

std::optional<Ended> execute(const fs::path& program, const std::vector<std::string>& arguments, const fs::path& evidence) {
  std::vector<std::string> words = {program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const std::vector<char*> argv = programs::pointers(words);
  PassedOn passed_on;
  const pid_t child = ::fork();
  if (child < 0) return std::nullopt;
  if (child == 0) {
    passed_on.end();
    ::setenv("CUDA_SIM_EVIDENCE", evidence.c_str(), 1);
    ::execv(argv[0], argv.data());
    std::fprintf(stderr, "%s could not be started: %s\n", argv[0], std::strerror(errno));
    ::_exit(127);
  }
  passed_on.to(child);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return Ended{child, WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status)};
}

}  // namespace

Result<fs::path> build_program(const fs::path& source, const Settings& settings) {
  const Result<fs::path> object = compile(source, settings);
  if (!object.ok()) return object;
  // The object's name holds the hash of all that went into it, so a program beside it is up to date.
  fs::path program = object.value;
  program.replace_extension(".run");
  std::error_code none;
  if (fs::is_regular_file(program, none)) return {program, {}, object.warnings};
  Result<fs::path> linked = link({object.value}, program, settings);
  linked.warnings = object.warnings;
  return linked;
}

int run_program(const RunOptions& options, const Settings& settings) {
  const Result<fs::path> program = build_program(options.source, settings);
  if (!program.ok()) return report(program.problem);
  warn(program.warnings);
  const TemporaryFile evidence_file("cuda-evidence");
  if (evidence_file.path().empty()) return environment("no temporary file could be made for the evidence: check TMPDIR and its space");
  const std::optional<Ended> ended = execute(program.value, options.arguments, evidence_file.path());
  if (!ended) return environment(fmt::format("the program could not be started: {}", std::strerror(errno)));

  std::ifstream text(evidence_file.path());
  nlohmann::json evidence = nlohmann::json::parse(text, nullptr, false);
  if (evidence.is_discarded()) {
    // The program ended in a way that leaves no evidence (_exit, SIGKILL) or never used the runtime.
    if (options.counters || options.csv) std::fprintf(stderr, "no counters: the program never used the device, or ended without returning from main\n");
    return ended->status;
  }
  if (options.counters) {
    assign_registers(evidence, assigned_registers(program.value, evidence.at("compute_capability")));
    sim::report::write_table(std::cout, evidence);
    std::cout.flush();
  }
  if (options.csv) {
    std::ofstream csv(*options.csv);
    sim::report::write_csv(csv, evidence, {ended->id, options.source.stem().string()});
    csv.close();
    if (!csv) return environment(fmt::format("{} cannot be written: {}", options.csv->string(), std::strerror(errno)));
  }
  if (ended->status == 0 && !evidence.at("faults").empty()) return 1;
  return ended->status;
}

}  // namespace sim::frontend
