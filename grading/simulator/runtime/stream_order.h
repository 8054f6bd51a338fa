#pragma once
// Which work is ordered before which: streams, events and what the host has waited for (CUDA C++ Programming Guide,
// "Streams", "Events", "Default Stream").
#include <cstdint>
#include <string>
#include <vector>

#include "grading/simulator/machine/stream_touches.h"

namespace sim::runtime {

// For each stream the number of its last work that is known to have ended.
using Moment = std::vector<WorkNumber>;

class StreamOrder {
 public:
  // A stream of its own; 0 is the default stream. `blocking`: it and the default stream wait for each other.
  std::uint32_t add_stream(bool blocking);

  // Work of a stream begins. What it reads and writes is judged by touches() until the next one.
  void work(std::uint32_t stream);
  // Who did it, for messages: the name of a kernel or of a call.
  void name(std::string name);
  const std::string& name_of(WorkNumber work) const { return names_[work]; }

  // The work that began last is a kernel that runs.
  void launched();
  // How many launches since forget_launches() an event that is recorded in `stream` now does not wait for.
  std::size_t launches_missed(std::uint32_t stream) const;
  void forget_launches();

  Moment moment(std::uint32_t stream) const { return streams_[stream].reached; }
  // What work or an event that is given to `stream` now comes after.
  Moment before(std::uint32_t stream) const;
  // The same of a wait or an event: in the default stream it is what blocking streams wait for from now on.
  Moment passes(std::uint32_t stream);
  void stream_waits(std::uint32_t stream, const Moment& moment);
  void host_waits(const Moment& moment);
  void host_waits_for_all();

  StreamTouches& touches() { return touches_; }

 private:
  struct Known {
    bool blocking = true;
    Moment reached;                    // the stream's own work included
    std::vector<WorkNumber> launches;  // ascending
  };
  static void join(Moment& to, const Moment& from);

  std::vector<Known> streams_ = {Known{}};
  Moment host_;
  std::vector<std::string> names_ = {""};
  std::uint32_t working_ = 0;  // the stream of the work that began last
  StreamTouches touches_;
};

// What is wrong when `mine` is not ordered after what `other` did. `what` leads over to it ("element 3 of `x`,
// which"), and is empty for part of a CUDA array.
std::string unordered_sentence(StreamTouches::Deed mine, const std::string& what, const std::string& other, StreamTouches::Deed theirs);

}  // namespace sim::runtime
