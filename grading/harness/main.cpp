// The grader's program: options of our own, the rest is doctest's.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <optional>

#include "grading/harness/gpu_turn.h"
#include "grading/harness/harness.h"
#include "grading/harness/interruption.h"
#include "grading/harness/report.h"
#include "grading/harness/session.h"

namespace course::harness {
namespace {

std::vector<Registered>* query_answer = nullptr;  // where report_query puts the names; doctest offers no other way

// Sees every case begin and end, whatever reporters were asked for, and writes the JSON report.
struct Recorder : doctest::IReporter {
  explicit Recorder(const doctest::ContextOptions&) {}

  void report_query(const doctest::QueryData& query) override {
    if (query_answer == nullptr) return;
    for (unsigned i = 0; i < query.num_data; ++i)
      query_answer->push_back(
          {query.data[i]->m_name, query.data[i]->m_test_suite != nullptr ? query.data[i]->m_test_suite : ""});
  }
  void test_case_start(const doctest::TestCaseData& data) override {
    session().current = data.m_name;
    session().record() = {};
  }
  // Whatever a check throws was not foreseen, so nothing was judged: never a pass, never the student's fault.
  void test_case_exception(const doctest::TestCaseException& thrown) override {
    auto& infrastructure = session().record().infrastructure;
    if (interruption() != 0) {
      infrastructure = "The grading was interrupted before a verdict.";
      return;
    }
    if (infrastructure.empty())
      infrastructure = std::string(thrown.is_crash ? "The grader itself crashed: " : "") + thrown.error_string.c_str();
  }
  void log_assert(const doctest::AssertData& assertion) override {
    // A plain CHECK of a lab's grader, without a finding of its own.
    if (!assertion.m_failed || session().telling) return;
    session().record().findings.push_back(
        {"wrong-result",
         std::string(assertion.m_expr) + " does not hold: " + assertion.m_decomp.c_str(),
         "",
         {},
         {},
         "",
         ""});
  }
  void test_case_end(const doctest::CurrentTestCaseStats& stats) override {
    CheckRecord& record = session().record();
    if (record.verdict == Verdict::skipped && record.findings.empty() && record.infrastructure.empty()) return;
    if (record.infrastructure.empty() && record.inconclusive_because.empty() && stats.numAssertsCurrentTest == 0)
      record.infrastructure = "The check '" + session().current + "' judged nothing.";
    record.verdict = !record.infrastructure.empty() || !record.inconclusive_because.empty() ? Verdict::inconclusive
                     : stats.numAssertsFailedCurrentTest > 0 || !record.findings.empty() ? Verdict::fail
                                                                                         : Verdict::pass;
  }
  // Here and not after the run: doctest gets here even when the grader itself crashes.
  void test_run_end(const doctest::TestRunStats&) override {
    const auto& path = session().options.json;
    if (path.empty()) return;
    // Half a report would be taken for a whole one. Minutes of timing are kept all the same; the report says what it is.
    const auto& records = session().records();
    if (interruption() != 0 && std::none_of(records.begin(), records.end(), [](auto& one) { return !one.second.timing.empty(); }))
      return;
    std::ofstream out(path, std::ios::binary);
    out << fragment(session());
    out.close();
    if (!out) {
      std::fprintf(stderr, "grade: cannot write %s: %s\n", path.c_str(), std::strerror(errno));
      session().record().infrastructure = "The report cannot be written to " + path.string() + ".";
    }
  }
  void test_run_start() override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}
};

// `-r=json`: the same report where doctest's output goes.
struct JsonReporter : Recorder {
  std::ostream& out;
  explicit JsonReporter(const doctest::ContextOptions& options) : Recorder(options), out(*options.cout) {}
  void report_query(const doctest::QueryData&) override {}
  void test_case_start(const doctest::TestCaseData&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void log_assert(const doctest::AssertData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_run_end(const doctest::TestRunStats&) override { out << fragment(session()); }
};

REGISTER_LISTENER("recorder", 0, Recorder);
REGISTER_REPORTER("json", 0, JsonReporter);

const char* const usage =
    "options of a lab's grader (doctest's own follow with --help):\n"
    "  --lab FOLDER        the lab's folder, which holds lab.json\n"
    "  --runners FOLDER    where the runners of the tasks are\n"
    "  --machine sim|cuda  what the runners are built for (sim)\n"
    "  --json FILE         report of the checks that ran\n"
    "  --pictures DIR      draw results there\n"
    "  --evidence DIR      keep what each case left: DIR/TASK/CHECK/case-N.json\n"
    "  --references FOLDER where the given kernels' runners are, as slow/TASK, plain/TASK, solution/TASK (speed)\n"
    "  --repeat N          judge speed N times; a verdict that changes is a fault of the course (1)\n"
    "  --students FILE     judge the speed of these runners, a path each line, and report all; for calibration\n"
    "  --parent PID        end with this process, which started the grader, however it ends\n"
    "  --share-gpu         do not wait for other graders on a real GPU (nothing is timed)\n"
    "  --seed N            other inputs than the usual ones\n"
    "  --list-json         tasks and checks as JSON, nothing is run\n";

struct BadOption {
  std::string sentence;
};

std::uint64_t whole_number(const std::string& option, const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size())
    throw BadOption{option + ": expected a whole number, found '" + text + "'"};
  return number;
}

std::vector<std::filesystem::path> lines_of(const std::string& option, const std::string& file) {
  std::vector<std::filesystem::path> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) lines.emplace_back(line);
  if (lines.empty()) throw BadOption{option + ": there is no line in '" + file + "'"};
  return lines;
}

// Takes our options out of `arguments`; what is left is doctest's.
Options take_options(std::vector<const char*>& arguments) {
  Options options;
  std::vector<const char*> rest{arguments.front()};
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string argument = arguments[i];
    const auto equals = argument.find('=');
    const std::string name = argument.substr(0, equals);
    const auto value = [&] {
      if (equals != std::string::npos) return argument.substr(equals + 1);
      if (i + 1 == arguments.size()) throw BadOption{name + ": a value is missing"};
      return std::string(arguments[++i]);
    };
    if (name == "--lab")
      options.lab = value();
    else if (name == "--runners")
      options.runners = value();
    else if (name == "--json")
      options.json = value();
    else if (name == "--pictures")
      options.pictures = value();
    else if (name == "--evidence")
      options.evidence = value();
    else if (name == "--machine")
      options.machine = value();
    else if (name == "--seed")
      options.seed = whole_number(name, value());
    else if (name == "--repeat")
      options.repeat = static_cast<int>(std::clamp<std::uint64_t>(whole_number(name, value()), 1, 1000));
    else if (name == "--references")
      options.references = value();
    else if (name == "--students")
      options.students = lines_of(name, value());
    else if (name == "--parent")
      options.parent = static_cast<pid_t>(whole_number(name, value()));
    else if (name == "--share-gpu")
      options.share_gpu = true;
    else if (name == "--list-json")
      options.list_json = true;
    else
      rest.push_back(arguments[i]);
  }
  if (options.machine != "sim" && options.machine != "cuda")
    throw BadOption{"--machine: expected sim or cuda, found '" + options.machine + "'"};
  if (options.lab.empty()) throw BadOption{"--lab FOLDER is missing"};
  arguments = rest;
  return options;
}

