#include "grading/simulator/runtime/stream_order.h"

#include <fmt/format.h>

#include <algorithm>

namespace sim::runtime {

void StreamOrder::join(Moment& to, const Moment& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = std::max(to[i], from[i]);
}

std::uint32_t StreamOrder::add_stream(bool blocking) {
  streams_.push_back({blocking, {}});
  return static_cast<std::uint32_t>(streams_.size() - 1);
}

void StreamOrder::work(std::uint32_t stream) {
  Known& in = streams_[stream];
  join(in.reached, host_);  // the host gives work after what it has waited for
  if (stream == 0) {
    for (const Known& other : streams_)
      if (other.blocking) join(in.reached, other.reached);
  } else if (in.blocking) {
    join(in.reached, streams_[0].reached);
  }
  const auto number = static_cast<WorkNumber>(names_.size());
  names_.push_back("work");
  writes_.begin(number, stream, in.reached);
  if (in.reached.size() <= stream) in.reached.resize(stream + 1);
  in.reached[stream] = number;
}

void StreamOrder::name(std::string name) { names_.back() = std::move(name); }

void StreamOrder::stream_waits(std::uint32_t stream, const Moment& moment) { join(streams_[stream].reached, moment); }

void StreamOrder::host_waits(const Moment& moment) { join(host_, moment); }

void StreamOrder::host_waits_for_all() {
  for (const Known& stream : streams_) join(host_, stream.reached);
}

std::string unordered_sentence(const std::string& writer) {
  return fmt::format("reads from a CUDA array what {} wrote in another stream, and nothing makes this stream wait for it: it may "
                     "read what was there before. Give both to one stream, let this one wait for an event "
                     "(cudaEventRecord, cudaStreamWaitEvent), or call cudaStreamSynchronize in between",
                     writer);
}

}  // namespace sim::runtime
