#include "grading/simulator/frontend/diagnostics.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <vector>

#include "grading/simulator/frontend/largest_statement.h"

namespace sim::frontend {
namespace {

namespace fs = std::filesystem;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
  }
  return lines;
}

// "scale.cu:12:5: error: text" taken apart.
struct Diagnostic {
  std::string file;
  int line = 0;
  std::string_view whole;
};

std::optional<Diagnostic> parse(std::string_view line, std::string_view kind) {
  const std::size_t mark = line.find(kind);
  if (mark == std::string_view::npos) return std::nullopt;
  const std::string_view place = line.substr(0, mark);  // file:line:column
  const std::size_t column = place.rfind(':');
  const std::size_t row = column == std::string_view::npos || column == 0 ? std::string_view::npos : place.rfind(':', column - 1);
  if (row == std::string_view::npos) return std::nullopt;
  return Diagnostic{std::string(place.substr(0, row)), std::atoi(std::string(place.substr(row + 1)).c_str()), line};
}

std::string source_line(const fs::path& file, int wanted) {
  std::ifstream text(file);
  std::string line;
  for (int i = 0; i < wanted; ++i)
    if (!std::getline(text, line)) return {};
  if (!line.empty() && line.back() == '\r') line.pop_back();  // line ends of another system
  return line;
}

bool mentions(std::string_view text, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words)
    if (text.find(word) != std::string_view::npos) return true;
  return false;
}

// An error inside a header is shown with the line of the student's file that led there: what it asked the header for,
// or where it includes it. `after`: the lines behind the error.
std::string led_by(const std::vector<std::string_view>& all, std::size_t after, const fs::path& source) {
  const std::string name = source.string() + ":";
  for (std::size_t i = after; i < all.size() && all[i].find(" error: ") == std::string_view::npos; ++i)
    if (all[i].starts_with(name) && all[i].find("requested here") != std::string_view::npos) return std::string(all[i]);
  for (const std::string_view line : all)
    if (const std::size_t at = line.find("In file included from " + name); at != std::string_view::npos)
      return std::string(line.substr(at + std::strlen("In file included from ")));
  return {};
}

// clang says of a host function called on the device only that no function matches; the reason stands in a note.
std::string host_call(const std::vector<std::string_view>& all, std::size_t after) {
  for (std::size_t i = after; i < all.size() && all[i].find(" error: ") == std::string_view::npos; ++i)
    if (all[i].find("call to __host__ function from __") != std::string_view::npos)
      return "\n  it is a host function: device code calls only __device__ functions, so write __host__ __device__ before it";
  return {};
}

// A function of the host is called with parentheses alone; a kernel needs to know how many threads it is to run on.
std::string called_kernel(std::string_view error) {
  if (mentions(error, {"kernel call to non-global function"}))
    return "\n  <<<blocks, threads>>> launches kernels only: write __global__ before the function (and let it return void)";
  if (!mentions(error, {"call to global function"})) return {};
  return "\n  it is a kernel: launch it with a number of blocks and of threads in each, name<<<blocks, threads>>>(...)";
}

// What a beginner's C says little about: an input handed over where an output is expected, an editor's encoding.
std::string plain_words(std::string_view error) {
  if (mentions(error, {"cannot initialize a parameter of type"}) && mentions(error, {"with an lvalue of type 'const "}))
    return "\n  an array that may only be read (const) is handed over where one is written: are the arguments in the order of "
           "the parameters?";
  if (mentions(error, {"source file is not valid UTF-8"})) return "\n  this line holds a letter in another encoding: save the file as UTF-8";
  return {};
}

// Course material from before CUDA 12 declares references at file scope and binds them.
std::string removed_reference(std::string_view error, std::string_view code) {
  const auto told = [](const char* kind, const char* object, const char* call) {
    return fmt::format("\n  {} references were removed in CUDA 12: make an object ({} of {}) and pass it to the kernel as an argument",
                       kind, object, call);
  };
  if (mentions(code, {"surface<"}) || mentions(error, {"cudaBindSurface"}))
    return told("surface", "cudaSurfaceObject_t", "cudaCreateSurfaceObject");
  if (mentions(code, {"texture<"}) || mentions(error, {"cudaBindTexture"}))
    return told("texture", "cudaTextureObject_t", "cudaCreateTextureObject");
  return {};
}

