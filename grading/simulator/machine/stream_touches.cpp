#include "grading/simulator/machine/stream_touches.h"

#include <utility>

namespace sim {
namespace {

std::uint64_t count_of(const StampTable& cells, std::uint64_t bytes) {
  return (bytes + (std::uint64_t{1} << cells.shift()) - 1) >> cells.shift();
}

}  // namespace

void StreamTouches::begin(WorkNumber now, std::uint32_t stream, std::vector<WorkNumber> ended) {
  now_ = now;
  ended_ = std::move(ended);
  if (streams_.size() <= now) streams_.resize(now + 1);
  streams_[now] = stream;
  answered_ = 0;
}

StreamTouches::Followed& StreamTouches::touch(const Allocation& in) {
  Followed& followed = followed_[in.id];
  if (followed.seen != now_) followed.last[streams_[now_]] = followed.seen = now_;
  return followed;
}

StampTable& StreamTouches::cells(Followed& followed, const Allocation& in, Address at, std::uint64_t bytes) {
  if (followed.cells.empty()) followed.cells = StampTable(in.base, in.bytes, 2);
  StampTable& cells = followed.cells;
  // Neighbours that are narrower than a cell may belong to two streams.
  const std::uint64_t part = (std::uint64_t{1} << cells.shift()) - 1;
  const bool to_the_end = at + bytes == in.base + in.bytes;
  if ((at & part) != 0 || ((bytes & part) != 0 && !to_the_end)) cells.refine();
  return cells;
}

WorkNumber StreamTouches::unordered_of(Stamp stamp, bool lightly) const {
  if ((stamp & several) == 0) return unordered(stamp) ? stamp : 0;
  for (const Toucher& one : touchers_[stamp & ~several])
    if (!(lightly && one.lightly) && unordered(one.work)) return one.work;
  return 0;
}

Stamp StreamTouches::joined(Stamp stamp, bool lightly) {
  if (answered_ != 0 && stamp == asked_ && lightly == asked_lightly_) return answered_;
  asked_ = stamp, asked_lightly_ = lightly;
  Touchers all;
  Toucher mine{now_, lightly};
  const auto keep = [&](const Toucher& one) {
    if (one.work == now_) mine.lightly = mine.lightly && one.lightly;
    else if (unordered(one.work)) all.push_back(one);
  };
  if ((stamp & several) == 0) keep({stamp, false});
  else for (const Toucher& one : touchers_[stamp & ~several]) keep(one);
  all.push_back(mine);
  if (all.size() == 1 && !mine.lightly) return answered_ = now_;
  const auto [known, is_new] = stamp_of_.try_emplace(all, several | static_cast<Stamp>(touchers_.size()));
  if (is_new) touchers_.push_back(std::move(all));
  return answered_ = known->second;
}

std::optional<StreamTouches::Earlier> StreamTouches::takes(const Allocation& in, Address at, std::uint64_t bytes, bool lightly) {
  if (!linear_) return std::nullopt;  // one stream orders all; kernels that only read may run on several host threads
  Followed& followed = touch(in);
  const StampTable& table = cells(followed, in, at, bytes);
  const Stamp* const write = table.write(at);
  Stamp* const read = table.read(at);
  std::optional<Earlier> earlier;
  if (unordered(followed.allocated)) earlier = {followed.allocated, Deed::allocates, at};
  for (std::uint64_t k = 0, count = count_of(table, bytes); k < count; ++k) {
    if (!earlier)
      if (const WorkNumber work = unordered_of(write[k], lightly)) earlier = {work, Deed::writes, at + (k << table.shift())};
    read[k] = joined(read[k], lightly);
  }
  return earlier;
}

std::optional<StreamTouches::Earlier> StreamTouches::replaces(const Allocation& in, Address at, std::uint64_t bytes, bool lightly) {
  Followed& followed = touch(in);
  const StampTable& table = cells(followed, in, at, bytes);
  Stamp* const write = table.write(at);
  const Stamp* const read = table.read(at);
  std::optional<Earlier> earlier;
  if (unordered(followed.allocated)) earlier = {followed.allocated, Deed::allocates, at};
  for (std::uint64_t k = 0, count = count_of(table, bytes); k < count; ++k) {
    if (!earlier) {
      if (const WorkNumber writer = unordered_of(write[k], lightly)) earlier = {writer, Deed::writes, at + (k << table.shift())};
      else if (const WorkNumber reader = unordered_of(read[k], lightly)) earlier = {reader, Deed::reads, at + (k << table.shift())};
    }
    write[k] = lightly ? joined(write[k], true) : now_;
  }
  return earlier;
}

std::optional<StreamTouches::Earlier> StreamTouches::reads(const Allocation& in, Address at, std::uint64_t bytes) {
  return takes(in, at, bytes, false);
}

std::optional<StreamTouches::Earlier> StreamTouches::compares(const Allocation& in, Address at, std::uint64_t bytes) {
  return takes(in, at, bytes, true);
}

std::optional<StreamTouches::Earlier> StreamTouches::writes(const Allocation& in, Address at, std::uint64_t bytes) {
  return replaces(in, at, bytes, false);
}

std::optional<StreamTouches::Earlier> StreamTouches::updates(const Allocation& in, Address at, std::uint64_t bytes) {
  return replaces(in, at, bytes, true);
}

void StreamTouches::allocates(const Allocation& in) { touch(in).allocated = now_; }

std::optional<StreamTouches::Earlier> StreamTouches::frees(const Allocation& in) {
  for (const auto& [stream, work] : touch(in).last)
    if (unordered(work)) return Earlier{work, Deed::uses, in.base};
  return std::nullopt;
}

}  // namespace sim
