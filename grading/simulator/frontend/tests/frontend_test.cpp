// The front end with every clang of this machine: what must compile does, what must be refused is, with the right words;
// faults of the machine are not the student's.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "grading/simulator/frontend/diagnostics.h"
#include "grading/simulator/frontend/frontend.h"
#include "grading/simulator/frontend/largest_statement.h"

namespace fs = std::filesystem;
using namespace sim::frontend;

namespace {

// A cache of this run, gone at the end.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("frontend-test." + std::to_string(getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
};
Settings settings() {
  static const Folder folder;
  Settings s = default_settings();
  s.cache = folder.path;
  return s;
}

std::vector<fs::path> files(const char* folder) {
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(fs::path(TESTS) / folder)) all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  REQUIRE(!all.empty());
  return all;
}

std::vector<std::string> compilers() {
  std::vector<std::string> all;
  for (const char* name : {"clang++-14", "clang++-15", "clang++-16", "clang++-17", "clang++-18", "clang++-19", "clang++-20"})
    if (fs::exists(fs::path("/usr/bin") / name)) all.push_back(name);
  if (all.empty()) all.push_back("clang++");
  return all;
}

struct Chosen {
  explicit Chosen(const std::string& compiler) { setenv("COURSE_CLANG", compiler.c_str(), 1); }
  ~Chosen() { unsetenv("COURSE_CLANG"); }
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<std::string> expectations(const fs::path& file) {
  std::ifstream lines(file);
  std::vector<std::string> all;
  const std::string mark = "// expect: ";
  for (std::string line; std::getline(lines, line);)
    if (line.rfind(mark, 0) == 0) all.push_back(line.substr(mark.size()));
  return all;
}

}  // namespace

TEST_CASE("front end: kernels that must compile") {
  for (const std::string& compiler : compilers()) {
    const Chosen chosen(compiler);
    for (const fs::path& file : files("kernels")) {
      const auto object = compile(file, settings());
      CHECK_MESSAGE(object.ok(), compiler << ": " << object.problem.message);
      CHECK(fs::exists(object.value));
    }
  }
}

TEST_CASE("front end: programs that must be refused, with the place and the reason") {
  for (const std::string& compiler : compilers()) {
    const Chosen chosen(compiler);
    for (const fs::path& file : files("refused")) {
      const auto object = compile(file, settings());
      CHECK_MESSAGE(object.problem.blame == Blame::student, compiler << " let " << file.filename() << " pass");
      const std::vector<std::string> expected = expectations(file);
      CHECK(!expected.empty());
      for (const std::string& part : expected)
        CHECK_MESSAGE(contains(object.problem.message, part), compiler << ", " << file.filename() << ": " << object.problem.message);
    }
  }
}

TEST_CASE("front end: a file in UTF-16 is the student's, with what to do") {
  const fs::path file = settings().cache / "utf16.cu";
  const std::string text = "__global__ void kernel() {}\n";
  std::ofstream out(file, std::ios::binary);
  out << "\xff\xfe";
  for (const char c : text) out.put(c).put('\0');
  out.close();
  for (const std::string& compiler : compilers()) {
    const Chosen chosen(compiler);
    const auto object = compile(file, settings());
    CHECK(object.problem.blame == Blame::student);
    CHECK_MESSAGE(contains(object.problem.message, "utf16.cu:1: error: "), compiler << ": " << object.problem.message);
    CHECK(contains(object.problem.message, "save the file as UTF-8"));
  }
}

TEST_CASE("front end: a machine that lacks something is not the student's fault") {
  const fs::path file = fs::path(TESTS) / "kernels/groups_and_halves.cu";
  {
    const Chosen none("/nonexistent/clang++");
    const auto object = compile(file, settings());
    CHECK(object.problem.blame == Blame::environment);
    CHECK(contains(object.problem.message, "COURSE_CLANG"));
    CHECK(contains(object.problem.message, "install clang"));
  }
  Settings unwritable = settings();
  unwritable.cache = "/dev/null/cache";  // no folder can be made below a device, not even by root
  const auto object = compile(file, unwritable);
  CHECK(object.problem.blame == Blame::environment);
  CHECK(contains(object.problem.message, "/dev/null/cache cannot be written"));
  Settings moved = settings();
  moved.headers = "/nonexistent/include";
  const auto without_headers = compile(file, moved);
  CHECK(without_headers.problem.blame == Blame::environment);
  CHECK(contains(without_headers.problem.message, "the headers of the simulated GPU are not in /nonexistent/include"));
  const auto missing = compile(fs::path(TESTS) / "kernels/there_is_none.cu", settings());
  CHECK(contains(missing.problem.message, "cannot be read"));
}

