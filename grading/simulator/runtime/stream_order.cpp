#include "grading/simulator/runtime/stream_order.h"

#include <fmt/format.h>

#include <algorithm>

namespace sim::runtime {

void StreamOrder::join(Moment& to, const Moment& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = std::max(to[i], from[i]);
}

std::uint32_t StreamOrder::add_stream(bool blocking) {
  streams_.push_back({blocking, {}, {}});
  touches_.follow_linear_memory();
  return static_cast<std::uint32_t>(streams_.size() - 1);
}

Moment StreamOrder::before(std::uint32_t stream) const {
  const Known& in = streams_[stream];
  Moment before = in.reached;
  join(before, host_);  // the host gives work after what it has waited for
  if (stream == 0) {
    for (const Known& other : streams_)
      if (other.blocking) join(before, other.reached);
  } else if (in.blocking) {
    join(before, streams_[0].reached);
  }
  return before;
}

void StreamOrder::work(std::uint32_t stream) {
  Known& in = streams_[stream];
  in.reached = before(stream);
  working_ = stream;
  const auto number = static_cast<WorkNumber>(names_.size());
  names_.push_back("work");
  touches_.begin(number, stream, in.reached);
  if (in.reached.size() <= stream) in.reached.resize(stream + 1);
  in.reached[stream] = number;
}

void StreamOrder::name(std::string name) { names_.back() = std::move(name); }

void StreamOrder::launched() { streams_[working_].launches.push_back(static_cast<WorkNumber>(names_.size() - 1)); }

std::size_t StreamOrder::launches_missed(std::uint32_t stream) const {
  const Moment reached = before(stream);
  std::size_t missed = 0;
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    const auto& launches = streams_[i].launches;
    const WorkNumber last = i < reached.size() ? reached[i] : 0;
    missed += static_cast<std::size_t>(launches.end() - std::upper_bound(launches.begin(), launches.end(), last));
  }
  return missed;
}

void StreamOrder::forget_launches() {
  for (Known& stream : streams_) stream.launches.clear();
}

Moment StreamOrder::passes(std::uint32_t stream) { return streams_[stream].reached = before(stream); }

void StreamOrder::stream_waits(std::uint32_t stream, const Moment& moment) {
  passes(stream);
  join(streams_[stream].reached, moment);
}

void StreamOrder::host_waits(const Moment& moment) { join(host_, moment); }

void StreamOrder::host_waits_for_all() {
  for (const Known& stream : streams_) join(host_, stream.reached);
}

std::string unordered_sentence(StreamTouches::Deed mine, const std::string& what, const std::string& other, StreamTouches::Deed theirs) {
  using Deed = StreamTouches::Deed;
  const char* const luck = theirs == Deed::allocates ? "the memory may not be there yet"
                           : mine == Deed::frees     ? "the memory may be somebody else's while it is in use"
                           : mine == Deed::reads     ? "it may read what was there before"
                           : theirs == Deed::writes  ? "either of the two values may stay"
                                                     : "the other may read the new value";
  const char* const verb = theirs == Deed::allocates ? "allocates" : theirs == Deed::uses ? "uses" : theirs == Deed::writes ? "wrote" : "reads";
  const std::string array = mine == Deed::reads ? "from a CUDA array what" : "the part of a CUDA array that";
  return fmt::format("{} {} {} {} in another stream, and nothing makes this stream wait for it: {}. Give both to one stream, let "
                     "this one wait for an event (cudaEventRecord, cudaStreamWaitEvent), or call cudaStreamSynchronize in between",
                     mine == Deed::reads ? "reads" : mine == Deed::frees ? "frees" : "writes", what.empty() ? array : what, other, verb, luck);
}

}  // namespace sim::runtime
