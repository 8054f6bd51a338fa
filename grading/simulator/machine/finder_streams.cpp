// Accesses that work in other streams may come before or after: between launches and copies, not within one.
#include <algorithm>
#include <bit>
#include <cstring>

#include "grading/simulator/machine/finder_access.h"
#include "grading/simulator/machine/finder_words.h"

namespace sim {
namespace {

constexpr const char* unordered = "unordered-streams";

// Leads over to who did it; see LaunchConfig.
std::string what(const Launch& launch, const Allocation& in, std::uint64_t address, unsigned bytes) {
  if (in.kind == Allocation::Kind::array) return {};
  return words::place_in_global(launch, address - (address - in.base) % bytes, bytes) + ", which";
}

}  // namespace

void Finder::tell_unordered(Warp& warp, std::uint32_t line, unsigned lane, bool reads, const Allocation& in, unsigned bytes,
                            const StreamTouches::Earlier& earlier) {
  const auto& faults = warp.launch->report.faults;  // a loop meets it again and again
  if (std::any_of(faults.begin(), faults.end(), [&](const Fault& f) { return f.kind == unordered && f.line == line; })) return;
  const StreamTouches::Deed mine = reads ? StreamTouches::Deed::reads : StreamTouches::Deed::writes;
  tell(warp, line, lane, unordered, warp.launch->config->unordered_sentence(mine, what(*warp.launch, in, earlier.address, bytes), earlier), 0);
}

void Finder::follow_streams(Warp& warp, std::uint32_t line, unsigned lane, StreamTouch touch, const Allocation& in, std::uint64_t address,
                            unsigned bytes) {
  const LaunchConfig& config = *warp.launch->config;
  if (config.touches == nullptr || !config.touches->follows(in)) return;
  const bool reads = touch == &StreamTouches::reads;
  if (const auto earlier = (config.touches->*touch)(in, address, bytes)) tell_unordered(warp, line, lane, reads, in, bytes, *earlier);
}

void Finder::watch_streams(Warp& warp, std::byte* frame, const Op& op, const MemorySite& site, const Pattern& pattern, std::uint64_t base,
                           unsigned bytes) {
  const bool reads = site.kind == MemorySite::Kind::load;
  if (site.is_volatile || (reads && site.speculative)) return;
  const Allocation* const in = warp.launch->memory->find(base);
  if (!in) return;
  StreamTouches& touches = *warp.launch->config->touches;
  const StreamTouch touch = !reads ? &StreamTouches::writes : site.tested ? &StreamTouches::compares : &StreamTouches::reads;
  std::optional<StreamTouches::Earlier> found;
  unsigned found_lane = 0;
  for (std::uint32_t rest = pattern.mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t address = base + pattern.wide_delta[lane];
    const auto earlier = (touches.*touch)(*in, address, bytes);
    if (!earlier || found) continue;
    if (!reads && frame) {
      // Whoever writes what is there already may come first or last.
      std::byte value[32];
      lane_value(frame, site, lane, value);
      if (earlier->deed == StreamTouches::Deed::writes && std::memcmp(value, warp.launch->memory->host(address), bytes) == 0) continue;
    }
    found = earlier, found_lane = lane;
  }
  if (found) tell_unordered(warp, op.line, found_lane, reads, *in, bytes, *found);
}

}  // namespace sim
