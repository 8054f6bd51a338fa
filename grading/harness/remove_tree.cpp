#include "grading/harness/remove_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string_view>

#include "grading/harness/spawn.h"

namespace course::harness {
namespace {

using Clock = std::chrono::steady_clock;

// A folder that can be read, written and moved: its owner may have taken these rights from itself.
Descriptor opened(int parent, const char* name) {
  const Descriptor place(openat(parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (place.get() < 0) return Descriptor();
  chmod(fmt::format("/proc/self/fd/{}", place.get()).c_str(), 0700);  // a descriptor that is only a place knows no fchmod
  return Descriptor(openat(place.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

// What is no folder is removed, and what is one given to `for_folder`, which answers whether it got rid of it.
// @return whether anything went away
template <class F>
bool empty(const Descriptor& folder, Clock::time_point end, const F& for_folder) {
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(fdopendir(fcntl(folder.get(), F_DUPFD_CLOEXEC, 0)), closedir);
  bool any = false;
  if (!entries) return any;
  rewinddir(entries.get());  // the descriptors share one position
  while (const dirent* entry = readdir(entries.get())) {
    if (Clock::now() > end) return any;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    any |= unlinkat(folder.get(), entry->d_name, 0) == 0 || for_folder(entry->d_name);
  }
  return any;
}

}  // namespace

bool remove_tree(const std::filesystem::path& folder, std::chrono::milliseconds at_most) {
  const Clock::time_point end = Clock::now() + at_most;
  const Descriptor top = opened(AT_FDCWD, folder.c_str());
  if (top.get() < 0) return false;
  // By moving what lies deeper up to the top, a level at a time: neither descriptors nor the stack grow with the depth.
  std::uint64_t secret = 0;  // no name that the program could have taken
  static_cast<void>(getrandom(&secret, sizeof secret, 0));
  std::uint64_t moved = 0;
  const auto flatten = [&](const char* name) {
    const Descriptor child = opened(top.get(), name);
    const bool any = empty(child, end, [&](const char* deeper) {
      static_cast<void>(opened(child.get(), deeper));  // a folder that is not writable cannot be moved
      return renameat(child.get(), deeper, top.get(), fmt::format("{:016x}-{}", secret, moved++).c_str()) == 0;
    });
    return unlinkat(top.get(), name, AT_REMOVEDIR) == 0 || any;
  };
  while (Clock::now() <= end && empty(top, end, flatten)) {
  }
  return rmdir(folder.c_str()) == 0;
}

}  // namespace course::harness
