#include "grading/simulator/runtime/caller.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "grading/source_lines/source_lines.h"

namespace sim::runtime {
namespace {

std::string path_of_program() {
  std::array<char, PATH_MAX> path;
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  return length <= 0 ? "" : std::string(path.data(), static_cast<std::size_t>(length));
}

// Addresses of the program's own code on the stack, the innermost first, each inside the call that has not returned.
std::vector<void*> own_frames() {
  std::array<void*, 64> frames;
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  Dl_info runtime{}, frame{};
  dladdr(reinterpret_cast<void*>(&line_of_caller), &runtime);
  std::vector<void*> own;
  for (int i = 0; i < count; ++i) {
    void* const at = static_cast<char*>(frames[static_cast<std::size_t>(i)]) - 1;
    if (dladdr(at, &frame) == 0 || frame.dli_fbase == runtime.dli_fbase) {
      if (!own.empty()) break;
      continue;
    }
    own.push_back(at);
  }
  return own;
}

// The place that the program's author wrote: not the runtime's own headers, and of a call from_stub not the stub that the
// compiler made of a kernel, which has the kernel's line. The stub is a function of its own, or inlined where it is called:
// then the first of two places with one function's name.
std::string first_place(std::vector<source_lines::Call> calls, bool from_stub) {
  std::erase_if(calls, [](const auto& call) { return call.file.find("/simulator/include/") != std::string::npos; });
  if (!from_stub) return calls.empty() ? "" : short_place(calls[0]);
  // Where the optimiser left no line of the launch, none is better than the kernel's.
  const bool known = calls.size() > 1 && (calls[0].function.find("__device_stub__") != std::string::npos || calls[0].function == calls[1].function);
  return known ? short_place(calls[1]) : "";
}

std::string ask(const std::vector<void*>& frames, bool from_stub) {
  std::vector<std::uint64_t> offsets;
  for (void* const at : frames)
    if (Dl_info frame{}; dladdr(at, &frame) != 0)
      offsets.push_back(static_cast<std::uint64_t>(static_cast<char*>(at) - static_cast<char*>(frame.dli_fbase)));
  return first_place(source_lines::calls_at(path_of_program(), offsets), from_stub);
}

}  // namespace

std::string line_of_caller(bool from_stub) {
  static std::mutex one_at_a_time;
  static std::map<std::vector<void*>, std::string> known;
  const std::lock_guard lock(one_at_a_time);
  const std::vector<void*> frames = own_frames();
  const auto [place, is_new] = known.try_emplace(frames);
  if (is_new) place->second = ask(frames, from_stub);
  return place->second;
}

}  // namespace sim::runtime
