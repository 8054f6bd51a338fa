#include "grading/simulator/machine/pairs.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace sim {
namespace {

void make_pair(MemorySite& low, MemorySite& high, bool strict) {
  low.strict = high.strict = strict;
  low.pair = MemorySite::Pair::first;
  high.pair = MemorySite::Pair::second;
  high.pair_low = -8;
}

// What is left: neighbouring accesses of one line, in runs of even length.
void pair_loosely(FunctionCode& code, const Block& block) {
  std::vector<MemorySite*> rest;
  for (std::uint32_t o = block.first; o < block.last; ++o) {
    if (!code.ops[o].is_access) continue;
    MemorySite& site = code.memory[code.ops[o].site];
    if (site.pairable && site.pair == MemorySite::Pair::none) rest.push_back(&site);
  }
  auto key = [](const MemorySite* s) { return std::tuple{s->kind, s->space, s->base_key, s->line}; };
  std::stable_sort(rest.begin(), rest.end(), [&](const MemorySite* a, const MemorySite* b) {
    return std::tuple{key(a), a->offset} < std::tuple{key(b), b->offset};
  });
  for (std::size_t first = 0, end = 0; first < rest.size(); first = end) {
    for (end = first + 1; end < rest.size() && key(rest[end - 1]) == key(rest[end]) && rest[end]->offset - rest[end - 1]->offset == 8;) ++end;
    if ((end - first) % 2 != 0) continue;
    for (std::size_t k = first; k < end; k += 2) make_pair(*rest[k], *rest[k + 1], false);
  }
}

}  // namespace

void pair_accesses(FunctionCode& code) {
  for (const Block& block : code.blocks) {
    struct Copy {
      MemorySite* store;
      MemorySite* load;  // nullptr: cleared
    };
    std::vector<Copy> copies;
    std::unordered_map<std::uint64_t, MemorySite*> load_of;  // by the value loaded
    for (std::uint32_t o = block.first; o < block.last; ++o) {
      if (!code.ops[o].is_access || !code.memory[code.ops[o].site].pairable) continue;
      MemorySite& site = code.memory[code.ops[o].site];
      if (site.kind == MemorySite::Kind::load)
        load_of[site.value_key] = &site;
      else if (site.value_key == MemorySite::cleared)
        copies.push_back({&site, nullptr});
      else if (const auto it = load_of.find(site.value_key); it != load_of.end())
        copies.push_back({&site, it->second});
    }
    auto key = [](const MemorySite* s) { return s ? std::tuple{s->space, s->base_key, s->line} : std::tuple{AccessSpace::generic, std::uint64_t{0}, 0u}; };
    std::stable_sort(copies.begin(), copies.end(), [&](const Copy& a, const Copy& b) {
      return std::tuple{key(a.store), key(a.load), a.store->offset} < std::tuple{key(b.store), key(b.load), b.store->offset};
    });
    auto follows = [&](const Copy& a, const Copy& b) {
      return key(a.store) == key(b.store) && key(a.load) == key(b.load) && b.store->offset - a.store->offset == 8 &&
             (!a.load || b.load->offset - a.load->offset == 8);
    };
    for (std::size_t first = 0, end = 0; first < copies.size(); first = end) {
      for (end = first + 1; end < copies.size() && follows(copies[end - 1], copies[end]);) ++end;
      if ((end - first) % 2 != 0) continue;
      for (std::size_t k = first; k < end; k += 2) {
        make_pair(*copies[k].store, *copies[k + 1].store, true);
        if (copies[k].load) make_pair(*copies[k].load, *copies[k + 1].load, true);
      }
    }
    pair_loosely(code, block);
  }
}

}  // namespace sim
