#include "grading/harness/contest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>

#include "grading/harness/judge.h"
#include "grading/harness/run.h"
#include "grading/runner/protocol.h"
#include "grading/timing/statistics.h"

namespace course::harness {
namespace {

using nlohmann::json;
using timing::Round;
using timing::Sample;
using Clock = std::chrono::steady_clock;
namespace fs = std::filesystem;

// A perfect call shall take about this long: long beside what a launch costs, short enough for dozens of rounds.
constexpr double wanted_ms = 0.5;
// Bytes that a call moves, in sizes of the second-level cache: what stays there from before is not worth mentioning.
constexpr std::size_t caches = 8;
// Of a result that rounding makes differ: a share of 1 in 1000 that is wrong is missed by one call in sixty.
constexpr std::size_t samples_per_call = 4096;
// A driver that wakes up, four contexts; what a runner does before and after a call is not the student's and may take as long.
constexpr double machine_seconds = 60;

constexpr std::array<const char*, 4> names = {"the given slow kernel", "the plain version", "the solution",
                                              "the student's function"};

// Not from the check's own stream, which is the same in every grading: whoever knows the next inputs can have their results
// ready, and nothing else about times is the same in every grading.
std::uint64_t unforeseen() {
  static std::random_device source;
  return std::uint64_t{source()} << 32 | source();
}

bool near_enough(const json& mine, const json& right, Near near) {
  if (mine.size() != right.size()) return false;
  for (std::size_t i = 0; i < mine.size(); ++i) {
    // A NaN is written as null, and equals nothing.
    if (!mine[i].is_number() || !right[i].is_number()) return false;
    const double expected = right[i].get<double>();
    if (!(std::abs(mine[i].get<double>() - expected) <= near.absolute + near.relative * std::abs(expected))) return false;
  }
  return true;
}

}  // namespace

TimedWork::TimedWork(const SpeedRequest& request, std::size_t free_bytes, std::size_t bytes) : case_("the timed call") {
  request.make(case_, bytes);
  needed_ = case_.extra_memory();
  for (const Array& array : case_.arrays()) needed_ += request.placement.total(array);
  // Each of four runners keeps its memory, and what the function itself allocates has to fit as well.
  fits_ = needed_ <= free_bytes / 6;
}

RunnerContest::Orphans::~Orphans() { kill_orphans(); }

RunnerContest::RunnerContest(const SpeedRequest& request, const fs::path& student_runner)
    : request_(request) {
  start({{slow, request.references / "slow" / request.task},
         {plain, request.references / "plain" / request.task},
         {solution, request.references / "solution" / request.task},
         {student, student_runner}});
  const auto asking = Clock::now();
  clocks_.emplace(facts_.value("bus_id", ""));
  spent("clocks", asking);
  choose_size();
  for (const Who who : {slow, plain, solution, student}) write_files(who);
  warm_up();
}

// Modules load and clocks rise outside the rounds.
void RunnerContest::warm_up() {
  const auto begin = Clock::now();
  const json before = spent_s_;
  round();
  preparing_ms_.clear();
  spent_s_ = before;
  spent("warm_up", begin);
}

RunnerContest::~RunnerContest() {
  for (auto& taker : takers_)
    if (taker) taker->stop();
}

void RunnerContest::start(const std::vector<std::pair<Who, fs::path>>& runners) {
  const auto stopping = Clock::now();
  for (const auto& [who, runner] : runners) takers_[who].reset();
  const auto begin = Clock::now();
  spent("stop", stopping);
  for (const auto& [who, runner] : runners) {
    calls_[who] = 0;
    folders_[who].emplace();
    takers_[who].emplace(runner, folders_[who]->path(), request_.limits);
    takers_[who]->tell({{"do", "device"}});
  }
  for (const auto& [who, runner] : runners) {
    const json facts = answer_of(who, machine_seconds);
    if (who == solution) facts_ = facts;
  }
  spent("start", begin);
}

void RunnerContest::change_student(const fs::path& student_runner) {
  spent_s_ = json::object();
  start({{student, student_runner}});
  write_files(student);
  warm_up();
}

Round RunnerContest::round() {
  std::array<int, everybody + 1> order = {slow, plain, solution, student, everybody};  // everybody: the copy
  for (std::size_t i = order.size() - 1; i > 0; --i)
    std::swap(order[i], order[static_cast<std::size_t>(request_.random.integer(0, static_cast<std::int64_t>(i)))]);
  const std::uint64_t seed = unforeseen(), salt = unforeseen();
  std::array<Sample, everybody + 1> samples;
  std::array<json, everybody> hashes;
  for (const int who : order) {
    if (who == everybody)
      samples[who] = copy(copy_bytes_, seed);
    else
      samples[who] = call(static_cast<Who>(who), seed, salt, hashes[who]);
    watch_clocks();
  }
  for (const Who who : {slow, solution, student})
    read_answer(who, [&] { compare(who, hashes[who], hashes[plain]); });
  return {samples[slow], samples[plain], samples[solution], samples[student], samples[everybody]};
}

std::string RunnerContest::slowed() { return std::exchange(slowed_, ""); }

json RunnerContest::facts() const {
  json all = facts_;
  all["useful_bytes"] = work_->useful();
  all["copy_bytes"] = copy_bytes_;
  all["array_bytes"] = work_->needed();
  all["spent_s"] = spent_s_;
  all["preparing_ms"] = timing::median(preparing_ms_);
  if (!request_.note.empty()) all["note"] = request_.note;
  if (last_reading_)
    all["clocks"] = {{"sm_mhz", last_reading_->sm_mhz},
                     {"memory_mhz", last_reading_->memory_mhz},
                     {"celsius", last_reading_->celsius},
                     {"reasons_seen", reasons_}};
  return all;
}

json RunnerContest::ask(Who who, const json& command, double seconds) {
  takers_[who]->tell(command);
  return answer_of(who, seconds);
}

// Whose fault a lost runner is depends on whose code is in it.
json RunnerContest::answer_of(Who who, double seconds) {
  try {
    return takers_[who]->answer(seconds);
  } catch (const TurnLost& lost) {
    fail(who, lost, seconds);
  }
}

void RunnerContest::read_answer(Who who, const std::function<void()>& read) {
  try {
    read();
  } catch (const json::exception&) {
    fail(who, TurnLost{{}, {}, true}, 0);
  }
}

void RunnerContest::fail(Who who, const TurnLost& lost, double seconds) {
  if (lost.garbled)
    blame(who, {"broken-result",
                "What came from a timed call is not what a runner says: something in its process writes to a descriptor "
                "that it did not open (the runner's is number 3).", "", {}, {}, "", ""});
  // Whichever came first has the device then.
  if (lost.fault && who != student && lost.fault->sentence.find("cudaErrorDevicesUnavailable") != std::string::npos)
    throw NotJudged{fmt::format("Four kernels take turns on the GPU, each in a process of its own, and it does not let {} in ({}): "
                                "speed is not judged here unless its compute mode is Default (nvidia-smi -q -d COMPUTE tells it).",
                                names[who], lost.fault->sentence),
                    true};
  if (lost.fault && who != student && lost.fault->status == protocol::no_device && calls_[who] > 0)
    throw InfrastructureFault(fmt::format(
        "{} could make {} timed calls and not the next: {}. If it is memory that the device lacks, another program takes it, or "
        "the function that is graded allocates in each call what it never frees", names[who], calls_[who], lost.fault->sentence));
  if (lost.fault && (who != student || lost.fault->status == protocol::lab_fault))
    throw InfrastructureFault("the runner says: " + lost.fault->sentence);
  if (lost.fault && calls_[who] > 0) need_device(true);
  Run run;
  run.outcome = lost.outcome;
  run.fault = lost.fault;
  std::deque<Case> cases;
  // A device that is full only after some calls was filled by them.
  if (calls_[who] > 0) {
    cases.push_back(work_->timed());
    run.cases.emplace_back().ran = true;
  }
  cases.push_back(work_ ? work_->timed() : Case("the start of the timed calls"));
  run.cases.emplace_back();
  if (lost.fault) {
    run.outcome.how = Outcome::How::exited;
    run.outcome.exit_status = lost.fault->status;
  }
  ProcessLimits limits = request_.limits;
  limits.seconds = seconds;
  auto found = judge_run(cases, request_.placement, run, limits);
  if (!found) throw InfrastructureFault("a timed call ended without a reason");
  if (who != student)
    throw InfrastructureFault(fmt::format("{} of task {} did not come through a timed call. {}", names[who], request_.task, found->message));
  throw StudentFailed{std::move(*found)};
}

void RunnerContest::need_device(bool may_be_full) {
  try {
    if (may_be_full)
      ask(solution, {{"do", "device"}}, machine_seconds);
    else
      copy(probe_bytes_, 0);
  } catch (const InfrastructureFault& fault) {
    throw InfrastructureFault(fmt::format("the GPU does not answer any more, the given kernels neither ({}): nvidia-smi and the "
                                          "system's log (Xid) tell why", fault.what()));
  }
}

void RunnerContest::choose_size() {
  const auto free_bytes = facts_.at("free_bytes").get<std::size_t>();
  const auto cache = facts_.at("l2_bytes").get<std::size_t>();
  const std::size_t least = std::max<std::size_t>(caches * cache, std::size_t{64} << 20);
  const std::size_t probe = probe_bytes_ = std::min(least, free_bytes / 8);
  double best = 0;  // bytes a millisecond
  for (int i = 0; i < 4; ++i) {
    const Sample sample = copy(probe, static_cast<std::uint64_t>(i));
    best = std::max(best, static_cast<double>(probe) / sample.ms);
  }
  // The copy is longer than a call: what starting it takes must not make the ceiling too low.
  copy_bytes_ = std::clamp(static_cast<std::size_t>(2 * best * wanted_ms), probe, std::max(probe, free_bytes / 8));
  auto bytes = std::max(least, static_cast<std::size_t>(best * wanted_ms));
  bytes = std::min(bytes, free_bytes / 8);
  // Below so many bytes a call could leave more of its work in the cache than the judgement allows for (above_copy).
  // Some GPUs tell of no cache.
  for (; bytes >= std::max<std::size_t>(caches * cache, 1); bytes /= 2) {
    work_.emplace(request_, free_bytes, bytes);
    if (work_->fits()) {
      described_ = describe_case(work_->timed(), request_.placement);
      for (const Array& array : work_->timed().arrays())
        if (array.near) samples_[array.name] = samples_per_call;
      return;
    }
  }
  const auto total_bytes = facts_.at("total_bytes").get<std::size_t>();
  const bool for_now = total_bytes / 8 >= caches * cache && (!work_ || work_->needed() <= total_bytes / 6);
  throw NotJudged{fmt::format("This GPU has {} MiB of memory free. Timed calls have to move eight times its second-level cache, "
                              "{} MiB, and four kernels need room for that: speed is not judged here{}.",
                              free_bytes >> 20, caches * cache >> 20,
                              for_now ? " until other programs (nvidia-smi lists them) give some back" : ""),
                  for_now};
}

void RunnerContest::write_files(Who who) {
  for (const Array& array : work_->timed().arrays()) {
    if (array.initial.empty()) continue;
    std::ofstream out(folders_[who]->path() / protocol::input_file(array.name), std::ios::binary);
    out.write(reinterpret_cast<const char*>(array.initial.data()), static_cast<std::streamsize>(array.initial.size()));
    if (!out.flush()) throw InfrastructureFault("cannot write the inputs of timed calls to " + folders_[who]->path().string() +
                                               " (is the disk full? TMPDIR can name another place)");
  }
}

json RunnerContest::timed(Who who, const json& command, double& outside) {
  const auto begin = Clock::now();
  if (!ask(who, command, std::max(machine_seconds, request_.limits.seconds)).contains("ready"))
    fail(who, TurnLost{{}, {}, true}, 0);
  spent("prepare", begin);
  const auto start = Clock::now();
  json answer = ask(who, {{"do", "go"}}, request_.limits.seconds);
  outside = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  spent("call", start);
  return answer;
}

Sample RunnerContest::copy(std::size_t bytes, std::uint64_t seed) {
  Sample sample;
  const json answer = timed(solution, {{"do", "copy"}, {"bytes", bytes}, {"seed", seed}}, sample.outside);
  sample.ms = answer.at("ms").get<double>();
  if (!(sample.ms > 0)) throw InfrastructureFault("the device cannot time a copy");
  return sample;
}

Sample RunnerContest::call(Who who, std::uint64_t seed, std::uint64_t salt, json& hashes) {
  double outside = 0;
  const json answer = timed(who, {{"do", "call"}, {"case", described_}, {"seed", seed}}, outside);
  Sample sample;
  read_answer(who, [&] { sample = judge_call(who, answer); });
  sample.outside = outside;
  const auto begin = Clock::now();
  hashes = ask(who, {{"do", "verify"}, {"salt", salt}, {"samples", samples_}},
               std::max(machine_seconds, request_.limits.seconds));
  spent("verify", begin);
  read_answer(who, [&] { choose(who, answer.at("returned"), hashes); });
  ++calls_[who];
  return sample;
}

Sample RunnerContest::judge_call(Who who, const json& answer) {
  Sample sample;
  sample.ms = answer.at("ms").get<double>();
  preparing_ms_.push_back(answer.at("preparing_ms").get<double>());
  for (const auto& [key, when] : {std::pair("last_error", "was left behind by the function"),
                                  std::pair("synchronise", "came back when the device was synchronised")}) {
    const int status = answer.at(key).get<int>();
    if (status == 0) continue;
    const std::string name = answer.at(std::string(key) + "_name").get<std::string>();
    std::string message = fmt::format("{} (status {}) {} in a timed call.", name, status, when);
    constexpr int out_of_memory = 2;  // cudaErrorMemoryAllocation
    if (who == student) need_device(status == out_of_memory);
    if (status == out_of_memory && calls_[who] > 0)
      message += fmt::format(" {} calls of the same process went well before: what a call allocates and does not free is "
                             "missing in the next. Free it before the function returns.", calls_[who]);
    blame(who, {"cuda-error", std::move(message), "", {}, {}, "", ""});
  }
  for (const auto& [name, expected, otherwise] : work_->timed().returned())
    if (answer.at("returned").value(name, json()) != expected)
      blame(who, {"wrong-result", fmt::format("In a timed call the function returned {} as {}, expected {}.",
                                              answer.at("returned").value(name, json()).dump(-1, ' ', false, json::error_handler_t::replace), name, expected),
                  "", {}, {}, "", ""});
  if (!(sample.ms > 0))
    blame(who, {"not-believable", "The device's events gave no time for a timed call.", "", {}, {}, "", ""});
  return sample;
}

void RunnerContest::blame(Who who, Finding finding) {
  if (who != student) throw InfrastructureFault(std::string(names[who]) + ": " + finding.message);
  throw StudentFailed{std::move(finding)};
}

void RunnerContest::choose(Who who, const json& returned, json& results) {
  const auto& choice = work_->timed().choice();
  if (!choice) return;
  const int place = returned.value(choice->returned, -1);
  if (place < 0 || place >= static_cast<int>(choice->arrays.size()))
    blame(who, {"wrong-result", "In a timed call the function returned a pointer to none of its buffers.", "", {}, {}, "", ""});
  for (const char* kind : {"hashes", "samples"}) {
    json& of_kind = results.at(kind);
    const json chosen = of_kind.value(choice->arrays[static_cast<std::size_t>(place)], json());
    for (const std::string& name : choice->arrays) of_kind.erase(name);
    if (!chosen.is_null()) of_kind[choice->arrays.front()] = chosen;
  }
}

void RunnerContest::compare(Who who, const json& mine, const json& right) {
  for (const Array& array : work_->timed().arrays()) {
    const auto of = [&](const json& results, const char* kind) { return results.at(kind).value(array.name, json()); };
    const bool same = array.near ? near_enough(of(mine, "samples"), of(right, "samples"), *array.near)
                                 : of(mine, "hashes") == of(right, "hashes");
    if (same) continue;
    const bool input = array.role == Role::input;
    blame(who, {input ? "input-changed" : "wrong-result",
                fmt::format("In a timed call `{}`, {} elements, {}. Calls of this size are larger than those of the "
                            "correctness checks, and every one is compared.",
                            array.name, array.count(),
                            input ? "an input, was changed" : "is not what the plain version gives for the same data"),
                "", {}, {}, "", ""});
  }
}

void RunnerContest::spent(const char* what, Clock::time_point since) {
  spent_s_[what] = spent_s_.value(what, 0.0) + std::chrono::duration<double>(Clock::now() - since).count();
}

void RunnerContest::watch_clocks() {
  const auto begin = Clock::now();
  const auto reading = clocks_ ? clocks_->read() : std::nullopt;
  spent("clocks", begin);
  if (!reading) return;
  last_reading_ = reading;
  reasons_ |= reading->reasons;
  if (const std::string why = timing::slowed_by(reading->reasons); !why.empty()) slowed_ = why;
}

}  // namespace course::harness
