#include "document.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "files.h"
#include "problem.h"

namespace course {
namespace {

/// What is printed, by this process and by those it starts, goes to standard error; the answer is where it went before.
int take_standard_output() {
  static bool taken = false;
  if (std::exchange(taken, true)) throw Problem("standard output takes one document, and `-` is named twice: name a file for one of them");
  std::fflush(stdout);
  const int output = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (output < 0) throw Problem("cannot write to standard output: it is closed");
  if (::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(nowhere, STDOUT_FILENO);
    ::close(nowhere);
  }
  return output;
}

}  // namespace

Document::Document(std::string name) : name_(std::move(name)) {
  if (name_ == "-")
    output_ = take_standard_output();
  else if (wanted())
    expect_writable(name_);
}

Document::~Document() {
  if (output_ >= 0) ::close(output_);
}

bool Document::may_grow() const {
  return wanted() && output_ < 0 && (fs::is_regular_file(name_) || !fs::exists(name_));
}

void Document::write(std::string_view content) const {
  if (wanted() && output_ < 0) write_file(name_, content);
  while (output_ >= 0 && !content.empty()) {
    const ssize_t count = ::write(output_, content.data(), content.size());
    if (count < 0 && errno != EINTR) throw Problem(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
    if (count > 0) content.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace course
