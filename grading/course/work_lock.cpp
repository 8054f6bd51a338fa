#include "work_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "interruption.h"

namespace course {

WorkLock::WorkLock(const std::filesystem::path& folder, const std::string& task)
    : file_(::open((folder / (task + ".lock")).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  while (file_.get() >= 0 && ::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
    if ((errno != EWOULDBLOCK && errno != EINTR) || Interruption::signal() != 0) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

}  // namespace course