std::vector<Registered> registered_cases() {
  std::vector<Registered> cases;
  query_answer = &cases;
  // As a command line: setOption does not know queries. No reporter is called "none": only the recorder listens.
  const char* const arguments[] = {"grade", "--list-test-cases", "--reporters=none"};
  doctest::Context(3, arguments).run();
  query_answer = nullptr;
  return cases;
}

int grade(int argc, char** argv) {
  std::vector<const char*> arguments(argv, argv + argc);
  for (const char* argument : arguments)
    if (std::strcmp(argument, "--help") == 0 || std::strcmp(argument, "-h") == 0) {
      std::fputs(usage, stdout);
      doctest::Context(argc, argv).run();
      return 0;
    }
  session().options = take_options(arguments);
  if (session().options.parent != 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);  // what a signal held back means here holds for this one, too
    if (getppid() != session().options.parent) return 2;  // it ended before the line above
  }
  session().lab = load_lab(session().options.lab);
  const auto lost = differences(session(), registered_cases());
  for (const std::string& sentence : lost) std::fprintf(stderr, "grade: %s\n", sentence.c_str());
  if (!lost.empty()) return 2;
  if (session().options.list_json) {
    std::fputs(list_json(session()).c_str(), stdout);
    return 0;
  }
  doctest::Context context(static_cast<int>(arguments.size()), arguments.data());
  hold_interruptions();
  std::optional<GpuTurn> turn;
  if (session().options.machine == "cuda" && !session().options.share_gpu) {
    try {
      turn.emplace(600);
    } catch (const Interrupted&) {
      release_interruptions();
      return 2;  // not reached: the signal that waited ends this process
    }
    session().gpu_note = turn->note();
    if (!turn->note().empty()) std::fprintf(stderr, "grade: %s\n", turn->note().c_str());
  }
  const int result = context.run();
  release_interruptions();
  if (context.shouldExit()) return result;  // a query of doctest's: no check was to run
  if (session().records().empty()) std::fprintf(stderr, "grade: no check of %s matches\n", session().lab.name.c_str());
  return exit_status(session());
}

// Descriptors 0 to 2 have to be taken, or the pipes of a runner would get their numbers.
void take_standard_descriptors() {
  int file = open("/dev/null", O_RDWR);
  while (file >= 0 && file <= 2) file = open("/dev/null", O_RDWR);
  if (file > 2) close(file);
}

}  // namespace
}  // namespace course::harness

int main(int argc, char** argv) {
  prctl(PR_SET_DUMPABLE, 0);  // or a runner, which has the same user, could write verdicts into this process's memory
  course::harness::take_standard_descriptors();
  try {
    return course::harness::grade(argc, argv);
  } catch (const course::harness::BadOption& bad) {
    std::fprintf(stderr, "grade: %s\n%s", bad.sentence.c_str(), course::harness::usage);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "grade: %s\n", error.what());
  }
  return 2;
}
