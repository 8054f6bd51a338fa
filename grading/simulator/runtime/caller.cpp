#include "grading/simulator/runtime/caller.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

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

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

// The place that the program's author wrote, of what addr2line -f -i printed: not the runtime's own headers, and of a call
// from_stub not the stub that the compiler made of a kernel, which has the kernel's line. The stub is a function of its
// own, or inlined where it is called: then the first of two places with one function's name.
std::string first_place(std::FILE* answers, bool from_stub) {
  std::array<char, 4096> line;
  std::vector<std::pair<std::string, std::string>> places;  // function; file:line, empty where there is none
  std::string function;
  for (bool is_function = true; std::fgets(line.data(), line.size(), answers) != nullptr; is_function = !is_function) {
    std::string text = line.data();
    text.erase(text.find_last_not_of(" \n") + 1);
    if (is_function) {
      function = text;
      continue;
    }
    if (const auto note = text.find(" (discriminator"); note != std::string::npos) text.erase(note);
    const auto colon = text.rfind(':'), slash = text.rfind('/');
    const std::string number = colon == std::string::npos ? "" : text.substr(colon + 1);
    const bool known = !number.empty() && number != "0" && number.find_first_not_of("0123456789") == std::string::npos;
    if (text.find("/simulator/include/") != std::string::npos) continue;
    places.emplace_back(function, !known ? "" : slash == std::string::npos ? text : text.substr(slash + 1));
  }
  if (!from_stub) return places.empty() ? "" : places[0].second;
  // Where the optimiser left no line of the launch, none is better than the kernel's.
  const bool known = places.size() > 1 && (places[0].first.find("__device_stub__") != std::string::npos || places[0].first == places[1].first);
  return known ? places[1].second : "";
}

std::string ask(const std::vector<void*>& frames, bool from_stub) {
  const std::string program = path_of_program();
  if (program.empty()) return "";
  std::string command = "addr2line -f -i -e " + quoted(program);
  bool any = false;
  for (void* const at : frames) {
    Dl_info frame{};
    if (dladdr(at, &frame) == 0) continue;
    command += fmt::format(" {:#x}", static_cast<std::uintptr_t>(static_cast<char*>(at) - static_cast<char*>(frame.dli_fbase)));
    any = true;
  }
  if (!any) return "";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> answers(popen((command + " 2>/dev/null").c_str(), "r"), pclose);
  return answers ? first_place(answers.get(), from_stub) : "";
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
