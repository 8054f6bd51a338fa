// Timed calls, one at a time, when the grader says so: runners of several kernels take turns on one GPU, and none can
// slow down another, since only one of them has work there.
#include <cuda_runtime.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <nlohmann/json.hpp>

#include "grading/runner/case.h"
#include "grading/runner/protocol.h"
#include "grading/runner/timing.h"

namespace course::runner {
namespace {

using nlohmann::json;

// Lines to and from the grader. The grader going away ends this process, which is of no use without it.
class Channel {
 public:
  json read() {
    std::size_t end;
    while ((end = buffer_.find('\n')) == std::string::npos) {
      char bytes[4096];
      const ssize_t count = ::read(protocol::turns_descriptor, bytes, sizeof bytes);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) std::_Exit(protocol::finished);
      buffer_.append(bytes, static_cast<std::size_t>(count));
    }
    const std::string line = buffer_.substr(0, end);
    buffer_.erase(0, end + 1);
    return json::parse(line);
  }
  void write(const json& message) {
    const std::string line = message.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
    for (std::size_t at = 0; at < line.size();) {
      const ssize_t count = ::write(protocol::turns_descriptor, line.data() + at, line.size() - at);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) std::_Exit(protocol::finished);
      at += static_cast<std::size_t>(count);
    }
  }
  void expect(const char* command) {
    if (read().at("do") != command)
      throw RunnerFault(protocol::lab_fault, std::string("the grader was to say '") + command + "'");
  }

 private:
  std::string buffer_;
};

// Begins when the grader gives the word, so that the grader's own clock sees the same part.
class GradersTimer : public Timer {
 public:
  GradersTimer(Channel& channel, Stopwatch& watch) : channel_(channel), watch_(watch) {}

  void begin() override {
    if (began_) throw RunnerFault(protocol::lab_fault, "runner.cpp calls Case::timed more than once in a case");
    began_ = true;
    ours([&] { watch_.prepare(); });
    channel_.write({{"ready", true}});
    channel_.expect("go");
    ours([&] { watch_.start(); });
  }
  void end() override { ms = watch_.stop(); }
  bool began() const { return began_; }

  double ms = 0;

 private:
  // In the middle of what the student's function may throw.
  static void ours(const auto& step) {
    try {
      step();
    } catch (const std::runtime_error& error) {
      throw RunnerFault(protocol::no_device, error.what());
    }
  }

  Channel& channel_;
  Stopwatch& watch_;
  bool began_ = false;
};

json facts() {
  const DeviceFacts facts = device_facts();
  return {{"name", facts.name},
          {"compute_capability", facts.compute_capability},
          {"bus_id", facts.bus_id},
          {"l2_bytes", facts.l2_bytes},
          {"free_bytes", facts.free_bytes},
          {"total_bytes", facts.total_bytes},
          {"multiprocessors", facts.multiprocessors},
          {"memory_clock_khz", facts.memory_clock_khz},
          {"memory_bus_bits", facts.memory_bus_bits},
          {"driver", facts.driver},
          {"runtime", facts.runtime}};
}

// The ceiling: what this GPU's own copy takes for so many bytes, loaded and stored together. What is copied is drawn
// anew, since equal bytes would be compressed by some memory systems; by the device, since two gigabytes from the host
// would take a second and more.
json timed_copy(Channel& channel, Stopwatch& watch, const json& command) {
  const std::size_t elements = command.at("bytes").get<std::size_t>() / (2 * sizeof(float)), bytes = elements * sizeof(float);
  const KeptMemory source(bytes, "the copy that is timed"), target(bytes, "the copy that is timed");
  fill_device(source.get(), "f32", elements, 1, bytes, Draw{-1000, 1000, false}, command.at("seed").get<std::uint64_t>());
  GradersTimer timer(channel, watch);
  timer.begin();
  copy_on_device(target.get(), source.get(), bytes);
  timer.end();
  return {{"ms", timer.ms}, {"bytes", 2 * bytes}};
}

