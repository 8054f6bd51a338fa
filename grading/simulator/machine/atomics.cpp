// atom and red: lanes take effect in ascending order.
#include <algorithm>
#include <bit>

#include "grading/simulator/counting/rules.h"
#include "grading/simulator/machine/access.h"
#include "grading/simulator/machine/half.h"
#include "grading/simulator/machine/lanewise.h"
#include "grading/simulator/machine/select.h"

namespace sim {
namespace {

enum class Operation { add, exchange, minimum, maximum, conjunction, disjunction, exclusive, increment, decrement, compare_swap };

template <class T, Operation O>
T updated(T old, [[maybe_unused]] T a, [[maybe_unused]] T b) {
  if constexpr (O == Operation::add) {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<std::uint64_t>(old) + static_cast<std::uint64_t>(a));
    else
      return old + a;
  }
  if constexpr (O == Operation::exchange) return a;
  if constexpr (O == Operation::minimum) return a < old ? a : old;
  if constexpr (O == Operation::maximum) return a > old ? a : old;
  if constexpr (std::is_integral_v<T>) {
    if constexpr (O == Operation::conjunction) return old & a;
    if constexpr (O == Operation::disjunction) return old | a;
    if constexpr (O == Operation::exclusive) return old ^ a;
    if constexpr (O == Operation::increment) return old >= a ? T{0} : static_cast<T>(old + 1);
    if constexpr (O == Operation::decrement) return old == 0 || old > a ? a : static_cast<T>(old - 1);
    if constexpr (O == Operation::compare_swap) return old == a ? b : old;
  }
  return old;
}

void charge(MemoryState& state, const MemorySite& site, AccessSpace space, const std::uint64_t* address, std::uint32_t mask,
            unsigned bytes) {
  SiteCounts& counts = state.counts[static_cast<std::size_t>(space)];
  const counting::WarpAccess access{std::span<const std::uint64_t, lanes>(address, lanes), mask, bytes};
  ++counts.requests;
  counts.cost += space == AccessSpace::shared ? counting::count_shared_atomic_wavefronts(access)
                                              : counting::count_atomic_sectors(access, site.gathers);
}

// What to add to an address to reach its byte, when all lanes lie in shared memory or in the allocation met last;
// nullptr when not.
std::byte* whole_window(const Warp& warp, MemoryState& state, AccessSpace space, const std::uint64_t* address, std::uint32_t mask,
                        unsigned bytes) {
  std::uint64_t least = ~std::uint64_t{0}, most = 0;
  for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
    const std::uint64_t a = address[std::countr_zero(rest)];
    least = std::min(least, a), most = std::max(most, a);
  }
  if (space == AccessSpace::shared) return most + bytes <= warp.shared_bytes ? warp.shared : nullptr;
  if (!(least >= state.low && most + bytes <= state.high)) meet(warp, state, least, true);
  return least >= state.low && most + bytes <= state.high ? warp.launch->memory->host(0) : nullptr;
}

template <class T, Operation O>
void run_lanes(Warp& warp, std::byte* frame, const Op& op, const MemorySite& site, AccessSpace space,
               const std::uint64_t* address, std::uint32_t mask) {
  if (Finder* finder = warp.launch->finder) finder->atomics(warp, op, space, address, mask, sizeof(T));
  std::byte* const whole = whole_window(warp, state_of(warp, op), space, address, mask, sizeof(T));
  for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (address[lane] % sizeof(T) != 0) return raise_misaligned(warp, op, site, space, address, mask, sizeof(T));
    std::byte* p = whole ? whole + address[lane] : checked_host(warp, space, address[lane], sizeof(T));
    if (!p) return raise_out_of_bounds(warp, op, site, space, address[lane], lane, sizeof(T));
    const T a = from_stored<T>(slot<T>(frame, op.a)[lane]);
    const T b = op.b == no_slot ? T{} : from_stored<T>(slot<T>(frame, op.b)[lane]);
    T old;
    std::memcpy(&old, p, sizeof old);
    const T next = updated<T, O>(old, a, b);
    std::memcpy(p, &next, sizeof next);
    if (op.d != no_slot) slot<T>(frame, op.d)[lane] = to_stored<T>(old);
  }
  charge(state_of(warp, op), site, space, address, mask, sizeof(T));
}

