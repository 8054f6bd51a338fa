#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <set>

#include "grading/harness/fault_pages.h"
#include "grading/harness/harness.h"
#include "grading/harness/interruption.h"
#include "grading/harness/judge.h"
#include "grading/harness/measures.h"
#include "grading/harness/notes.h"
#include "grading/harness/session.h"
#include "grading/harness/speed.h"
#include "grading/lab/near.h"

namespace course::harness {
namespace {

// What doctest is asked to assert: true when nothing was found. Its text is the finding, so that every reporter
// (console, JUnit) shows the student's message as the value that was not right.
struct NothingFound {
  const Finding* finding = nullptr;
  explicit operator bool() const { return finding == nullptr; }
};

doctest::String toString(const NothingFound& nothing) {
  return nothing.finding == nullptr ? "nothing wrong" : nothing.finding->message.c_str();
}

// Found where nobody times, since authors seldom have a GPU at hand. Of lessons only: a check of correctness may make other
// calls, which nobody times. And of right results only: a function that fails may end before the part that is timed.
void need_timed_part(const Task& task, const Run& result) {
  const bool speed = !task.checks_of(CheckKind::speed).empty();
  const bool timed = std::all_of(result.cases.begin(), result.cases.end(), [](const RawCase& raw) { return raw.timed; });
  if (speed && !timed)
    throw InfrastructureFault("lab.json gives the task '" + task.name +
                              "' a speed check, and runner.cpp does not call its function inside Case::timed: c.timed([&] "
                              "{ ...; })");
}

// Whether a result could be wrong for the order in which blocks ran.
bool may_depend_on_order(const Finding& found, const Run& result) {
  if (found.fault != "wrong-result" && found.fault != "not-written" && found.fault != "uninitialised-read") return false;
  return std::ranges::any_of(result.cases, [](const RawCase& raw) {
    return std::ranges::any_of(raw.evidence.launches, [](const Launch& launch) { return launch.blocks_swapped; });
  });
}

}  // namespace

struct Check::State {
  State(const Task& of_task, const CheckEntry& of_check, std::string name, const Options& options)
      : task(of_task), entry(of_check), random(options.seed, name) {
    placement.device_red_zone = options.machine == "sim" ? 0 : 4096;
    limits.seconds = session().lab.seconds;
    limits.memory_bytes = static_cast<std::uint64_t>(session().lab.memory_mb) << 20;
    limits.warp_instructions = session().lab.warp_instructions;
    // A result must not depend on the order of blocks; counts are those of blocks in order.
    limits.swap_blocks = of_check.kind == CheckKind::correctness;
    limits.limit_data = options.machine == "sim";
  }

