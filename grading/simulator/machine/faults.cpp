// The words for what went wrong, with the allocation that was meant.
#include <algorithm>
#include <cstdio>

#include "grading/simulator/machine/access.h"
#include "grading/simulator/machine/fault_words.h"

namespace sim {
namespace {

using words::plural;

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

// "3 elements of 8 bytes fit", "1 element fits".
std::string fitting(std::uint64_t elements, const std::string& of_bytes) {
  return plural(elements, "element") + of_bytes + (elements == 1 ? " fits" : " fit");
}

const char* verb(const MemorySite& site) {
  switch (site.kind) {
    case MemorySite::Kind::load: return "reads";
    case MemorySite::Kind::store: return "writes";
    default: return "updates";
  }
}

// An unsigned index that went below 0 leads four thousand million elements past its array, where another allocation, or
// none, is nearest: the one meant is that from which the index is the least below 2^32. "" where no index is like that.
std::string unsigned_wrap(const DeviceMemory& memory, const std::string& what, std::uint64_t address, unsigned bytes) {
  constexpr std::uint64_t wrap = std::uint64_t{1} << 32, most_below = 1 << 16;
  const Allocation* meant = nullptr;
  std::uint64_t least = most_below + 1;
  for (const auto& [base, a] : memory.allocations()) {
    if (a.kind == Allocation::Kind::symbol || address < base || (address - base) % bytes != 0) continue;
    const std::uint64_t index = (address - base) / bytes;
    if (index < wrap && wrap - index < least) meant = &a, least = wrap - index;
  }
  if (!meant) return {};
  return what + " at index " + std::to_string(wrap - least) + " of " + words::allocation_name(*meant) + " (" + plural(meant->bytes, "byte") +
         ", " + plural(meant->bytes / bytes, "element") + "): that is -" + std::to_string(least) +
         " in an unsigned number, which has no values below 0; test the index before subtracting";
}

std::string global_sentence(const Warp& warp, const MemorySite& site, std::uint64_t address, unsigned bytes) {
  const DeviceMemory& memory = *warp.launch->memory;
  const std::string what = std::string(verb(site)) + " " + plural(bytes, "byte");
  if (address < 4096) return what + " through a null pointer (address " + hex(address) + ")";
  // An index that overflowed leads far away, yet not into the host's memory.
  constexpr std::uint64_t far = std::uint64_t{1} << 36;
  const Allocation* next = memory.owns(address) ? nullptr : memory.after(address);
  while (next && next->kind == Allocation::Kind::symbol) next = memory.after(next->base);
  if (next && next->base - address <= far && (next->base - address) % bytes == 0)
    return what + ", " + plural(next->base - address, "byte") + " before the start of " + words::allocation_name(*next) + " (" +
           plural(next->bytes, "byte") + "): index -" + std::to_string((next->base - address) / bytes) +
           ", as when an int grew past 2147483647 and became negative; use size_t for the index";
  if (!memory.find(address))
    if (std::string wrapped = unsigned_wrap(memory, what, address, bytes); !wrapped.empty()) return wrapped;
  if (!memory.owns(address))
    return what + " at " + hex(address) + ", which is not device memory: " +
           (warp.launch->config->host_words ? warp.launch->config->host_words(address) : "a host pointer, or a number that never was a pointer");
  if (const Allocation* freed = memory.released(address); freed && !memory.find(address))
    return what + " of " + words::allocation_name(*freed) + " (" + plural(freed->bytes, "byte") +
           "), which was freed already: free memory only after the last kernel and copy that use it";
  const Allocation* inside = memory.find(address);
  const Allocation* before = inside ? inside : memory.before(address);
  const Allocation* after = memory.after(address);
  const std::uint64_t past = before ? address - (before->base + before->bytes) : ~std::uint64_t{0};
  const std::uint64_t ahead = after ? after->base - address : ~std::uint64_t{0};
  const unsigned element = bytes;
  auto index = [&](const Allocation& a) {
    const auto distance = static_cast<std::int64_t>(address - a.base);
    if (distance % static_cast<std::int64_t>(element) != 0) return std::string{};
    return ": index " + std::to_string(distance / static_cast<std::int64_t>(element)) + " where " +
           fitting(a.bytes / element, " of " + plural(element, "byte"));
  };
  if (inside)
    return what + " that begin inside " + words::allocation_name(*inside) + " (" + plural(inside->bytes, "byte") + ") and end past it" + index(*inside);
  if (before && past <= ahead)
    return what + (past == 0 ? std::string(" right past the end") : ", " + plural(past, "byte") + " past the end") + " of " +
           words::allocation_name(*before) + " (" + plural(before->bytes, "byte") + ")" + index(*before);
  if (after)
    return what + ", " + plural(ahead, "byte") + " before the start of " + words::allocation_name(*after) + " (" + plural(after->bytes, "byte") +
           ")" + index(*after);
  return what + " at " + hex(address) + ", where nothing is allocated";
}

// Of an array declared extern __shared__, whose size the launch gives: what it gave, and how much a size in elements would be.
std::string size_of_the_launch(const Warp& warp, unsigned bytes) {
  const std::uint32_t given = warp.launch->config->dynamic_shared;
  const std::string third = "an extern __shared__ array has the size that the launch gives, <<<grid, block, BYTES>>>, and this one gave ";
  return given == 0 ? "; " + third + "none" : "; " + third + plural(given, "byte") + (bytes > 1 ? ": it counts bytes, not elements" : "");
}

std::string shared_sentence(const Warp& warp, const MemorySite& site, std::uint64_t address, unsigned bytes) {
  const std::string what = std::string(verb(site)) + " ", all = "the block's shared memory, which has " + plural(warp.shared_bytes, "byte");
  const auto number = [&](std::uint64_t from) { return std::to_string(static_cast<std::int64_t>(address - from) / static_cast<std::int64_t>(bytes)); };
  if (site.array >= 0) {
    const SharedExtent array = shared_extent(warp, site);
    if ((address - array.begin) % bytes == 0)
      return what + "element " + number(array.begin) + " of the shared array `" + array.name + "`, which has " +
             plural((array.end - array.begin) / bytes, "element") + " of " + plural(bytes, "byte") + ": that is outside " + all +
             (is_dynamic(warp, site) ? size_of_the_launch(warp, bytes) : "");
  }
  return what + plural(bytes, "byte") + " at byte " + std::to_string(static_cast<std::int64_t>(address)) + " of " + all +
         (address % bytes == 0 ? ": index " + number(0) + " where " + fitting(warp.shared_bytes / bytes, "") : "");
}

}  // namespace

Fault fault_at(const Warp& warp, std::uint32_t line, unsigned lane) {
  const Launch& launch = *warp.launch;
  Fault fault;
  fault.kernel = launch.kernel->pretty_name;
  const auto& where = launch.code->lines[line];
  if (where.line != 0 && where.file < launch.code->module->files.size()) fault.file = launch.code->module->files[where.file];
  fault.line = where.line;
  fault.block = warp.block->index;
  const Dim3 size = launch.config->block;
  const std::uint32_t thread = warp.index * lanes + lane;
  fault.thread = {thread % size.x, thread / size.x % size.y, thread / (size.x * size.y)};
  return fault;
}

void raise_fault(Warp& warp, std::uint32_t line, unsigned lane, int status, std::string kind, std::string sentence, Address address) {
  Launch& launch = *warp.launch;
  if (launch.stopped) return;
  launch.stopped = true;
  launch.report.status = status;
  Fault fault = fault_at(warp, line, lane);
  fault.kind = std::move(kind);
  fault.address = address;
  fault.sentence = std::move(sentence);
  fault.status = status;
  launch.report.faults.push_back(std::move(fault));
}

std::byte* checked_host(const Warp& warp, AccessSpace space, std::uint64_t address, unsigned bytes) {
  switch (space) {
    case AccessSpace::shared:
      return address + bytes <= warp.shared_bytes && address <= warp.shared_bytes ? warp.shared + address : nullptr;
    case AccessSpace::parameter: {
      const auto parameters = warp.launch->config->parameters;
      return address + bytes <= parameters.size() && address <= parameters.size()
                 ? const_cast<std::byte*>(parameters.data()) + address
                 : nullptr;
    }
    case AccessSpace::local: return nullptr;
    default: {
      const Allocation* a = warp.launch->memory->find(address);
      return a && address + bytes <= a->base + a->bytes ? warp.launch->memory->host(address) : nullptr;
    }
  }
}

void raise_out_of_bounds(Warp& warp, const Op& op, const MemorySite& site, AccessSpace space, std::uint64_t address,
                         unsigned lane, unsigned bytes) {
  std::string sentence;
  if (space == AccessSpace::shared) {
    sentence = shared_sentence(warp, site, address, bytes);
  } else if (space == AccessSpace::local) {
    sentence = std::string(verb(site)) + " " + plural(bytes, "byte") + " outside the thread's own local memory, where its arrays lie: an index is past the end of an array that the kernel declares";
  } else {
    sentence = global_sentence(warp, site, address, bytes);
  }
  raise_fault(warp, op.line, lane, status::illegal_address, "out-of-bounds", std::move(sentence), address);
}

void raise_misaligned(Warp& warp, const Op& op, const MemorySite& site, AccessSpace space, const std::uint64_t* address,
                      std::uint32_t mask, unsigned bytes) {
  for (std::uint32_t rest = mask; rest; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    if (address[lane] % bytes == 0) continue;
    std::string sentence = std::string(verb(site)) + " " + plural(bytes, "byte") + " at an address that is " +
                           plural(address[lane] % bytes, "byte") + " past a multiple of " + std::to_string(bytes) +
                           "; an access of " + plural(bytes, "byte") + " needs an address that is a multiple of " + std::to_string(bytes);
    if (space == AccessSpace::global)
      if (const Allocation* a = warp.launch->memory->find(address[lane]))
        sentence += " (byte " + std::to_string(address[lane] - a->base) + " of " + words::allocation_name(*a) + ")";
    return raise_fault(warp, op.line, lane, status::misaligned_address, "misaligned", std::move(sentence), address[lane]);
  }
}

}  // namespace sim
