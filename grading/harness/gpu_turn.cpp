#include "grading/harness/gpu_turn.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <chrono>
#include <thread>

#include "grading/harness/interruption.h"

namespace course::harness {

namespace {

std::filesystem::path lock_path() {
  std::error_code none;
  return std::filesystem::temp_directory_path(none) / "course-gpu.lock";
}

programs::Descriptor open_lock(const std::filesystem::path& path) {
  // First without O_CREAT: of a file that another user made in a sticky folder Linux refuses it (fs.protected_regular).
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  return programs::Descriptor(file >= 0 ? file : open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666));
}

}  // namespace

bool gpu_is_taken() {
  const programs::Descriptor file = open_lock(lock_path());
  return file.get() >= 0 && flock(file.get(), LOCK_EX | LOCK_NB) != 0;
}

GpuTurn::GpuTurn(double seconds) {
  const auto path = lock_path();
  file_ = open_lock(path);
  if (file_.get() < 0) {
    note_ = fmt::format("no lock at {}: other graders may use the GPU at the same time", path.string());
    return;
  }
  fchmod(file_.get(), 0666);  // for the next user; fails for a file of another's, which has it already
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (interruption() != 0) throw Interrupted();
    if (std::chrono::steady_clock::now() > end) {
      note_ = fmt::format("another grader has held {} for {:.0f} s: it may use the GPU at the same time", path.string(), seconds);
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

}  // namespace course::harness
