#pragma once
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace sim::frontend {

// An empty file of this process in the temporary folder, removed when this goes. Without one, path() is empty.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view stem) {
    std::error_code none;
    std::string name = (std::filesystem::temp_directory_path(none) / stem).string() + ".XXXXXX";
    if (const int file = ::mkstemp(name.data()); file >= 0) ::close(file), path_ = name;
  }
  ~TemporaryFile() {
    std::error_code none;
    if (!path_.empty()) std::filesystem::remove(path_, none);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace sim::frontend