  const Task& task;
  const CheckEntry& entry;
  Random random;
  Placement placement;
  ProcessLimits limits;
  std::deque<Case> cases;  // references to its elements stay valid
  std::vector<CaseResult> results;
  struct Value {
    double value;
    std::string where, sentence;
  };
  std::map<std::string, Value, std::less<>> measured;
  std::optional<bool> correct;
};

Check::Check() {
  Session& grading = session();
  const Task* task = grading.task_of(grading.current);
  const CheckEntry* entry = grading.entry_of(grading.current);
  if (entry == nullptr)
    throw InfrastructureFault("the doctest case '" + grading.current + "' is not a check of lab.json");
  state_ = std::make_unique<State>(*task, *entry, grading.current, grading.options);
}

Check::~Check() = default;

Random& Check::random() { return state_->random; }

Case& Check::add_case(std::string name) { return state_->cases.emplace_back(std::move(name)); }

const std::vector<CaseResult>& Check::results() const { return state_->results; }

std::optional<std::filesystem::path> Check::pictures() const {
  const auto& folder = session().options.pictures;
  return folder.empty() ? std::nullopt : std::optional(folder);
}

bool Check::possible() {
  const std::string& machine = session().options.machine;
  const bool possible =
      state_->entry.kind == CheckKind::correctness || (state_->entry.kind == CheckKind::lesson) == (machine == "sim");
  if (!possible) {
    session().record().verdict = Verdict::skipped;
    session().record().skipped_because = state_->entry.kind == CheckKind::speed
                                             ? "Speed is measured on a real GPU; there is none here."
                                             : "Lessons are judged on the simulated GPU, which counts.";
  }
  return possible;
}

void Check::fail(Finding finding) {
  if (!finding.where.empty() && finding.message.find(finding.where) == std::string::npos)
    finding.message = finding.where + ": " + finding.message;
  if (finding.glossary.empty()) finding.glossary = page_on(finding.fault, finding.message);
  session().record().findings.push_back(finding);
  session().telling = true;
  CHECK(NothingFound{&finding});
  session().telling = false;
}

void Check::measured(std::string_view measure, double value, std::string where, std::string sentence) {
  state_->measured.insert_or_assign(std::string(measure), State::Value{value, std::move(where), std::move(sentence)});
}

bool Check::judge_correctness() {
  if (!possible()) return false;
  if (state_->correct) return *state_->correct;
  if (state_->cases.empty()) throw InfrastructureFault("the check '" + session().current + "' has no cases");
  if (session().options.runners.empty())
    throw InfrastructureFault("--runners FOLDER is missing: where the task runners are");

  const Options& options = session().options;
  RunRequest request{options.runners / state_->task.name, state_->task.name, state_->task.file, state_->cases, state_->placement,
                     state_->limits, options.evidence.empty() ? "" : options.evidence / session().current};
  const Run result = run(request);
  auto found = judge_run(state_->cases, state_->placement, result, state_->limits);
  if (found && may_depend_on_order(*found, result)) {
    request.limits.swap_blocks = false;
    request.keep_evidence.clear();
    if (!judge_run(state_->cases, state_->placement, run(request), request.limits))
      found->message += " With the blocks in ascending order the result is right: it depends on which block comes first, and on a "
                        "GPU blocks come in any order.";
  }
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    const RawCase& raw = result.cases[i];
    CaseResult& one = state_->results.emplace_back();
    one.name = state_->cases[i].name();
    one.ran = raw.ran;
    one.last_error = raw.last_error;
    one.synchronise_status = raw.synchronise;
    one.returned = raw.returned;
    one.evidence = raw.evidence;
    for (std::size_t a = 0; a < raw.arrays.size(); ++a) {
      const Array& array = state_->cases[i].arrays()[a];
      one.arrays.emplace_back(array.name, rows_of(array, state_->placement, raw.arrays[a]));
    }
  }
  state_->correct = !found.has_value();
  session().record().notes = note_on_output(result.outcome.output);
  if (found) {
    if (state_->entry.kind != CheckKind::correctness)
      found->message = "Counts are not judged, since the result is not right. " + found->message;
    fail(std::move(*found));
  } else {
    if (state_->entry.kind == CheckKind::lesson) need_timed_part(state_->task, result);
    for (std::string& note : notes_on(state_->cases, result)) session().record().notes.push_back(std::move(note));
    CHECK(NothingFound{});
  }
  return *state_->correct;
}

namespace {

// Between a value and a threshold, as a part of the threshold.
double room(double value, double threshold) {
  const double between = std::fabs(value - threshold);
  if (threshold != 0) return between / std::fabs(threshold);
  // "None at all" is met exactly or not at all: such a limit has no room that could be small.
  return between != 0 ? between : std::numeric_limits<double>::infinity();
}

// A limit that is not met.
struct Broken {
  const Limit* limit;
  Measured value;
  double times;  // beyond its limit
};

std::vector<Finding> findings_of(std::vector<Broken> broken) {
  // The most exceeded first: it is what the check's entry of the report is about.
  std::stable_sort(broken.begin(), broken.end(), [](const Broken& a, const Broken& b) { return a.times > b.times; });
  std::vector<Finding> findings;
  std::set<std::string> told;  // lines with what is wrong in them: the next limit that they break needs only the line
  for (const auto& [limit, value, times] : broken) {
    if (!value.defined) {
      findings.push_back({"limit", fmt::format("{}: there is nothing to judge, {}.", readable(limit->measure), value.undefined_because),
                          "", {}, {}, limit->unit, ""});
      continue;
    }
    if (limit->min && value.value < *limit->min && !value.too_little.empty()) {
      Finding found = *judge_limit(*limit, value.value, "", "");
      if (told.insert(value.too_little).second) found.message += " " + value.too_little;
      findings.push_back(std::move(found));
      continue;
    }
    const bool again = !value.line_sentence.empty() && !told.insert(value.where + value.line_sentence).second;
    Finding found = *judge_limit(*limit, value.value, again ? "" : value.where, again ? "" : value.line_sentence);
    found.where = value.where;
    findings.push_back(std::move(found));
  }
  // For who sees the first alone, as the starter's summary shows it.
  if (const std::size_t others = findings.size() - 1; findings.size() > 1)
    findings.front().message += others == 1 ? " Another limit is exceeded too." : fmt::format(" {} other limits are exceeded too.", others);
  return findings;
}

}  // namespace

