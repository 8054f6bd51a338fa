#pragma once

namespace course {

/// While one lives, Ctrl-C (SIGINT, and SIGTERM and SIGHUP alike) is noted instead of ending the tool on the spot: what
/// run_process started is told to end and tidies up, and the tool gets to say a last word.
class Interruption {
 public:
  Interruption();
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  /// The signal that came, or 0.
  static int signal();
  /// Ends the tool by the signal that came, as its caller expects; returns if none did.
  void give_way();
};

}  // namespace course
