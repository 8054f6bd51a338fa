#include "grading/simulator/machine/stream_touches.h"

namespace sim {

void StreamTouches::begin(WorkNumber now, std::uint32_t stream, std::vector<WorkNumber> ended) {
  now_ = now;
  ended_ = std::move(ended);
  if (streams_.size() <= now) streams_.resize(now + 1);
  streams_[now] = stream;
}

StampTable& StreamTouches::table(const Allocation& in, Address at, std::uint64_t bytes) {
  StampTable& cells = tables_.try_emplace(in.id, in.base, in.bytes, 2).first->second;
  // Neighbours that are narrower than a cell may belong to two streams.
  const std::uint64_t part = (std::uint64_t{1} << cells.shift()) - 1;
  const bool to_the_end = at + bytes == in.base + in.bytes;
  if ((at & part) != 0 || ((bytes & part) != 0 && !to_the_end)) cells.refine();
  return cells;
}

std::optional<StreamTouches::Earlier> StreamTouches::reads(const Allocation& in, Address at, std::uint64_t bytes) {
  if (!linear_) return std::nullopt;  // one stream orders all; kernels that only read may run on several host threads
  const StampTable& cells = table(in, at, bytes);
  const Stamp* const write = cells.write(at);
  Stamp* const read = cells.read(at);
  const std::uint64_t count = (bytes + (std::uint64_t{1} << cells.shift()) - 1) >> cells.shift();
  std::optional<Earlier> earlier;
  for (std::uint64_t k = 0; k < count; ++k) {
    if (!earlier && unordered(write[k])) earlier = {write[k] & ~atomically, true, at + (k << cells.shift())};
    // Of several works that read and that nothing orders, one is kept.
    if (!unordered(read[k])) read[k] = now_;
  }
  return earlier;
}

std::optional<StreamTouches::Earlier> StreamTouches::replaces(const Allocation& in, Address at, std::uint64_t bytes, WorkNumber mine) {
  const StampTable& cells = table(in, at, bytes);
  Stamp* const write = cells.write(at);
  const Stamp* const read = cells.read(at);
  const std::uint64_t count = (bytes + (std::uint64_t{1} << cells.shift()) - 1) >> cells.shift();
  std::optional<Earlier> earlier;
  for (std::uint64_t k = 0; k < count; ++k) {
    const bool both_update = (mine & write[k] & atomically) != 0;
    if (!earlier && !both_update && unordered(write[k])) earlier = {write[k] & ~atomically, true, at + (k << cells.shift())};
    if (!earlier && unordered(read[k])) earlier = {read[k], false, at + (k << cells.shift())};
    write[k] = mine;
  }
  return earlier;
}

std::optional<StreamTouches::Earlier> StreamTouches::writes(const Allocation& in, Address at, std::uint64_t bytes) {
  return replaces(in, at, bytes, now_);
}

std::optional<StreamTouches::Earlier> StreamTouches::updates(const Allocation& in, Address at, std::uint64_t bytes) {
  return replaces(in, at, bytes, now_ | atomically);
}

}  // namespace sim
