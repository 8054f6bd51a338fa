// Processes under limits, with the shell as the program.
#include "grading/harness/process.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <csignal>

#include "grading/harness/capture.h"

using namespace course::harness;

namespace {

Outcome shell(const std::string& script, ProcessLimits limits = {}) {
  return run_process("/bin/sh", {"-c", script}, "/tmp", limits);
}

}  // namespace

TEST_CASE("exit status, output and folder") {
  const Outcome outcome = shell("pwd; echo wrong >&2; exit 3");
  CHECK(outcome.how == Outcome::How::exited);
  CHECK(outcome.exit_status == 3);
  CHECK(outcome.output == "/tmp\n");
  CHECK(outcome.errors == "wrong\n");
}

TEST_CASE("standard input is empty and no other descriptor is inherited") {
  const int secret = open("/etc/passwd", O_RDONLY);  // without close-on-exec
  REQUIRE(secret > 2);
  const Outcome outcome = shell("cat; for f in /proc/self/fd/*; do readlink $f; done | grep -c passwd");
  close(secret);
  CHECK(outcome.output == "0\n");
}

TEST_CASE("the limit of a launch is in the environment, where the simulated GPU finds it as it is loaded") {
  ProcessLimits limits;
  CHECK(shell("echo ${CUDA_SIM_INSTRUCTION_BUDGET-none}", limits).output == "none\n");
  limits.warp_instructions = 5'000'000;
  CHECK(shell("echo $CUDA_SIM_INSTRUCTION_BUDGET", limits).output == "5000000\n");
  CHECK(shell("echo $CUDA_SIM_LAUNCH_BUDGET", limits).output == "20000\n");
  setenv("CUDA_SIM_INSTRUCTION_BUDGET", "7", 1);
  CHECK(shell("echo $CUDA_SIM_INSTRUCTION_BUDGET", limits).output == "7\n");
  unsetenv("CUDA_SIM_INSTRUCTION_BUDGET");
  CHECK(shell("echo ${CUDA_SIM_BLOCK_ORDER-none}", limits).output == "none\n");
  limits.swap_blocks = true;
  CHECK(shell("echo $CUDA_SIM_BLOCK_ORDER", limits).output == "swapped\n");
}

TEST_CASE("signals") {
  const Outcome outcome = shell("kill -SEGV $$");
  CHECK(outcome.how == Outcome::How::signalled);
  CHECK(outcome.signal == SIGSEGV);
}

TEST_CASE("limits of time, output, processes") {
  ProcessLimits limits;
  limits.seconds = 0.3;
  const Outcome slow = shell("trap '' TERM INT; while :; do :; done", limits);
  CHECK(slow.how == Outcome::How::time_limit);
  CHECK(slow.seconds < 3);
  limits.seconds = 20;
  limits.output_bytes = 1 << 20;
  const Outcome loud = shell("yes", limits);
  CHECK(loud.how == Outcome::How::output_limit);
  CHECK(loud.output.size() < 100000);
  limits.processes = 5;
  const Outcome many = shell("for i in 1 2 3 4 5 6 7 8 9; do sleep 30 & done; wait", limits);
  CHECK(many.how == Outcome::How::process_limit);
  CHECK(many.seconds < 10);
}

TEST_CASE("a full pipe on one stream does not block the other") {
  const Outcome outcome = shell("head -c 1000000 /dev/zero >&2; echo done");
  CHECK(outcome.how == Outcome::How::exited);
  CHECK(outcome.output == "done\n");
  CHECK(outcome.errors.find("bytes left out") != std::string::npos);
}

TEST_CASE("a program that is not there, or no program") {
  const Outcome missing = run_process("/nowhere/runner", {}, "/tmp", {});
  CHECK(missing.how == Outcome::How::not_started);
  CHECK(missing.sentence == "/nowhere/runner cannot be started: No such file or directory");
  CHECK(run_process("/etc/passwd", {}, "/tmp", {}).sentence == "/etc/passwd cannot be started: Permission denied");
  CHECK(run_process("/bin/true", {}, "/nowhere", {}).how == Outcome::How::not_started);
}

TEST_CASE("a capture keeps both ends") {
  Capture capture(4);
  for (const char* part : {"ab", "cdefg", "hijklmnopqrstuvwxyz"}) capture.add(part);
  CHECK(capture.total() == 26);
  CHECK(capture.text() == "abcd\n[... 18 bytes left out ...]\nwxyz");
  Capture small(4);
  small.add("abcdefg");
  CHECK(small.text() == "abcdefg");
}
