#include "grading/harness/judge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <csignal>
#include <cstring>

#include "grading/harness/copy_hint.h"
#include "grading/harness/printable.h"
#include "grading/harness/values.h"
#include "grading/runner/protocol.h"

namespace course::harness {
namespace {

Finding finding(std::string fault, std::string message, std::string where = {}) {
  return {std::move(fault), std::move(message), std::move(where), {}, {}, "", ""};
}

// The last words of what was printed, on one line: a crash's reason usually stands there.
std::string last_words(const std::string& text) {
  std::string words = text.size() > 600 ? text.substr(text.size() - 600) : text;
  std::replace_if(
      words.begin(), words.end(), [](unsigned char c) { return c < 32 || c == 127; }, ' ');
  words.erase(std::unique(words.begin(), words.end(), [](char a, char b) { return a == ' ' && b == ' '; }),
              words.end());
  const auto from = words.find_first_not_of(' '), to = words.find_last_not_of(' ');
  return from == std::string::npos ? "" : printable(words.substr(from, to - from + 1));
}

std::string said(const Outcome& outcome) {
  const std::string words = last_words(outcome.errors);
  return words.empty() ? "" : " It said: \"" + words + "\"";
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? fmt::format("signal {}", signal) : std::string("SIG") + name;
}

std::string base_name(const std::string& where) {
  const auto slash = where.rfind('/');
  return slash == std::string::npos ? where : where.substr(slash + 1);
}

// What the simulated GPU last said on standard error of a crash in host code: what it did, to which address. Of what was
// printed before it, much belongs to earlier cases: launches whose refusal was asked for, say.
std::string told_of_host_code(const std::string& errors) {
  for (const std::string_view head : {"host code: host-dereference", "host code: host-crash"})
    if (const auto at = errors.rfind(head); at != std::string::npos) return last_words(errors.substr(at + head.size()));
  return "";
}

// In general words, or in those that were printed.
std::string crash_sentence(int signal, const std::string& sentence, const std::string& told) {
  if (!sentence.empty()) return fmt::format("The program crashed ({}): {}.", signal_name(signal), sentence);
  if (!told.empty()) return fmt::format("The program crashed ({}).{}", signal_name(signal), told);
  switch (signal) {
    case SIGSEGV:
      return "The program crashed (SIGSEGV): host code used an address that is not its own - a device pointer followed "
             "on the host, a null pointer, or an index past the end of a host array.";
    case SIGBUS:
      return "The program crashed (SIGBUS): host code used an address without memory behind it.";
    case SIGFPE:
      return "The program crashed (SIGFPE): host code divided a whole number by zero.";
    case SIGILL:
      return "The program crashed (SIGILL): a function that must return a value ended without one, or code was "
             "overwritten.";
    case SIGABRT:
      return "The program gave up (SIGABRT): an assertion on the host failed, an exception was not caught, or the heap "
             "was damaged.";
    case SIGXFSZ:
      return "The program wrote a file without end and was stopped (SIGXFSZ).";
    default:
      return fmt::format("The program was ended by {} ({}).", signal_name(signal), strsignal(signal));
  }
}

std::string in_case(const Case& one) { return fmt::format("In the case '{}': ", one.name()); }

// The case that the process was in when it ended: the first without a result.
std::string in_last_case(const std::deque<Case>& cases, const Run& run) {
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (!run.cases[i].ran) return in_case(cases[i]);
  return "";
}

// " It crashed in `add_arrays`." with the line, or while which kernel ran.
std::string place_sentence(const HostPlace& place, std::string_view when) {
  if (place.function.empty()) return "";
  if (!place.kernel.empty())
    return fmt::format(" {} in the kernel `{}`, which `{}` had launched{}.", when, place.kernel, place.function,
                       place.where.empty() ? "" : " at " + place.where);
  return fmt::format(" {} in `{}`{}.", when, place.function, place.where.empty() ? "" : ", at " + place.where);
}

// How the process ended, if that alone decides.
std::optional<Finding> judge_outcome(const std::deque<Case>& cases, const Run& run, const ProcessLimits& limits) {
  const Outcome& outcome = run.outcome;
  const std::string at = in_last_case(cases, run), stopped_in = place_sentence(run.place, "It was then");
  switch (outcome.how) {
    case Outcome::How::interrupted:  // thrown as Interrupted, never returned
    case Outcome::How::not_started:
      throw InfrastructureFault(outcome.sentence);
    case Outcome::How::time_limit:
      return finding("time-limit", at + fmt::format("The program did not end within {:g} s and was stopped. Look for a "
                                                    "loop whose end is never reached, on the host or in a kernel.",
                                                    limits.seconds) + stopped_in, run.place.where);
    case Outcome::How::memory_limit:
      return finding("memory-limit",
                     at + fmt::format("The program took more than {} MiB of memory and was stopped. Look "
                                      "for allocations in a loop, or one whose size was computed wrongly.",
                                      limits.memory_bytes >> 20) + stopped_in, run.place.where);
    case Outcome::How::output_limit:
      return finding(
          "output-limit",
          at +
              fmt::format(
                  "The program printed more than {} MiB and was stopped. Take the printf out, or let one thread print.",
                  limits.output_bytes >> 20) + stopped_in, run.place.where);
    case Outcome::How::process_limit:
      return finding("process-limit",
                     at + fmt::format("The program started more than {} processes and was stopped. A task needs none.",
                                      limits.processes));
    case Outcome::How::signalled:
      // Nobody but the system's own shortage of memory, or a person, sends this.
      if (outcome.signal == SIGKILL)
        throw InfrastructureFault(
            "the runner was killed from outside (SIGKILL): the machine ran out of memory, or somebody stopped it");
      return finding("crash",
                     at + crash_sentence(outcome.signal, told_of_host_code(outcome.errors), said(outcome)) +
                         place_sentence(run.place, "It crashed"),
                     run.place.where);
    case Outcome::How::exited:
      break;
  }
  if (run.complete && outcome.exit_status == 0) return std::nullopt;
  if (run.filled_disk)
    return finding("disk-limit", at + "The program filled the disk with files of its own, so that its results had no room. A task writes no files.");
  if (!run.complete && run.fault) {
    // A device that is full only after some calls was filled by them.
    const bool first = !run.cases.empty() && !run.cases.front().ran;
    if (run.fault->status != protocol::no_device || first)
      throw InfrastructureFault("the runner says: " + run.fault->sentence);
    return finding(
        "out-of-memory",
        at + fmt::format("The device has no memory left: {}. Free what the function allocates before it returns.",
                         run.fault->sentence));
  }
  if (run.disk_full) throw InfrastructureFault("the disk that holds the order is full (TMPDIR can name another place)");
  return finding(
      "early-exit",
      at + fmt::format("The program ended by itself (exit status {}) before the function had returned. A task "
                       "must return; results count only when the grader has compared them.{}",
                       outcome.exit_status, said(outcome)));
}

// The first one, except that a line of which some threads leave the memory is told of those, and not of others that meet
// in a place that is not theirs: both have the same wrong index, and only one of them says so.
const DeviceFault& fault_to_tell(const std::vector<DeviceFault>& faults) {
  const DeviceFault& first = faults.front();
  if (first.kind != "race") return first;
  const auto outside = std::find_if(faults.begin(), faults.end(), [&](const DeviceFault& other) {
    return other.kind == "out-of-bounds" && other.launch == first.launch && other.where == first.where;
  });
  return outside == faults.end() ? first : *outside;
}

// "cudaErrorInvalidValue (status 1)"; the number alone where no call of the run said its name.
std::string named(int status, const Evidence& evidence) {
  for (const CallError& error : evidence.errors)
    if (error.status == status && !error.name.empty()) return fmt::format("{} (status {})", error.name, status);
  return fmt::format("status {}", status);
}

std::optional<Finding> judge_faults(const RawCase& raw, bool refusal_expected) {
  const Evidence& evidence = raw.evidence;
  if (!evidence.faults.empty()) {
    const DeviceFault& fault = fault_to_tell(evidence.faults);
    const auto three = [](const Index3& i) { return fmt::format("({},{},{})", i[0], i[1], i[2]); };
    const std::size_t launches = evidence.launches.size();
    const std::string which = launches > 1 && fault.launch >= 0 ? fmt::format(", launch {} of {}", fault.launch + 1, launches) : "";
    std::string message = fmt::format("{} ({}) in {}", fault.sentence, fault.kind, without_parameters(fault.kernel));
    // A fault of a call on the host has neither block nor thread.
    if (fault.launch >= 0) message += fmt::format("{}, block {}, thread {}", which, three(fault.block), three(fault.thread));
    if (!fault.where.empty()) message = base_name(fault.where) + ": " + message;
    if (evidence.faults.size() > 1)
      message +=
          fmt::format("; and {} more fault{}", evidence.faults.size() - 1, evidence.faults.size() == 2 ? "" : "s");
    return finding(fault.kind, message + "." + failed_call_hint(evidence, fault.status), base_name(fault.where));
  }
  for (const Launch& launch : evidence.launches) {
    if (refusal_expected && launch.status != 0) continue;
    if (launch.refused.empty() && (launch.status == 0 || !launch.counters.empty())) continue;
    const std::string name = launch.kernel.empty() ? "its launch" : without_parameters(launch.kernel);
    // 200, 209, 218, 222 (driver_types.h: invalid kernel image, no image for this device, invalid or unsupported PTX):
    // it is what we made of the student's file that cannot be loaded, not what they wrote.
    for (const int status : {200, 209, 218, 222})
      if (launch.status == status)
        throw InfrastructureFault(
            fmt::format("the device code made from the task cannot be loaded: {}", launch.refused));
    return finding("refused-launch",
                   fmt::format("The kernel never ran: {} was refused with {}: {}{}", name,
                               named(launch.status, evidence), launch.refused,
                               launch.refused.ends_with('.') ? "" : "."));
  }
  return std::nullopt;
}

using Number = std::variant<std::int64_t, double>;

bool equals(const Number& got, std::int64_t expected) {
  return std::visit([=](auto value) { return value == static_cast<decltype(value)>(expected); }, got);
}

const Number& returned_of(const RawCase& raw, const std::string& name) {
  const auto got = raw.returned.find(name);
  if (got == raw.returned.end())
    throw InfrastructureFault("the lab's runner does not return '" + name + "', which the grader expects");
  return got->second;
}

// "cudaSuccess (status 0)" for what is a status, "17" for what is a number.
std::string text_of(const RawCase& raw, const std::string& name) {
  const std::string number = std::visit([](auto value) { return fmt::format("{}", value); }, returned_of(raw, name));
  const auto status = raw.returned_names.find(name);
  return status == raw.returned_names.end() ? number : fmt::format("{} (status {})", status->second, number);
}

// A launch that had to be refused: was it said?
std::optional<Finding> judge_refusal(const Case& ordered, const RawCase& raw) {
  if (!ordered.refusal()) return std::nullopt;
  if (!equals(returned_of(raw, *ordered.refusal()), 0)) return std::nullopt;
  int status = 0;
  for (const Launch& launch : raw.evidence.launches) status = status == 0 ? launch.status : status;
  if (status == 0 && !raw.evidence.launches.empty()) {
    const Launch& made = raw.evidence.launches.front();
    return finding("unreported-refusal",
                   fmt::format("Such a launch is refused, but the function launched another one: {}<<<({}), ({})>>> (blocks, "
                               "then threads in a block) was accepted, and {} came back as {}. The launch has to get what "
                               "the caller asks for, so that it is refused, and cudaGetLastError() then says so.",
                               made.name(), fmt::join(made.grid, ", "), fmt::join(made.block, ", "),
                               text_of(raw, *ordered.refusal()), *ordered.refusal()));
  }
  return finding("unreported-refusal",
                 fmt::format("Such a launch is refused{}, and the function returned {} as {}, as if all were well. A "
                             "refused launch is silent: its kernel never runs, and nothing else says so. Ask "
                             "cudaGetLastError() right after the launch and return what it answers.",
                             status == 0 ? "" : " with " + named(status, raw.evidence), text_of(raw, *ordered.refusal()),
                             *ordered.refusal()));
}

std::optional<Finding> judge_statuses(const Case& ordered, const RawCase& raw) {
  for (const auto& [status, name, when] :
       {std::tuple(raw.last_error, raw.last_error_name, "was left behind by the function"),
        std::tuple(raw.synchronise, raw.synchronise_name,
                   "came back when the device was synchronised after the function")}) {
    if (status == 0 || (ordered.refusal() && equals(returned_of(raw, *ordered.refusal()), status))) continue;
    std::string message = fmt::format("{} (status {}) {}", name, status, when);
    for (const CallError& error : raw.evidence.errors)
      if (error.status == status) {
        message +=
            fmt::format("; it stems from {}", error.call) + (error.sentence.empty() ? "" : ": " + error.sentence);
        break;
      }
    return finding("cuda-error", message + (message.back() == '.' ? "" : "."));
  }
  for (const auto& [name, expected, otherwise] : ordered.returned()) {
    if (equals(returned_of(raw, name), expected)) continue;
    if (!otherwise.empty()) return finding("wrong-result", otherwise);
    const bool success = expected == 0 && raw.returned_names.contains(name);
    return finding("wrong-result", fmt::format("The function returned {} as {}, expected {}.", text_of(raw, name), name,
                                               success ? "cudaSuccess (status 0)" : std::to_string(expected)));
  }
  return std::nullopt;
}

std::optional<Finding> judge_untouched(const Array& array, const std::vector<std::byte>& rows) {
  if (untouched(array, rows)) return std::nullopt;
  return finding("wrong-result", fmt::format("The function was asked for a launch that cannot be, and wrote to `{}` all "
                                             "the same. It has to launch what it is asked for, and nothing else.",
                                             array.name));
}

// The place in Case::Choice::arrays of the result that the function named; nullopt: it named none of them.
std::optional<std::size_t> chosen(const Case::Choice& choice, const RawCase& raw) {
  for (std::size_t i = 0; i < choice.arrays.size(); ++i)
    if (equals(returned_of(raw, choice.returned), static_cast<std::int64_t>(i))) return i;
  return std::nullopt;
}

std::optional<Finding> judge_choice(const Case& ordered, const RawCase& raw) {
  if (!ordered.choice() || chosen(*ordered.choice(), raw)) return std::nullopt;
  return finding("wrong-result",
                 fmt::format("The function has to return which of `{}` holds the result. It returned something else.",
                             fmt::join(ordered.choice()->arrays, "` and `")));
}

// Whether a result counts: of several that the function may choose from, only the one that it named does.
bool is_compared(const Case& ordered, const RawCase& raw, const Array& array) {
  if (!array.is_result()) return false;
  if (!ordered.choice()) return true;
  const auto& names = ordered.choice()->arrays;
  const auto place = std::find(names.begin(), names.end(), array.name);
  return place == names.end() || place - names.begin() == static_cast<std::ptrdiff_t>(*chosen(*ordered.choice(), raw));
}

// " `b` holds ..." where the result that the function named is wrong and another one that it could name is right.
std::string right_one_beside(const Case& ordered, const std::vector<std::vector<std::byte>>& rows) {
  if (!ordered.choice()) return "";
  for (const std::string& name : ordered.choice()->arrays)
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (ordered.arrays()[i].name == name && !judge_result(ordered.arrays()[i], rows[i]))
        return fmt::format(" `{}` holds what is expected: the function names the wrong one.", name);
  return "";
}

std::optional<Finding> judge_arrays(const Case& ordered, Placement placement, const RawCase& raw) {
  std::vector<std::vector<std::byte>> rows;
  for (std::size_t i = 0; i < ordered.arrays().size(); ++i)
    rows.push_back(rows_of(ordered.arrays()[i], placement, raw.arrays[i]));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Array& array = ordered.arrays()[i];
    const bool nothing_happened =
        ordered.launch_expected() && is_compared(ordered, raw, array) && array.count() > 0 && untouched(array, rows[i]);
    if (nothing_happened && raw.evidence.machine == "sim" && raw.evidence.launches.empty() &&
        judge_result(array, rows[i]))
      return finding("no-launch",
                     fmt::format("The kernel never ran: the function returned without a launch, and `{}` is untouched.",
                                 array.name));
  }
  // Harm to other memory first: a wrong result beside it is often its consequence.
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (auto found = judge_surroundings(ordered.arrays()[i], placement, raw.arrays[i])) return found;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (ordered.arrays()[i].role == Role::input)
      if (auto found = judge_input(ordered.arrays()[i], rows[i])) return found;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (is_compared(ordered, raw, ordered.arrays()[i]))
      if (auto found = ordered.refusal() ? judge_untouched(ordered.arrays()[i], rows[i])
                                         : judge_result(ordered.arrays()[i], rows[i])) {
        const std::string beside = right_one_beside(ordered, rows);
        // A buffer that nobody had to write needs no advice on how to write it.
        if (!beside.empty() && found->fault == "not-written")
          found->message = fmt::format("The function returned `{}`, which does not hold the result.", ordered.arrays()[i].name);
        found->message += beside;
        return found;
      }
  return std::nullopt;
}

std::optional<Finding> judge_case(const Case& ordered, Placement placement, const RawCase& raw) {
  if (!raw.ran)
    return finding("broken-result", "The runner's files are not what a runner writes" +
                                        (raw.broken.empty() ? std::string(".") : ": " + raw.broken + "."));
  if (auto found = judge_faults(raw, ordered.refusal().has_value())) return found;
  if (auto found = judge_refusal(ordered, raw)) return found;
  if (auto found = judge_statuses(ordered, raw)) return found;
  if (auto found = judge_choice(ordered, raw)) return found;
  for (const Array& array : ordered.arrays())
    if (!raw.read_back && array.name == raw.lost)
      return finding("cuda-error", fmt::format("`{}` is not there any more after the call, or its surface object is not. What the "
                                               "caller made is the caller's to give back: free and destroy only what the "
                                               "function itself made.",
                                               raw.lost));
  if (!raw.read_back) return finding("cuda-error", "The device did not give the arrays back after the call.");
  auto found = judge_arrays(ordered, placement, raw);
  if (found && found->fault == "wrong-result") found->message += copy_hint(ordered, raw.evidence);
  return found;
}

}  // namespace

std::optional<Finding> judge_run(const std::deque<Case>& cases, Placement placement, const Run& run,
                                 const ProcessLimits& limits) {
  if (auto found = judge_outcome(cases, run, limits)) return found;
  std::optional<Finding> first;
  std::size_t wrong = 0, judged = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    // After a lost device the runner stops; the cases behind it say nothing.
    if (first && !run.cases[i].ran && run.cases[i].broken.empty()) break;
    ++judged;
    auto found = judge_case(cases[i], placement, run.cases[i]);
    if (!found) continue;
    ++wrong;
    if (first) continue;
    found->message = in_case(cases[i]) + found->message;
    first = std::move(found);
  }
  if (first && judged > 1)
    first->message += fmt::format(" ({} of {} cases {} wrong.)", wrong, judged, wrong == 1 ? "is" : "are");
  return first;
}

}  // namespace course::harness