// The compiler tells where the word may not stand; the reader wants to know where it belongs.
std::string misplaced_constant(std::string_view error, std::string_view code) {
  if (code.find("__constant__") == std::string_view::npos ||
      !mentions(error, {"are not allowed on non-static local variables", "'constant' attribute only applies to variables"}))
    return {};
  return "\n  constant memory is declared at file scope and used by name: `__constant__ float name[count];` outside of functions and "
         "structures; neither parameters nor members can be put there";
}

// A tool's own word on a line: "clang: error: ...", "error: ..." without a place, "/usr/bin/ld: ...". Lines with a place
// in a file, and the source lines that are quoted, are the student's text, whatever stands in them.
bool of_a_tool(std::string_view line) {
  for (const std::string_view start : {"error: ", "fatal error: ", "LLVM ERROR", "clang", "collect2"})
    if (line.starts_with(start)) return true;
  const std::size_t colon = line.find(": ");
  return colon != std::string_view::npos && line.find(' ') > colon && (line.substr(0, colon).ends_with("/ld") || line.starts_with("ld"));
}

// Nobody writes one by hand; a compiler's tree of it is as deep as it has terms.
constexpr std::size_t many_characters = 20'000;

// " Its longest statement starts on line 3 and has 480000 characters.", or nothing.
std::string long_statement(const fs::path& source) {
  const LargestStatement longest = largest_statement(source);
  if (longest.characters < many_characters) return {};
  return fmt::format(" Its longest statement starts on line {} and has {} characters.", longest.line, longest.characters);
}

// Where clang says that it was as a signal met it: " It was at a.cu:3:21: parsing function body 'k'." The stack dump begins
// with numbered lines, the outermost first.
std::string last_place(const fs::path& source, std::string_view output) {
  const std::string place = "\t" + source.string() + ":";
  std::string_view last;
  for (const std::string_view line : lines_of(output)) {
    const std::size_t at = line.find(place);
    if (at != std::string_view::npos && line.substr(0, at).ends_with('.') && mentions(line, {": parsing ", "declaration '", "instantiating "}))
      last = line.substr(at + 1);
  }
  return last.empty() ? "" : fmt::format(" It was at {}.", last);
}

Problem crash_problem(const fs::path& source, const Outcome& outcome) {
  const LargestStatement longest = largest_statement(source);
  if (longest.characters >= many_characters)
    return {Blame::student,
            fmt::format("{}:{}: error: the compiler crashed, most likely out of stack: the statement that starts here has {} characters, "
                        "and is too much for one. Put its values into an array and go over them in a loop, or split it into several "
                        "statements (a chain of else if: a switch or a table)",
                        source.string(), longest.line, longest.characters),
            outcome.output};
  return {Blame::environment,
          fmt::format("clang itself crashed on {}, in which no statement is of unusual length.{} Try another version (COURSE_CLANG=clang++-N), "
                      "or find the place: leave out one function after the other until the rest compiles, then write that one in another way",
                      source.string(), last_place(source, outcome.output)),
          outcome.output};
}

std::optional<Problem> environment_problem(const Outcome& outcome) {
  if (outcome.start_error)
    return Problem{Blame::environment, fmt::format("the compiler could not be started: {}", std::strerror(outcome.start_error)), {}};
  for (const std::string_view line : lines_of(outcome.output))
    if (of_a_tool(line) && mentions(line, {"No space left on device", "Disk quota exceeded", "unable to open output file",
                                           "Read-only file system", "cannot open output file", "unable to make temporary file"}))
      return Problem{Blame::environment, fmt::format("the compiler could not write its output: {}", line), outcome.output};
  return std::nullopt;
}

}  // namespace

std::string demangle(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : name;
}

std::string error_text(const fs::path& file, int line, std::string_view text) {
  if (line == 0) return fmt::format("{}: error: {}", file.string(), text);
  return fmt::format("{}:{}: error: {}\n    {}", file.string(), line, text, source_line(file, line));
}