// What the student's function throws and does not catch ends the process, as in every other run.
void run_case_or_end(Case& c) {
  try {
    run_case(c);
  } catch (const RunnerFault&) {
    throw;
  } catch (...) {
    std::terminate();
  }
}

void timed_call(Channel& channel, Stopwatch& watch, const json& command, const std::filesystem::path& folder) {
  const auto begin = std::chrono::steady_clock::now();
  const CaseOrder order = read_case(command.at("case"));
  const auto seed = command.at("seed").get<std::uint64_t>();
  GradersTimer timer(channel, watch);
  Case::State state;
  state.numbers = order.numbers;
  for (const ArrayOrder& array : order.arrays) state.buffers.emplace_back(array, folder, seed);
  if (cudaDeviceSynchronize() != cudaSuccess) throw RunnerFault(protocol::no_device, "the device does not answer");
  const std::chrono::duration<double, std::milli> preparing = std::chrono::steady_clock::now() - begin;
  state.timer = &timer;
  state.seed = seed;
  Case c(state);
  run_case_or_end(c);
  if (!timer.began()) throw RunnerFault(protocol::lab_fault, "runner.cpp of this lab does not call Case::timed");
  const cudaError_t last_error = cudaGetLastError();
  const cudaError_t synchronised = cudaDeviceSynchronize();
  std::fflush(nullptr);
  json answer = {{"ms", timer.ms},
                 {"preparing_ms", preparing.count()},
                 {"last_error", int(last_error)},
                 {"synchronise", int(synchronised)},
                 {"last_error_name", cudaGetErrorName(last_error)},
                 {"synchronise_name", cudaGetErrorName(synchronised)},
                 {"returned", json::object()}};
  for (const auto& [name, value] : state.returned)
    std::visit([&, &key = name](auto number) { answer["returned"][key] = number; }, value);
  channel.write(answer);
  if (synchronised != cudaSuccess) return;

  // The salt comes now: nobody could work out the hash of a result that was not there yet.
  const json verify = channel.read();
  const auto salt = verify.at("salt").get<std::uint64_t>();
  const json& samples = verify.at("samples");  // arrays of which elements are wanted instead of a hash: name and number
  json hashes = json::object(), sampled = json::object();
  for (const Buffer& buffer : state.buffers) {
    const std::string& name = buffer.order().name;
    if (const auto wanted = samples.find(name); wanted != samples.end())
      sampled[name] = buffer.samples(salt, wanted->get<std::size_t>());
    else if (buffer.order().role != "scratch")
      hashes[name] = buffer.hash(salt);
  }
  channel.write({{"hashes", hashes}, {"samples", sampled}});
}

}  // namespace

int take_turns(const std::filesystem::path& folder) {
  Channel channel;
  try {
    Stopwatch watch;
    while (true) {
      const json command = channel.read();
      const auto what = command.at("do").get<std::string>();
      if (what == "device")
        channel.write(facts());
      else if (what == "copy")
        channel.write(timed_copy(channel, watch, command));
      else if (what == "call")
        timed_call(channel, watch, command, folder);
      else
        throw RunnerFault(protocol::lab_fault, "the grader says '" + what + "', which no runner knows");
    }
  } catch (const RunnerFault& fault) {
    channel.write({{"fault", {{"status", fault.exit_status}, {"sentence", fault.what()}}}});
    return fault.exit_status;
  } catch (const json::exception& error) {
    channel.write({{"fault", {{"status", int(protocol::lab_fault)}, {"sentence", error.what()}}}});
    return protocol::lab_fault;
  } catch (const std::runtime_error& error) {
    channel.write({{"fault", {{"status", int(protocol::no_device)}, {"sentence", error.what()}}}});
    return protocol::no_device;
  }
}

}  // namespace course::runner