TEST_CASE("front end: the cache notices a changed source and a changed header") {
  const Settings s = settings();
  const fs::path source = s.cache / "cached.cu", header = s.cache / "cached.h";
  std::ofstream(header) << "#define FACTOR 2\n";
  std::ofstream(source) << "#include \"cached.h\"\n__global__ void k(int* o) { *o *= FACTOR; }\n";
  const auto first = compile(source, s), again = compile(source, s);
  REQUIRE(first.ok());
  CHECK(first.value == again.value);
  std::ofstream(header) << "#define FACTOR 3\n";
  const auto changed_header = compile(source, s);
  CHECK(changed_header.value != first.value);
  std::ofstream(source) << "#include \"cached.h\"\n__global__ void k(int* o) { *o += FACTOR; }\n";
  const auto changed_source = compile(source, s);
  CHECK(changed_source.value != changed_header.value);
  Settings defined = s;
  defined.defines = {"EXTRA=1"};
  CHECK(compile(source, defined).value != changed_source.value);
}

TEST_CASE("front end: warnings of the file itself are passed on, from the cache too") {
  for (const std::string& compiler : compilers()) {
    CAPTURE(compiler);
    const Chosen chosen(compiler);
    const Settings s = settings();
    const fs::path source = s.cache / "warned.cu", header = s.cache / "warned.h";
    std::ofstream(header) << "inline unsigned in_header(unsigned u) { return u << 40; }\n";
    std::ofstream(source) << "#include \"warned.h\"\n"
                             "__global__ void k(int* o) {\n"
                             "  if (o[0] = 1) o[1] = 2;\n"
                             "}\n"
                             "int main() { return in_header(0); }\n";
    const auto first = compile(source, s), again = compile(source, s);
    REQUIRE(first.ok());
    REQUIRE(first.warnings.size() == 1);
    CHECK(contains(first.warnings[0], source.string() + ":3:"));
    CHECK(contains(first.warnings[0], "warning: using the result of an assignment as a condition"));
    CHECK(contains(first.warnings[0], "\n      if (o[0] = 1) o[1] = 2;"));
    CHECK(again.value == first.value);
    CHECK(again.warnings == first.warnings);
    std::ofstream(source) << "__global__ void k(int* o) { if (o[0] == 1) o[1] = 2; }\n";
    CHECK(compile(source, s).warnings.empty());
    // What a sum begins with is nobody's choice, and often right by luck.
    std::ofstream(source) << "__global__ void k(int* o, int n) {\n"
                             "  int sum;\n"
                             "  for (int i = 0; i < n; ++i) sum += o[i];\n"
                             "  o[0] = sum;\n"
                             "}\n";
    const auto unset = compile(source, s);
    REQUIRE(unset.warnings.size() == 1);
    CHECK(contains(unset.warnings[0], source.string() + ":3:"));
    CHECK(contains(unset.warnings[0], "variable 'sum' is uninitialized"));
  }
}

