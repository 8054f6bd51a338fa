#include "grading/harness/order_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "grading/harness/harness.h"
#include "grading/harness/remove_tree.h"

namespace course::harness {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "course-order-";

// What is left after it goes with later graders, a piece each: none of them is to miss its own time over it.
constexpr std::chrono::seconds for_own(5), for_left_behind(1);

// The folder itself carries the lock: a file inside could be removed by the student's program.
Descriptor locked(const fs::path& folder) {
  Descriptor descriptor(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (descriptor.get() >= 0 && flock(descriptor.get(), LOCK_EX | LOCK_NB) != 0) descriptor.reset();
  return descriptor;
}

bool is_old_and_ours(const fs::path& folder) {
  constexpr std::time_t minute = 60;
  struct stat of {};
  return lstat(folder.c_str(), &of) == 0 && S_ISDIR(of.st_mode) && of.st_uid == geteuid() &&
         of.st_mtime + minute < std::time(nullptr);
}

}  // namespace

void remove_left_behind(const fs::path& temporary) {
  const auto stop = std::chrono::steady_clock::now() + for_left_behind;
  std::error_code gone;  // others remove things there meanwhile, and nothing depends on what stays
  for (fs::directory_iterator at(temporary, gone), end; !gone && at != end; at.increment(gone)) {
    if (!at->path().filename().string().starts_with(prefix) || !is_old_and_ours(at->path())) continue;
    const Descriptor lock = locked(at->path());
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(stop - std::chrono::steady_clock::now());
    if (lock.get() >= 0) remove_tree(at->path(), left);
  }
}

OrderFolder::OrderFolder() {
  std::error_code none;
  const fs::path folder = fs::temp_directory_path(none);
  if (none) {
    const char* named = std::getenv("TMPDIR");
    throw InfrastructureFault(fmt::format("no folder for the order: TMPDIR names {}: {} (name another place)",
                                          named == nullptr ? "nothing" : named, none.message()));
  }
  static bool tidied = false;
  if (!tidied) remove_left_behind(folder);
  tidied = true;
  std::string name = (folder / fmt::format("{}XXXXXX", prefix)).string();
  if (mkdtemp(name.data()) == nullptr)
    throw InfrastructureFault(fmt::format("no folder for the order in {}: {} (TMPDIR can name another place)",
                                          folder.string(), std::strerror(errno)));
  path_ = name;
  lock_ = locked(path_);
}

OrderFolder::~OrderFolder() { remove_tree(path_, for_own); }

}  // namespace course::harness
