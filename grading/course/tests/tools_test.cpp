#include <doctest/doctest.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>

#include "grading/course/console.h"
#include "grading/course/files.h"
#include "grading/course/problem.h"
#include "grading/course/process.h"

using namespace course;

namespace {

/// A folder of its own for a test, removed at the end; its name has a space in it.
struct Scratch {
  fs::path folder = fs::temp_directory_path() / ("course test " + std::to_string(::getpid()));
  Scratch() { fs::create_directories(folder); }
  ~Scratch() { fs::remove_all(folder); }
};

}  // namespace

TEST_CASE("write_file replaces the whole file or leaves it as it was") {
  const Scratch scratch;
  const fs::path file = scratch.folder / "report.json";
  write_file(file, "first");
  write_file(file, "second");
  CHECK(read_file(file) == "second");
  CHECK_THROWS_AS(write_file(scratch.folder / "missing" / "report.json", "x"), Problem);
  CHECK_THROWS_AS(write_file(scratch.folder, "x"), Problem);
  CHECK(std::distance(fs::directory_iterator(scratch.folder), fs::directory_iterator()) ==
        1);  // no half file beside it
}

TEST_CASE("write_file writes through a link and to a device") {
  const Scratch scratch;
  write_file(scratch.folder / "target", "old");
  fs::create_symlink("target", scratch.folder / "link");
  write_file(scratch.folder / "link", "new");
  CHECK(fs::is_symlink(scratch.folder / "link"));
  CHECK(read_file(scratch.folder / "target") == "new");
  CHECK_NOTHROW(write_file("/dev/null", "gone"));
  CHECK_FALSE(fs::is_regular_file("/dev/null"));
}

TEST_CASE("a process ends with a status, a signal or at its limit") {
  const Scratch scratch;
  const auto run = [&](const std::string& script, int seconds) {
    return run_process({.arguments = {"sh", "-c", script},
                        .output = scratch.folder / "log",
                        .folder = scratch.folder,
                        .limit = std::chrono::seconds(seconds)});
  };
  CHECK(run("exit 3", 10).status == 3);
  CHECK(run("kill -SEGV $$", 10).signal == 11);
  CHECK(run("sleep 60", 1).over_limit);
  // It may say its last words, but not stay.
  const auto heeds = run("trap 'exit 7' TERM; while :; do :; done", 1), stays = run("trap '' TERM; while :; do :; done", 1);
  CHECK(heeds.over_limit);
  CHECK(heeds.status == 7);
  CHECK(stays.over_limit);
  CHECK(stays.signal == 9);
  CHECK(run("pwd; echo to error >&2; cat", 10).ok());
  CHECK(read_file(scratch.folder / "log") == fs::canonical(scratch.folder).string() + "\nto error\n");
  CHECK_THROWS_AS(run_process({.arguments = {"no-such-program-here"}, .output = "/dev/null", .folder = {}}), Problem);
  CHECK(first_line_of({"printf", "one\ntwo"}) == "one");
  CHECK(first_line_of({"sh", "-c", "printf '%s|' \"$@\"", "sh", "a b", "it's"}) == "a b|it's|");
  CHECK(first_line_of({"no-such-program-here"}).empty());
  CHECK(first_line_of({"sh", "-c", "echo warning >&2; echo one"}) == "one");
  CHECK(first_line_of({"sh", "-c", "echo NVIDIA-SMI has failed; exit 9"}).empty());
  CHECK(first_line_of({"seq", "1", "100000"}) == "1");  // more than a pipe holds
  const auto begin = std::chrono::steady_clock::now();
  CHECK(first_line_of({"sh", "-c", "echo one; exec sleep 30"}, std::chrono::milliseconds(200)).empty());
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(10));
}

TEST_CASE("parallel work is done once each, and a failure does not stop the rest") {
  std::vector<std::atomic<int>> done(100);
  CHECK_THROWS_AS(for_each_in_parallel(done.size(), 3,
                                       [&](std::size_t i) {
                                         ++done[i];
                                         if (i == 5) throw Problem("five");
                                       }),
                  Problem);
  for (const auto& count : done) CHECK(count == 1);
  for_each_in_parallel(0, 2, [](std::size_t) { FAIL("there is nothing to do"); });
}

TEST_CASE("text is broken at spaces, and a long path stays whole") {
  CHECK(wrapped("aa bb cc", 2, 7) == "  aa bb\n  cc\n");
  CHECK(wrapped("one\n\ntwo", 0, 20) == "one\n\ntwo\n");
  CHECK(wrapped("/a/very/long/path and", 1, 8) == " /a/very/long/path\n and\n");
}

TEST_CASE("colour is only in the text when asked for") {
  CHECK(Console(false).verdict("todo", 7) == "to do  ");
  CHECK(Console(true).verdict("pass") == "\x1b[32mpass\x1b[0m");
}
