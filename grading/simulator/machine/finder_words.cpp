#include "grading/simulator/machine/finder_words.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "grading/simulator/machine/access.h"
#include "grading/simulator/machine/fault_words.h"

namespace sim::words {
namespace {

std::string triple(const Dim3& d) { return "(" + std::to_string(d.x) + "," + std::to_string(d.y) + "," + std::to_string(d.z) + ")"; }

Dim3 index_in(const Dim3& size, std::uint64_t linear) {
  return {static_cast<std::uint32_t>(linear % size.x), static_cast<std::uint32_t>(linear / size.x % size.y),
          static_cast<std::uint32_t>(linear / (std::uint64_t{size.x} * size.y))};
}

std::string thread_name(const Launch& launch, std::uint64_t thread) { return "thread " + triple(index_in(launch.config->block, thread)); }

std::string element(std::int64_t distance, unsigned bytes) {
  if (distance % static_cast<std::int64_t>(bytes) == 0) return "element " + std::to_string(distance / static_cast<std::int64_t>(bytes));
  return "byte " + std::to_string(distance);
}

std::string line_name(const Launch& launch, std::uint32_t line, std::uint32_t beside) {
  const auto& at = launch.code->lines[line];
  if (at.line == 0) return {};
  std::string text = "line " + std::to_string(at.line);
  if (at.file != launch.code->lines[beside].file && at.file < launch.code->module->files.size()) {
    const std::string& file = launch.code->module->files[at.file];
    text += " of " + file.substr(file.rfind('/') + 1);
  }
  return text;
}

}  // namespace

std::string place_in_shared(const Warp& warp, const MemorySite& site, std::uint64_t address, unsigned bytes) {
  if (site.array < 0) return element(static_cast<std::int64_t>(address), bytes) + " of the block's shared memory";
  const auto& [name, begin, end] = shared_extent(warp, site);
  if (end - begin == bytes && begin == address) return "the shared variable `" + name + "`";
  return element(static_cast<std::int64_t>(address - begin), bytes) + " of the shared array `" + name + "`";
}

std::string place_in_global(const Launch& launch, std::uint64_t address, unsigned bytes) {
  const Allocation* a = launch.memory->find(address);
  if (!a) return "global memory";
  // A surface access may be wider than the elements of its array, so that its width does not number them.
  const std::string where = a->kind == Allocation::Kind::array ? "byte " + std::to_string(address - a->base)
                                                               : element(static_cast<std::int64_t>(address - a->base), bytes);
  return where + " of " + allocation_name(*a) + " (" + plural(a->bytes, "byte") + ")";
}

std::string reads_unwritten_shared(bool updates, const std::string& place) {
  return std::string(updates ? "updates " : "reads ") + place + ", which no thread of the block has written" +
         (updates ? ": it starts from whatever was there; set it first, then __syncthreads()"
                  : ": shared memory starts with whatever was there, so give every element that is read a value first");
}

std::string reads_unwritten_global(bool updates, const Allocation& allocation, std::uint64_t address, unsigned bytes, bool image) {
  const std::string where = (image ? "byte " + std::to_string(address - allocation.base) : element(static_cast<std::int64_t>(address - allocation.base), bytes)) +
                            " of " + allocation_name(allocation) + " (" + plural(allocation.bytes, "byte") + ")";
  return std::string(updates ? "updates " : "reads ") + where + ", which nobody has written: memory from " +
         (allocation.kind == Allocation::Kind::array ? "cudaMallocArray" : "cudaMalloc") + " is not zero; " +
         (allocation.kind == Allocation::Kind::array ? "copy something into it first, or write it in an earlier kernel" : updates ? "cudaMemset it first" : "cudaMemset or copy something into it first, or write it in an earlier kernel");
}

std::string part_of_element(bool reads, unsigned bytes, unsigned element_bytes) {
  return std::string(reads ? "reads " : "writes ") + plural(bytes, "byte") + " of a surface whose elements have " + plural(element_bytes, "byte") +
         ": surface functions move bytes and convert nothing, so the type in the call must be that of the array's elements (or whole elements side by side)";
}

std::string leaves_array(bool reads, bool updates, const std::string& array, std::int64_t distance, std::uint64_t array_bytes, unsigned bytes) {
  const std::string verb = updates ? "updates" : reads ? "reads" : "writes";
  std::string text = verb + " " + element(distance, bytes) + " of the shared array `" + array + "`, which has " +
                     (array_bytes % bytes == 0 ? plural(array_bytes / bytes, "element") + " of " + plural(bytes, "byte") : plural(array_bytes, "byte"));
  return text + ": the address still lies in the block's shared memory, so another variable is " + (reads && !updates ? "read" : "overwritten") +
         " and the hardware says nothing";
}

std::string two_barriers(const Launch& launch, std::uint32_t first_thread, std::uint32_t first_line, std::uint32_t other_line) {
  const std::string there = line_name(launch, first_line, other_line);
  return "waits at this barrier while " + thread_name(launch, first_thread) + " of the block waits at another one" +
         (there.empty() ? "" : ", in " + there) +
         ": all threads of a block must come to the same __syncthreads(), equally often; move it out of the branch or loop that only some take";
}

std::string left_before_barrier(const Launch& launch, std::uint32_t gone, std::uint32_t threads, std::uint32_t first_gone) {
  return "waits at a barrier that " + std::to_string(gone) + " of the block's " + plural(threads, "thread") +
         " never reach: they have left the kernel already (" + thread_name(launch, first_gone) + (gone == 1 ? "" : " is the first of them") +
         "). __syncthreads() is for all threads of a block: keep it out of an if or a loop that only some run, and guard the work with an if instead of returning early";
}

std::string caller_not_named(unsigned lane, std::uint32_t members) {
  char mask[16];
  std::snprintf(mask, sizeof mask, "0x%08x", members);
  return "is called by lane " + std::to_string(lane) + " with the mask " + mask +
         ", which does not name that lane: what it does is then undefined; every lane that calls it must be in its mask";
}

std::string undefined_lane(const Launch& launch, unsigned from, LaneAbsent why, std::uint32_t line, std::uint32_t use_line, const char* use) {
  const char* const absent = why == LaneAbsent::not_in_block ? "which the block does not have"
                             : why == LaneAbsent::exited     ? "which has left the kernel already"
                             : why == LaneAbsent::not_named  ? "which the mask does not name"
                                                             : "which is not at this instruction";
  const std::string there = line_name(launch, use_line, line);
  return "takes the value of lane " + std::to_string(from) + " of the warp, " + absent + ": such a value is undefined, and " +
         (there.empty() || use_line == line ? "the kernel" : there) + " " + use +
         "; let every lane that is read take part (guard the value, not the shuffle), or read only lanes that do";
}

std::string lines_of_other_side(const Launch& launch, std::uint32_t own_line, AccessSpace space, std::uint64_t address,
                                std::int32_t array, Race& race) {
  std::vector<std::string> found;
  race.same_line = false;
  for (const FunctionCode* f : launch.functions)
    for (const Op& op : f->ops) {
      if (!op.is_access && !op.is_atomic) continue;
      const MemorySite& site = f->memory[op.site];
      if ((site.kind == MemorySite::Kind::load) == race.other_wrote) continue;
      const bool may_be_atomic = op.is_atomic || site.is_volatile;  // flags are kept on record like atomic functions
      if (race.other_wrote && (race.other_atomic ? !may_be_atomic : op.is_atomic)) continue;
      const MemoryState& state = launch.sites[f->first_memory + op.site];
      if (state.counts[static_cast<std::size_t>(space)].requests == 0) continue;
      if (space == AccessSpace::shared ? array >= 0 && site.array >= 0 && f == launch.entry && array != site.array
                                       : address < state.low || address >= state.high)
        continue;
      std::string name = line_name(launch, op.line, own_line);
      const auto &here = launch.code->lines[own_line], &there = launch.code->lines[op.line];
      race.same_line = race.same_line || (here.line != 0 && here.line == there.line && here.file == there.file);
      if (!name.empty() && std::find(found.begin(), found.end(), name) == found.end()) found.push_back(std::move(name));
    }
  if (found.empty() || found.size() > 3) return {};
  std::string text = " (" + found[0];
  for (std::size_t k = 1; k < found.size(); ++k) text += (k + 1 == found.size() ? " or " : ", ") + found[k];
  return text + ")";
}

std::string sentence(const Race& race, const Launch& launch) {
  using Between = Race::Between;
  const std::string other = !race.other_thread ? (race.between == Between::lanes    ? "other lanes of the warp"
                                                  : race.between == Between::blocks ? "threads of other blocks"
                                                                                    : "other warps of the block")
                            : race.between == Between::blocks
                                ? thread_name(launch, *race.other_thread) + " of block " + triple(index_in(launch.config->grid, race.other_block))
                            : race.between == Between::lanes ? thread_name(launch, *race.other_thread) + " of the same warp"
                                                             : thread_name(launch, *race.other_thread) + " of another warp";
  const bool several = !race.other_thread;
  std::string does = !race.other_wrote ? (several ? "read" : "reads") : race.other_atomic ? "updated" : "wrote";
  if (race.other_atomic) does += " by an atomic function";
  const std::string mine = race.is_atomic ? "updates " : race.reads ? "reads " : race.other_wrote && !race.other_atomic ? "writes another value to " : "writes ";
  const std::string who = race.other_wrote && race.other_atomic && several
                              ? (race.between == Between::blocks ? "threads of other blocks" : "other threads")
                              : other;
  std::string text = mine + race.place + ", which " + who + " " + does + race.other_lines;
  const std::string luck = race.reads ? "which value it gets is luck"
                           : race.is_atomic && race.other_wrote ? "whether that write wipes this update out is luck"
                           : race.other_wrote ? "which value stays is luck"
                                              : "whether the old or the new value is read is luck";
  // No barrier stands between two threads at one statement; what mends it depends on what the statement does.
  const bool two_writers = race.other_wrote && !race.reads && !race.is_atomic && !race.other_atomic;
  const std::string otherwise = two_writers ? "; let one thread write it, use an atomic function, or, between two statements, put "
                                            : "; put ";
  const std::string update = race.same_line && !two_writers && !race.is_atomic ? "; where several threads update one place (+=, ++), use an atomic function" : "";
  switch (race.between) {
    case Between::lanes:
      return text + " with no __syncwarp() in between: the lanes of a warp need not run in step, so " + luck +
             otherwise + (two_writers ? "__syncwarp()" : "__syncwarp() between reading and writing, or use a shuffle (a __syncthreads() that is missing there orders lanes too)") + update;
    case Between::warps:
      return text + " since the last __syncthreads(): warps run in any order, so " + luck + otherwise +
             (two_writers ? "a __syncthreads()" : "a __syncthreads() between the two") + update;
    default:
      text += " in the same launch: blocks run in any order, so " + luck;
      if (race.has_flags) return text + "; a flag or counter orders nothing by itself: __threadfence() must stand between the data and the flag";
      // `a[i] = f(a[i])` by two threads: a wrong i, or an update that wants an atomic function.
      if (race.same_line && !race.is_atomic) text += "; if each thread should have elements of its own, look at the index; if not,";
      else text += ";";
      if (race.other_wrote && !race.reads && !race.is_atomic)
        return text + " let one thread write it, use an atomic function, or split the kernel in two";
      return text + (race.same_line ? " use an atomic function where several threads update one place (+=, ++), or write to a second buffer, or split the kernel in two"
                                    : " write to a second buffer, use an atomic function, or split the kernel in two");
  }
}

}  // namespace sim::words
