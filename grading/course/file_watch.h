#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace course {

/// Tells when files of a folder were saved: CUDA and C++ sources, whatever an editor does to replace them. Looks at size,
/// time and number of every file; inotify only makes it look at once. Without inotify (COURSE_WATCH=poll, or none to be
/// had), and for changes that come over a network, it looks a few times a second or every second.
class FileWatch {
 public:
  explicit FileWatch(std::vector<std::filesystem::path> folders);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// Names of the files that were saved, added or removed since the last call (or the start); waits for one, and for
  /// the editor to be done. Empty when a signal came first.
  std::vector<std::string> wait();
  bool polls() const { return notifier_ < 0; }

 private:
  struct Stamp {
    std::uintmax_t size = 0;
    long long changed_at = 0, number = 0;
    bool operator==(const Stamp&) const = default;
  };
  using Stamps = std::map<std::string, Stamp>;

  Stamps look() const;
  void pause(int milliseconds) const;

  std::vector<std::filesystem::path> folders_;
  int notifier_ = -1;
  Stamps seen_;
};

}  // namespace course
