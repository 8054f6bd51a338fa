#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "grading/source_lines/source_lines.h"

#include <dlfcn.h>
#include <doctest/doctest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>

namespace fs = std::filesystem;
using namespace source_lines;

namespace {

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "lines.XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path path;
};

// The PATH with which addr2line is looked for, put back at the end.
class SearchPath {
 public:
  explicit SearchPath(const std::string& path) { setenv("PATH", path.c_str(), 1); }
  ~SearchPath() { setenv("PATH", before_.c_str(), 1); }
  SearchPath(const SearchPath&) = delete;
  SearchPath& operator=(const SearchPath&) = delete;

 private:
  std::string before_ = std::getenv("PATH");
};

[[gnu::noinline]] int known_function(int x) { return x * 7 + 1; }
constexpr int line_of_known_function = __LINE__ - 1;

std::vector<std::uint64_t> offset_of_known_function() {
  Dl_info info{};
  const auto address = reinterpret_cast<std::uint64_t>(&known_function);
  REQUIRE(dladdr(reinterpret_cast<void*>(address), &info) != 0);
  return {address - reinterpret_cast<std::uint64_t>(info.dli_fbase)};
}

// Answers of a program that stands for addr2line.
std::vector<Call> answers_of(const std::string& script, const programs::Limits& limits = addr2line_limits) {
  const Folder folder;
  std::ofstream(folder.path / "addr2line") << "#!/bin/sh\n" << script;
  fs::permissions(folder.path / "addr2line", fs::perms::owner_all);
  const SearchPath path(folder.path.string());
  const std::array<std::uint64_t, 2> offsets = {0x10, 0xabcdef};
  return calls_at("/x/program", offsets, limits);
}

}  // namespace

TEST_CASE("a program has a line for its function, whatever its path is made of") {
  const Folder folder;
  const fs::path program = folder.path / "a 'quoted' \"path\" $(touch gone); `touch gone` &\n-e x";
  fs::copy_file("/proc/self/exe", program);
  const std::vector<Call> calls = calls_at(program, offset_of_known_function());
  REQUIRE(calls.size() == 1);
  CHECK(calls[0].function.find("known_function(int)") != std::string::npos);
  CHECK(calls[0].line == line_of_known_function);
  CHECK(short_place(calls[0]) == "source_lines_test.cpp:" + std::to_string(line_of_known_function));
  CHECK_FALSE(fs::exists("gone"));
}

TEST_CASE("inlined calls come innermost first, each with its place") {
  const std::vector<Call> calls = read_calls(
      "0x0000000000001010\nhelper(int)\n/home/x/a b/heat.cu:12 (discriminator 3)\nstep(float*)\n/home/x/a b/heat.cu:30\n"
      "0x0000000000002020\nmain\n??:0\nrun\nheat.cu:?\n");
  REQUIRE(calls.size() == 4);
  CHECK(calls[0].function == "helper(int)");
  CHECK(calls[0].file == "/home/x/a b/heat.cu");
  CHECK(calls[0].line == 12);
  CHECK(short_place(calls[0]) == "heat.cu:12");
  CHECK(short_place(calls[1]) == "heat.cu:30");
  CHECK(calls[2].file.empty());
  CHECK(short_place(calls[2]).empty());
  CHECK(calls[3].file == "heat.cu");
  CHECK(short_place(calls[3]).empty());
}

TEST_CASE("text of another form is no call, or one without a place") {
  for (const char* text : {"", "\n\n\n", "0x10\n", "0x10\nf", "0x10"}) CHECK(read_calls(text).empty());
  for (const char* text : {"f\nno colon\n", "f\n??:0\n", "f\na.cu:-3\n", "f\na.cu:12x\n", "f\na.cu:99999999999999\n"}) {
    const std::vector<Call> calls = read_calls(text);
    REQUIRE(calls.size() == 1);
    CHECK(short_place(calls[0]).empty());
  }
}

TEST_CASE("one call of addr2line asks for every address, and nothing of ours but its output is open in it") {
  const std::vector<Call> calls = answers_of("for word; do echo \"f $word\"; echo a.cu:1; done\n");
  REQUIRE(calls.size() == 8);
  CHECK(calls[5].function == "f /x/program");
  CHECK(calls[6].function == "f 0x10");
  CHECK(calls[7].function == "f 0xabcdef");
  const std::ifstream ours("/proc/self/exe");
  const std::vector<Call> open = answers_of("/bin/ls /proc/self/fd | while read -r n; do echo \"$n\"; echo a.cu:1; done\n");
  REQUIRE(open.size() == 4);  // 3 is the folder that ls lists
  for (int i = 0; i < 4; ++i) CHECK(open[static_cast<std::size_t>(i)].function == std::to_string(i));
}

TEST_CASE("no place, and no wait, where addr2line is missing, fails, prints without end or never ends") {
  const std::string valid = "echo f; echo a.cu:1\n";
  REQUIRE(answers_of(valid).size() == 1);
  CHECK(answers_of(valid + "exit 1\n").empty());
  CHECK(answers_of(valid + "kill -9 $$\n").empty());
  CHECK(answers_of(valid + "exec /bin/sleep 100\n", {.time = std::chrono::milliseconds(200)}).empty());
  CHECK(answers_of("exec /usr/bin/yes\n", {.output_bytes = 1000}).empty());
  CHECK(calls_at("/nowhere/program", offset_of_known_function()).empty());
  CHECK(calls_at("/proc/self/exe", {}).empty());
  const Folder empty;
  const SearchPath path(empty.path.string());
  CHECK(calls_at("/proc/self/exe", offset_of_known_function()).empty());
}