TEST_CASE("front end: compilations that overlap leave the signals of the process alone") {
  const Settings s = settings();
  const fs::path small = s.cache / "small.cu", large = s.cache / "large.cu";
  std::ofstream(small) << "__global__ void k(int* o) { *o = 1; }\n";
  std::ofstream(large) << "#include <regex>\n__global__ void k(int* o) { *o = 1; }\nint main() { return std::regex_match(\"a\", std::regex(\"a\")); }\n";
  bool compiled = false;
  std::thread first([&] { compiled = compile(small, s).ok(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  CHECK(compile(large, s).ok());  // begins while the small one is compiled, and ends after it
  first.join();
  CHECK(compiled);
  const bool ends_the_process = std::signal(SIGPIPE, SIG_DFL) == SIG_DFL;
  CHECK(ends_the_process);
  sigset_t blocked;
  REQUIRE(pthread_sigmask(SIG_BLOCK, nullptr, &blocked) == 0);
  CHECK(sigismember(&blocked, SIGPIPE) == 0);
}

TEST_CASE("front end: linking names the function that is missing") {
  const Settings s = settings();
  const fs::path source = s.cache / "unfinished.cu";
  std::ofstream(source) << "void scale_image(float* image, int width);\nint main() { scale_image(nullptr, 3); }\n";
  const auto object = compile(source, s);
  REQUIRE(object.ok());
  const auto program = link({object.value}, s.cache / "unfinished", s);
  CHECK(program.problem.blame == Blame::student);
  CHECK(contains(program.problem.message, "scale_image(float*, int) is called but defined nowhere"));
  CHECK(!fs::exists(s.cache / "unfinished"));
}

TEST_CASE("front end: global arrays too large for any program are the student's") {
  const Settings s = settings();
  const fs::path source = s.cache / "large.cu";
  std::ofstream(source) << "char large[1L << 40];\nchar last;\nint main() { return large[0] + last; }\n";
  const auto object = compile(source, s);
  REQUIRE(object.ok());
  const auto program = link({object.value}, s.cache / "large", s);
  CHECK(program.problem.blame == Blame::student);
  CHECK(contains(program.problem.message, "more than the 2 GB that a program has"));
}

TEST_CASE("front end: endless template recursion ends in a verdict") {
  const Settings s = settings();
  const fs::path source = s.cache / "endless.cu";
  std::ofstream(source) << "template <int N> struct F { static constexpr int v = F<N + 1>::v; };\n"
                           "__global__ void k(int* o) { *o = F<0>::v; }\n";
  const auto object = compile(source, s);
  CHECK(object.problem.blame == Blame::student);
  CHECK(contains(object.problem.message, "recursive template instantiation"));
}

TEST_CASE("front end: what never ends comes to a verdict about the file, whatever the compiler does with it") {
  Settings s = settings();
  const auto problem_of = [&](const char* name, const std::string& text) {
    const fs::path source = s.cache / name;
    std::ofstream(source) << text;
    const Problem problem = compile(source, s).problem;
    CHECK(problem.blame == Blame::student);
    CHECK(contains(problem.message, source.string() + ": error: "));
    return problem.message;
  };
  CHECK(contains(problem_of("device_file.cu", "#include \"/dev/zero\"\n__global__ void k() {}\n"), "it includes /dev/zero, which is no ordinary file"));
  CHECK(contains(compile("/dev/zero", s).problem.message, "/dev/zero is no ordinary file"));
  // Every name in reach is compared with the unknown one, which takes minutes at this length.
  s.limit = std::chrono::seconds(2);
  CHECK(contains(problem_of("long_name.cu", "__global__ void k() { " + std::string(1000000, 'x') + "; }\n"), "compiling took more than 2 seconds"));
  CHECK(contains(problem_of("long_place.cu", "\n__global__ void k() { " + std::string(1000000, 'x') + "; }\n"), "long_place.cu:2:21: parsing function body 'k'."));
  s.wall_limit = std::chrono::seconds(2);
  const fs::path pipe = s.cache / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK(contains(problem_of("waits.cu", "#include \"" + pipe.string() + "\"\n"), "was not done with it after 2 seconds"));
}

// "x + x + ... + x"
static std::string sum_of(int terms) {
  std::string text = "x";
  for (int i = 1; i < terms; ++i) text += " + x";
  return text;
}

TEST_CASE("front end: an expression of 120,000 terms compiles, on both sides") {
  const Settings s = settings();
  const fs::path source = s.cache / "terms.cu";
  std::ofstream(source) << "__global__ void k(float* o, float x) { *o = " + sum_of(120000) + "; }\n"
                        << "int main(int x, char**) { return " + sum_of(120000) + "; }\n";
  const auto object = compile(source, s);
  CHECK_MESSAGE(object.ok(), object.problem.message);
}

TEST_CASE("front end: a crash of the compiler names the statement that was too much for it, or how to find it") {
  const Settings s = settings();
  const fs::path source = s.cache / "crash.cu";
  Outcome crash;
  crash.signal = SIGSEGV;
  std::ofstream(source) << "int x;\n__global__ void k(float* o) {\n  *o = " + sum_of(10000) + ";\n}\n";
  const Problem large = compile_problem(source, crash, s);
  CHECK(large.blame == Blame::student);
  CHECK(contains(large.message, source.string() + ":3: error: the compiler crashed, most likely out of stack: the statement that starts here has 20003 characters"));
  std::ofstream(source) << "__global__ void k(float* o) { *o = 1; }\n";
  crash.output = "PLEASE submit a bug report\nStack dump:\n0.\tProgram arguments: clang++\n1.\t" + source.string() + ":1:40: current parser token '1'\n2.\t" +
                 source.string() + ":1:30: parsing function body 'k'\n3.\t" + source.string() + ":1:30: in compound statement ('{}')\n";
  const Problem unknown = compile_problem(source, crash, s);
  CHECK(unknown.blame == Blame::environment);
  CHECK(contains(unknown.message, "crashed on " + source.string()));
  CHECK(contains(unknown.message, source.string() + ":1:30: parsing function body 'k'. Try another version (COURSE_CLANG"));
}

TEST_CASE("the largest statement: comments, white space and what stands in quotes do not count, a chain of else if is one") {
  const fs::path source = settings().cache / "statements.cu";
  const auto of = [&](const std::string& text) {
    std::ofstream(source) << text;
    return largest_statement(source);
  };
  const auto plain = of("int a;\n// a long comment; with a semicolon\n/* two\nlines { */ int\n  abc = 1;\nint b;\n");
  CHECK(plain.line == 4);
  CHECK(plain.characters == 9);  // intabc=1;
  CHECK(of("f(\"; a long text {\", ';');\nint longer_name;\n").line == 2);
  CHECK(of("int m = 1'000'000;\nint longer_name_than_that;\n").line == 2);
  const auto chain = of("int longest_of_single_ones;\nif (a) b = 1;\nelse if (c) d = 2; // and\nelse e = 3;\nint f;\n");
  CHECK(chain.line == 2);
  CHECK(chain.characters == 30);  // if(a)b=1; elseif(c)d=2; elsee=3;: 9 + 13 + 8
  CHECK(of("a; elsewhere;").characters == 10);
  CHECK(of("").line == 0);
  CHECK(of("int unfinished").characters == 0);
  CHECK(of("/* open").characters == 0);
  CHECK(of("'").line == 0);
}