bool Check::judge_lesson() {
  if (!judge_correctness()) return false;
  if (state_->entry.limits.empty())
    throw InfrastructureFault("lab.json gives the check '" + session().current + "' no limits");
  Evidence evidence;
  Useful useful;
  for (std::size_t i = 0; i < state_->cases.size(); ++i) {
    evidence += state_->results[i].evidence;
    useful.loaded += state_->cases[i].useful_loaded();
    useful.stored += state_->cases[i].useful_stored();
  }
  if (evidence.machine != "sim")
    throw InfrastructureFault("the runner's evidence has no counters: it was built for another machine");

  std::vector<Broken> broken;
  double least_room = std::numeric_limits<double>::infinity();
  for (const Limit& limit : state_->entry.limits) {
    Measured value;
    if (const auto own = state_->measured.find(limit.measure); own != state_->measured.end()) {
      value.value = own->second.value;
      value.where = own->second.where;
      value.line_sentence = own->second.sentence;
    } else if (const auto known = measure(limit.measure, evidence, useful)) {
      value = *known;
    } else {
      const auto names = measure_names();
      throw InfrastructureFault(fmt::format(
          "lab.json limits '{}', which is neither a measure of the harness (grading/harness/measures.h lists them) nor "
          "one that this grader gives with Check::measured{}",
          limit.measure, did_you_mean(limit.measure, {names.begin(), names.end()})));
    }
    if (const double times = value.defined ? times_beyond(limit, value.value) : std::numeric_limits<double>::infinity(); times > 1) {
      broken.push_back({&limit, std::move(value), times});
      continue;
    }
    CHECK(NothingFound{});
    // The report shows the value that is nearest to failing; check-labs asks it for its room.
    for (const auto& threshold : {limit.max, limit.min}) {
      if (!threshold || room(value.value, *threshold) >= least_room) continue;
      least_room = room(value.value, *threshold);
      session().record().measured = Finding{"", "", "", value.value, threshold, limit.unit, ""};
    }
  }
  for (Finding& found : findings_of(broken)) fail(std::move(found));
  return broken.empty();
}

bool Check::judge_speed(const std::function<void(Case& timed, std::size_t bytes)>& make) {
  if (!possible()) return false;
  const Options& options = session().options;
  if (options.runners.empty() || options.references.empty())
    throw InfrastructureFault("--runners FOLDER or --references FOLDER is missing: where the task runners are");
  const SpeedRequest request{options.runners / state_->task.name, options.references, state_->task.name,
                             make, state_->random, state_->placement, state_->limits, options.repeat, session().gpu_note};
  if (!options.students.empty()) {
    session().record().timing = judge_speeds(request, options.students);
    CHECK(NothingFound{});
    return true;
  }
  const auto answer = harness::judge_speed(request);
  CheckRecord& record = session().record();
  record.timing = answer.details;
  if (answer.interrupted) throw Interrupted();
  if (!answer.fault.empty()) throw InfrastructureFault(answer.fault);
  if (answer.not_judged) {
    if (answer.not_judged->for_now) {
      record.inconclusive_because = answer.not_judged->sentence;
    } else {
      record.verdict = Verdict::skipped;
      record.skipped_because = answer.not_judged->sentence;
    }
    return false;
  }
  if (answer.wrong) {
    Finding finding = *answer.wrong;
    finding.message = "Speed is not judged, since a timed call is not right. " + finding.message;
    fail(std::move(finding));
    return false;
  }
  const timing::Judgement& seen = answer.decision.judgement;
  const std::string sentence = seen.sentence + (answer.tally.empty() ? "" : " " + answer.tally + ".");
  switch (seen.answer) {
    case timing::Answer::pass:
      record.measured = Finding{"", sentence, "", seen.student_ms, seen.limit_ms, "ms", ""};
      CHECK(NothingFound{});
      return true;
    case timing::Answer::fail:
      fail({"limit", sentence, "", seen.student_ms, seen.limit_ms, "ms", ""});
      return false;
    case timing::Answer::not_believable:
      fail({"not-believable", sentence, "", seen.student_ms, seen.limit_ms, "ms", ""});
      return false;
    case timing::Answer::no_difference:
      record.verdict = Verdict::skipped;
      record.skipped_because = sentence;
      return false;
    case timing::Answer::inconclusive:
      record.inconclusive_because = sentence;
      return false;
  }
  return false;
}

}  // namespace course::harness