Problem compile_problem(const fs::path& source, const Outcome& outcome, const Settings& settings) {
  if (std::optional<Problem> environment = environment_problem(outcome)) return *environment;
  const std::vector<std::string_view> lines = lines_of(outcome.output);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::optional<Diagnostic> error = parse(lines[i], ": error: ");
    if (!error) error = parse(lines[i], ": fatal error: ");
    if (!error) continue;
    std::string message(error->whole);
    const std::string code = source_line(error->file, error->line);
    if (!code.empty()) message += "\n    " + code;
    if (fs::path(error->file) != source)
      if (const std::string from = led_by(lines, i + 1, source); !from.empty()) message += "\n  led there by " + from;
    message += host_call(lines, i + 1) + called_kernel(error->whole) + plain_words(error->whole) + removed_reference(error->whole, code) + misplaced_constant(error->whole, code);
    return {Blame::student, message, outcome.output};
  }
  // About the file as a whole, with no line: it is UTF-16, say.
  for (const std::string_view line : lines)
    if (line.starts_with("fatal error: ") && line.find(source.string()) != std::string_view::npos)
      return {Blame::student,
              fmt::format("{}:1: error: {}{}", source.string(), line.substr(std::strlen("fatal error: ")),
                          mentions(line, {"byte order mark"}) ? "; save the file as UTF-8" : ""),
              outcome.output};
  if (outcome.over_wall)
    return {Blame::student,
            fmt::format("{}: error: the compiler was not done with it after {} seconds, most of which it waited: does the file include "
                        "something that never ends, such as a pipe? (On a machine that is very busy, try again.)",
                        source.string(), settings.wall_limit.count()),
            outcome.output};
  // Of a process that the compiler started itself it tells in its own words, and exits with 1 or 128 + signal.
  if (outcome.over_processor || mentions(outcome.output, {"CPU time limit exceeded", "unable to execute command: Killed"}) || outcome.status == 128 + SIGXCPU)
    return {Blame::student,
            fmt::format("{}: error: compiling took more than {} seconds: an endless template recursion, a line of a million characters, "
                        "or a table of millions of elements?{}",
                        source.string(), settings.limit.count(), long_statement(source) + last_place(source, outcome.output)),
            outcome.output};
  if (outcome.signal == SIGKILL)
    return {Blame::environment,
            fmt::format("the compiler was ended from outside while it worked on {}: the machine may have run out of memory", source.string()),
            outcome.output};
  if (mentions(outcome.output, {"out of memory", "bad_alloc"}))
    return {Blame::student,
            fmt::format("{}: error: compiling took more than {} MB of memory: an endless template recursion?{}", source.string(),
                        settings.memory_limit >> 20, long_statement(source)),
            outcome.output};
  if (mentions(outcome.output, {"PLEASE submit a bug report", "frontend command failed"}) || outcome.signal) return crash_problem(source, outcome);
  const std::string first = lines.empty() ? fmt::format("exit status {}", outcome.status) : std::string(lines.front());
  return {Blame::environment, "clang failed: " + first, outcome.output};
}

std::vector<std::string> warnings_of(const fs::path& source, std::string_view output) {
  std::vector<std::string> found;
  for (const std::string_view line : lines_of(output)) {
    const std::optional<Diagnostic> warning = parse(line, ": warning: ");
    if (!warning || fs::path(warning->file) != source) continue;
    std::string text(warning->whole);
    if (const std::string code = source_line(source, warning->line); !code.empty()) text += "\n    " + code;
    if (std::find(found.begin(), found.end(), text) == found.end()) found.push_back(std::move(text));
  }
  return found;
}

bool arrays_too_large(std::string_view linker_output) {
  return mentions(linker_output, {"relocation truncated to fit", "failed to convert GOTPCREL relocation"});
}

Problem link_problem(const Outcome& outcome) {
  if (std::optional<Problem> environment = environment_problem(outcome)) return *environment;
  const auto quoted = [](std::string_view line, std::size_t from) {
    const std::size_t open = line.find_first_of("`'", from);
    const std::size_t close = open == std::string_view::npos ? open : line.find('\'', open + 1);
    return close == std::string_view::npos ? std::string(line.substr(from)) : std::string(line.substr(open + 1, close - open - 1));
  };
  for (const std::string_view line : lines_of(outcome.output)) {
    if (const std::size_t at = line.find("undefined reference to"); at != std::string_view::npos)
      return {Blame::student,
              fmt::format("error: {} is called but defined nowhere: check its name and its parameters", quoted(line, at)),
              outcome.output};
    if (const std::size_t at = line.find("multiple definition of"); at != std::string_view::npos)
      return {Blame::student, fmt::format("error: {} is defined more than once", quoted(line, at)), outcome.output};
  }
  if (arrays_too_large(outcome.output))
    return {Blame::student, "error: the global arrays of this file take more than the 2 GB that a program has for them", outcome.output};
  const std::vector<std::string_view> lines = lines_of(outcome.output);
  return {Blame::environment, fmt::format("the program could not be linked: {}", lines.empty() ? "no reason given" : lines.front()),
          outcome.output};
}

}  // namespace sim::frontend
