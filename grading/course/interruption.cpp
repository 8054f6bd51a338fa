#include "interruption.h"

#include <array>
#include <atomic>
#include <csignal>

namespace course {
namespace {

constexpr std::array ours = {SIGINT, SIGTERM, SIGHUP};
std::array<struct sigaction, ours.size()> before;
std::atomic<int> came{0};

}  // namespace

Interruption::Interruption() {
  came = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    struct sigaction note {};
    note.sa_handler = [](int number) { came = number; };
    note.sa_flags = SA_RESTART;  // compilers are waited for to their end, which is near; poll returns all the same
    ::sigaction(ours[i], nullptr, &before[i]);
    if (before[i].sa_handler != SIG_IGN) ::sigaction(ours[i], &note, nullptr);
  }
}

Interruption::~Interruption() {
  for (std::size_t i = 0; i < ours.size(); ++i) ::sigaction(ours[i], &before[i], nullptr);
}

int Interruption::signal() { return came; }

void Interruption::give_way() {
  if (came == 0) return;
  ::signal(came, SIG_DFL);
  ::raise(came);
}

}  // namespace course
