#include "file_watch.h"

#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <set>
#include <string_view>

#include "interruption.h"

namespace course {
namespace {

namespace fs = std::filesystem;

bool is_source(const fs::path& file) {
  static const std::set<std::string> endings = {".cu", ".cuh", ".h", ".hpp", ".cpp"};
  const std::string name = file.filename().string();
  return endings.contains(file.extension().string()) && !name.starts_with('.');  // editors hide their own copies
}

}  // namespace

FileWatch::FileWatch(std::vector<fs::path> folders) : folders_(std::move(folders)) {
  const char* wanted = std::getenv("COURSE_WATCH");
  if (wanted == nullptr || std::string_view(wanted) != "poll") notifier_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  for (const fs::path& folder : folders_) {
    if (notifier_ < 0) break;
    if (::inotify_add_watch(notifier_, folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE | IN_CREATE) >= 0) continue;
    ::close(notifier_);  // the system's number of watches is used up: polling does it as well
    notifier_ = -1;
  }
  seen_ = look();
}

FileWatch::~FileWatch() {
  if (notifier_ >= 0) ::close(notifier_);
}

FileWatch::Stamps FileWatch::look() const {
  Stamps stamps;
  for (const fs::path& folder : folders_) {
    std::error_code gone;  // a folder may go and come back, as with a checkout of another branch
    for (auto item = fs::directory_iterator(folder, gone); !gone && item != fs::directory_iterator();
         item.increment(gone)) {
      struct stat status {};
      if (!is_source(item->path()) || ::stat(item->path().c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
      stamps[item->path().string()] = {static_cast<std::uintmax_t>(status.st_size),
                                       status.st_mtim.tv_sec * 1'000'000'000LL + status.st_mtim.tv_nsec,
                                       static_cast<long long>(status.st_ino)};
    }
  }
  return stamps;
}

void FileWatch::pause(int milliseconds) const {
  pollfd notified{notifier_, POLLIN, 0};  // a descriptor of -1 is passed over
  ::poll(&notified, 1, milliseconds);
  std::array<char, 4096> events;
  while (notifier_ >= 0 && ::read(notifier_, events.data(), events.size()) > 0) {
  }
}

std::vector<std::string> FileWatch::wait() {
  while (Interruption::signal() == 0) {
    Stamps now = look();
    if (now == seen_) {
      pause(polls() ? 250 : 1000);
      continue;
    }
    // Until two looks agree: editors write, rename and touch in several steps.
    for (Stamps later; Interruption::signal() == 0; now = std::move(later)) {
      ::poll(nullptr, 0, 60);
      later = look();
      if (later == now) break;
    }
    std::set<std::string> names;
    for (const auto& [file, stamp] : now)
      if (const auto before = seen_.find(file); before == seen_.end() || !(before->second == stamp))
        names.insert(fs::path(file).filename().string());
    for (const auto& [file, stamp] : seen_)
      if (!now.contains(file)) names.insert(fs::path(file).filename().string());
    seen_ = std::move(now);
    return {names.begin(), names.end()};
  }
  return {};
}

}  // namespace course