template <class T, Operation O>
void atomic_lanes(Warp& warp, std::byte* frame, const Op& op, std::uint32_t mask) {
  const MemorySite& site = warp.function->memory[op.site];
  alignas(64) std::uint64_t address[lanes];
  lane_addresses(warp, frame, site, address);
  if (site.space != AccessSpace::generic) return run_lanes<T, O>(warp, frame, op, site, site.space, address, mask);
  for_each_space(address, mask, [&](AccessSpace space, std::uint32_t part) {
    run_lanes<T, O>(warp, frame, op, site, space, address, part);
  });
}

template <class F>
Handler with_any(std::string_view type, F f) {
  if (type == "f32") return f.template operator()<float>();
  if (type == "f64") return f.template operator()<double>();
  return with_integer(type, f);
}

// atom.add.noftz.f16 and f16x2: halves added in float, packed lanes one by one.
template <bool Packed>
void add_half(Warp& warp, std::byte* frame, const Op& op, std::uint32_t mask) {
  const MemorySite& site = warp.function->memory[op.site];
  constexpr unsigned bytes = Packed ? 4 : 2;
  alignas(64) std::uint64_t address[lanes];
  lane_addresses(warp, frame, site, address);
  auto run = [&](AccessSpace space, std::uint32_t part) {
    for (std::uint32_t rest = part; rest; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      if (address[lane] % bytes != 0) return raise_misaligned(warp, op, site, space, address, part, bytes);
      std::byte* p = checked_host(warp, space, address[lane], bytes);
      if (!p) return raise_out_of_bounds(warp, op, site, space, address[lane], lane, bytes);
      if (Finder* finder = warp.launch->finder) finder->atomics(warp, op, space, address, 1u << lane, bytes);
      std::uint32_t old = 0, next = 0;
      std::memcpy(&old, p, bytes);
      const std::uint32_t a = slot<std::uint32_t>(frame, op.a)[lane];
      for (unsigned shift = 0; shift < bytes * 8; shift += 16)
        next |= std::uint32_t{float_to_half(half_to_float(static_cast<std::uint16_t>(old >> shift)) +
                                            half_to_float(static_cast<std::uint16_t>(a >> shift)))} << shift;
      std::memcpy(p, &next, bytes);
      if (op.d != no_slot) slot<std::uint32_t>(frame, op.d)[lane] = old;
    }
    charge(state_of(warp, op), site, space, address, part, bytes);
  };
  if (site.space != AccessSpace::generic) return run(site.space, mask);
  for_each_space(address, mask, run);
}

}  // namespace

Handler select::atomic(const ptx::Instruction& i, const MemorySite& site) {
  if (site.space == AccessSpace::local || site.space == AccessSpace::constant || site.space == AccessSpace::parameter) return nullptr;
  const std::string_view type = i.type();
  if (i.has("add") && type == "f16") return add_half<false>;
  if (i.has("add") && type == "f16x2") return add_half<true>;
  if (i.has("add")) return with_any(type, []<class T>() -> Handler { return atomic_lanes<T, Operation::add>; });
  if (i.has("exch")) return with_integer(type, []<class T>() -> Handler { return atomic_lanes<T, Operation::exchange>; });
  if (i.has("min")) return with_integer(type, []<class T>() -> Handler { return atomic_lanes<T, Operation::minimum>; });
  if (i.has("max")) return with_integer(type, []<class T>() -> Handler { return atomic_lanes<T, Operation::maximum>; });
  if (i.has("and")) return with_integer(type, []<class T>() -> Handler { return atomic_lanes<T, Operation::conjunction>; });
  if (i.has("or")) return with_integer(type, []<class T>() -> Handler { return atomic_lanes<T, Operation::disjunction>; });
  if (i.has("xor")) return with_integer(type, []<class T>() -> Handler { return atomic_lanes<T, Operation::exclusive>; });
  if (i.has("inc")) return with_integer(type, []<class T>() -> Handler { return atomic_lanes<T, Operation::increment>; });
  if (i.has("dec")) return with_integer(type, []<class T>() -> Handler { return atomic_lanes<T, Operation::decrement>; });
  if (i.has("cas")) return with_integer(type, []<class T>() -> Handler { return atomic_lanes<T, Operation::compare_swap>; });
  return nullptr;
}

}  // namespace sim
