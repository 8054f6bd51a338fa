#include "files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "problem.h"

namespace course {

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in || fs::is_directory(file)) throw Problem(fmt::format("cannot read {}", file.string()));
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void write_file(const fs::path& file, std::string_view content) {
  // A device or a pipe (--json /dev/stdout) can be written, not replaced.
  std::error_code ignored;
  const bool replace = !fs::exists(file, ignored) || fs::is_regular_file(file, ignored);
  const fs::path target = fs::is_symlink(file, ignored) && replace ? fs::weakly_canonical(file, ignored) : file;
  const fs::path half = replace ? fs::path(fmt::format("{}.{}.tmp", target.string(), ::getpid())) : target;
  std::ofstream out(half, std::ios::binary);
  out.write(content.data(), static_cast<std::streamsize>(content.size()));
  out.close();
  std::error_code error;
  if (out && replace) fs::rename(half, target, error);
  if (!out || error) {
    if (replace) fs::remove(half, ignored);
    throw Problem(fmt::format("cannot write {}: is its folder there, writable, and the disk not full?", file.string()));
  }
}

void expect_writable(const fs::path& file) {
  fs::path folder = file.parent_path();
  if (folder.empty()) folder = ".";
  if (fs::is_directory(file) || !fs::is_directory(folder) || ::access(folder.c_str(), W_OK) != 0)
    throw Problem(fmt::format("cannot write {}: its folder must be there and writable", file.string()));
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || ::access(folder.c_str(), W_OK) != 0)
    throw Problem(fmt::format("cannot write to {}: copy the repository to a folder of yours, or mend its permissions",
                              folder.string()));
}

}  // namespace course
