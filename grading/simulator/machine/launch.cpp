#include "grading/simulator/machine/launch.h"

#include <algorithm>
#include <deque>
#include <map>
#include <system_error>
#include <thread>

#include "grading/simulator/machine/finder.h"
#include "grading/simulator/machine/fixed.h"
#include "grading/simulator/machine/schedule.h"

namespace sim {
namespace {

// Blocks that gave way and wait for others to change memory; more than run at once on a large GPU.
constexpr std::size_t most_resident = 4096;

// Functions reachable from the entry, the entry included. A call through a pointer may reach any.
std::vector<const FunctionCode*> reachable(const ProgramCode& code, const FunctionCode& entry) {
  std::vector<const FunctionCode*> found{&entry};
  for (std::size_t k = 0; k < found.size(); ++k)
    for (const CallSite& site : found[k]->calls)
      for (std::size_t f = 0; f < code.functions.size(); ++f)
        if (site.function < 0 ? !code.functions[f].is_entry : static_cast<std::size_t>(site.function) == f)
          if (std::find(found.begin(), found.end(), &code.functions[f]) == found.end()) found.push_back(&code.functions[f]);
  return found;
}

bool asks_the_device(const FunctionCode& f, const Op& op) {
  if (op.is_image) return true;
  if (!op.is_access && !op.is_atomic) return false;
  const AccessSpace space = f.memory[op.site].space;
  return space == AccessSpace::global || space == AccessSpace::generic;
}

// Places in Launch::blocks of the stretches of code that ask something of the device's memory, surfaces or textures.
std::vector<std::size_t> asking_stretches(const Launch& launch) {
  std::vector<std::size_t> found;
  for (const FunctionCode* f : reachable(*launch.code, *launch.entry))
    for (std::size_t b = 0; b < f->blocks.size(); ++b)
      if (std::any_of(f->ops.begin() + f->blocks[b].first, f->ops.begin() + f->blocks[b].last,
                      [&](const Op& op) { return asks_the_device(*f, op); }))
        found.push_back(f->first_block + b);
  return found;
}

bool may_watch_others(const Launch& launch) {
  return std::any_of(launch.functions.begin(), launch.functions.end(), [](const FunctionCode* f) { return f->watches; });
}

// Runs blocks [next, total) of the grid. A kernel without atomics, fences and volatile variables that depends on the order of
// blocks has a race, which is found in any order; others may hide it behind a counter or a flag.
void run_blocks(Launch& launch, std::uint64_t next, const std::uint64_t total) {
  const std::uint64_t first = next;
  const bool swaps = launch.config->swap_blocks && may_watch_others(launch);
  launch.report.blocks_swapped = swaps;
  const auto in_turn = [&](std::uint64_t k) {
    const std::uint64_t partner = first + ((k - first) ^ 1);
    return swaps && partner < total ? partner : k;
  };
  const std::vector<std::size_t> asking = asking_stretches(launch);
  const auto asked = [&] {
    std::uint64_t warps = 0;
    for (const std::size_t stretch : asking) warps += launch.blocks[stretch].warps;
    return warps;
  };
  std::uint64_t asked_before = 0;
  std::deque<BlockState> resident;  // stable addresses
  std::vector<BlockState*> idle;
  std::deque<BlockState*> waiting;
  auto finish = [&](BlockState* block, BlockStop stop) {
    if (stop == BlockStop::finished) {
      ++launch.report.blocks_run;
      idle.push_back(block);
    } else if (stop == BlockStop::gave_way) {
      waiting.push_back(block);
    }
  };
  while (!launch.stopped && (next < total || !waiting.empty())) {
    if (next < total && waiting.size() < most_resident) {
      if (idle.empty()) idle.push_back(&resident.emplace_back());
      BlockState* block = idle.back();
      idle.pop_back();
      start_block(launch, *block, in_turn(next++));
      const BlockStop stop = run_block(launch, *block);
      const std::uint64_t asked_now = asked();
      // A block that gave way did so over memory that it watches, so it is not idle.
      if (stop == BlockStop::finished && asked_now == asked_before) ++launch.report.idle_blocks;
      asked_before = asked_now;
      finish(block, stop);
    }
    for (std::size_t k = waiting.size(); k > 0 && !launch.stopped; --k) {
      BlockState* block = waiting.front();
      waiting.pop_front();
      if (launch.finder) launch.finder->block_goes_on(*block);
      finish(block, run_block(launch, *block));
      asked_before = asked();
    }
  }
}

void add_site(Counters& c, const MemorySite& site, const MemoryState& state) {
  using M = Metric;
  const SiteCounts& global = state.counts[static_cast<std::size_t>(AccessSpace::global)];
  const SiteCounts& shared = state.counts[static_cast<std::size_t>(AccessSpace::shared)];
  const SiteCounts& local = state.counts[static_cast<std::size_t>(AccessSpace::local)];
  const SiteCounts& constant = state.counts[static_cast<std::size_t>(AccessSpace::constant)];
  auto add = [&](M metric, std::uint64_t n) { c[metric] += n; };
  switch (site.kind) {
    case MemorySite::Kind::load:
      add(M::global_load_requests, global.requests), add(M::global_load_sectors, global.cost);
      add(M::global_load_sectors_ideal, global.ideal), add(M::global_load_bytes, global.extra);
      add(M::shared_load_instructions, shared.requests), add(M::shared_load_wavefronts, shared.cost);
      add(M::shared_load_wavefronts_ideal, shared.ideal), add(M::shared_load_conflicts, shared.extra);
      add(M::local_load_requests, local.requests), add(M::local_load_sectors, local.cost);
      add(M::constant_instructions, constant.ideal), add(M::constant_requests, constant.cost);
      break;
    case MemorySite::Kind::store:
      add(M::global_store_requests, global.requests), add(M::global_store_sectors, global.cost);
      add(M::global_store_sectors_ideal, global.ideal), add(M::global_store_bytes, global.extra);
      add(M::shared_store_instructions, shared.requests), add(M::shared_store_wavefronts, shared.cost);
      add(M::shared_store_wavefronts_ideal, shared.ideal), add(M::shared_store_conflicts, shared.extra);
      add(M::local_store_requests, local.requests), add(M::local_store_sectors, local.cost);
      break;
    case MemorySite::Kind::reduction:
      add(M::global_red_requests, global.requests), add(M::global_red_sectors, global.cost);
      add(M::shared_atom_instructions, shared.requests), add(M::shared_atom_wavefronts, shared.cost);
      break;
    case MemorySite::Kind::atomic:
      add(M::global_atom_requests, global.requests), add(M::global_atom_sectors, global.cost);
      add(M::shared_atom_instructions, shared.requests), add(M::shared_atom_wavefronts, shared.cost);
      break;
  }
}

void add_image(Counters& c, const ImageSite& site, const ImageCounts& n) {
  using M = Metric;
  switch (site.kind) {
    case ImageSite::Kind::load:
      c[M::surface_load_requests] += n.requests, c[M::surface_load_sectors] += n.sectors, c[M::surface_load_bytes] += n.bytes;
      break;
    case ImageSite::Kind::store:
      c[M::surface_store_requests] += n.requests, c[M::surface_store_sectors] += n.sectors, c[M::surface_store_bytes] += n.bytes;
      break;
    case ImageSite::Kind::texture: c[M::texture_requests] += n.requests, c[M::texture_sectors] += n.sectors; break;
  }
}

void gather(Launch& launch, const std::vector<const FunctionCode*>& functions) {
  const ProgramCode& code = *launch.code;
  std::vector<Counters> by_line(code.lines.size());
  for (const FunctionCode* f : functions) {
    for (std::size_t b = 0; b < f->blocks.size(); ++b) {
      const BlockCounts& n = launch.blocks[f->first_block + b];
      if (n.warps == 0) continue;
      const Block& block = f->blocks[b];
      auto count = [&](std::uint32_t line) {
        by_line[line][Metric::warp_instructions] += n.warps;
        by_line[line][Metric::thread_instructions] += n.threads;
      };
      for (std::uint32_t o = block.first; o < block.last; ++o) {
        const Op& op = f->ops[o];
        if (!op.is_silent) count(op.line);
      }
      if (block.counts_end) count(block.line);
    }
    for (const Op& op : f->ops)
      if (op.is_image) add_image(by_line[op.line], f->images[op.site], launch.images[f->first_image + op.site]);
    for (const Op& op : f->ops)
      if (op.is_access || op.is_atomic) add_site(by_line[op.line], f->memory[op.site], launch.sites[f->first_memory + op.site]);
  }
  std::map<std::pair<std::string_view, std::uint32_t>, Counters> lines;
  for (std::size_t l = 0; l < by_line.size(); ++l) {
    if (by_line[l] == Counters{}) continue;
    const auto& where = code.lines[l];
    std::string_view file;
    if (where.line != 0 && where.file < code.module->files.size()) file = code.module->files[where.file];
    lines[{file, where.line}] += by_line[l];
    launch.report.total += by_line[l];
  }
  for (const auto& [where, counters] : lines) launch.report.lines.push_back({std::string(where.first), where.second, counters});
}

void add_counts(Launch& to, const Launch& from) {
  for (std::size_t s = 0; s < to.sites.size(); ++s)
    for (std::size_t k = 0; k < counted_spaces; ++k) {
      SiteCounts& c = to.sites[s].counts[k];
      const SiteCounts& n = from.sites[s].counts[k];
      c.requests += n.requests, c.cost += n.cost, c.ideal += n.ideal, c.extra += n.extra;
    }
  for (std::size_t k = 0; k < to.images.size(); ++k) {
    to.images[k].requests += from.images[k].requests;
    to.images[k].sectors += from.images[k].sectors;
    to.images[k].bytes += from.images[k].bytes;
  }
  for (std::size_t k = 0; k < to.blocks.size(); ++k) {
    to.blocks[k].warps += from.blocks[k].warps;
    to.blocks[k].threads += from.blocks[k].threads;
  }
  to.instructions += from.instructions;
  to.report.blocks_run += from.report.blocks_run;
  to.report.idle_blocks += from.report.idle_blocks;
  to.report.blocks_swapped = from.report.blocks_swapped;
}

// Each worker runs a run of neighbouring blocks. False, with memory as before, when the order of blocks may matter or
// anything went wrong: then one thread tells the story.
bool run_on_threads(Launch& launch) {
  const unsigned workers = launch.config->threads;
  const std::uint64_t total = launch.config->grid.count();
  Before before(*launch.memory);
  std::deque<Launch> parts(workers, launch);
  std::deque<Footprint> footprints(workers);
  std::vector<Footprint*> all;
  std::vector<std::thread> threads;
  for (unsigned k = 0; k < workers; ++k) {
    footprints[k].before = &before;
    parts[k].footprint = &footprints[k];
    if (launch.config->finder) {
      parts[k].finder = &launch.config->finder->worker(k);
      parts[k].finder->begin(parts[k]);
    }
    all.push_back(&footprints[k]);
    try {
      threads.emplace_back([&part = parts[k], from = total * k / workers, to = total * (k + 1) / workers] {
        try {
          run_blocks(part, from, to);
        } catch (...) {  // must not leave the thread; one thread meets it again, where the caller can catch it
          part.stopped = true;
        }
      });
    } catch (const std::system_error&) {  // no room for another thread
      parts[k].stopped = true;
      break;
    }
  }
  for (auto& thread : threads) thread.join();
  std::uint64_t instructions = 0;
  bool stopped = false;
  for (const Launch& part : parts) instructions += part.instructions, stopped = stopped || part.stopped || !part.report.faults.empty();
  const std::uint64_t budget = launch.config->instruction_budget;
  if (stopped || (budget != 0 && instructions > budget) || !independent(all)) {
    before.restore();
    return false;
  }
  for (const Launch& part : parts) add_counts(launch, part);
  for (const Footprint& footprint : footprints) footprint.tell(*launch.memory);
  return true;
}

// Below this many blocks a thread, starting threads costs more than it saves.
constexpr std::uint64_t least_blocks = 8;

}  // namespace

LaunchReport run_launch(const Program& program, const Kernel& kernel, const LaunchConfig& config, DeviceMemory& memory,
                        const DeviceLimits& limits) {
  Launch launch;
  launch.program = &program;
  launch.code = &program.code();
  launch.kernel = &kernel;
  launch.config = &config;
  launch.memory = &memory;
  launch.limits = &limits;
  const auto index = static_cast<std::size_t>(&kernel - program.kernels().data());
  launch.entry = &launch.code->functions[launch.code->kernel_function[index]];
  launch.sites.resize(launch.code->memory_sites);
  launch.images.resize(launch.code->image_sites);
  launch.blocks.resize(launch.code->block_count);
  // Without dynamic memory a block ends with its last variable, so that an access past it is found.
  launch.dynamic_shared_base = config.dynamic_shared != 0 || kernel.uses_dynamic_shared ? dynamic_shared_base(kernel.shared_variables)
                                                                                        : kernel.shared_variables;
  launch.functions = reachable(*launch.code, *launch.entry);
  const auto& functions = launch.functions;
  for (const FunctionCode* f : functions) {
    if (f->error.empty()) continue;
    Fault fault;
    fault.kind = "unsupported";
    fault.kernel = kernel.pretty_name;
    fault.file = f->error_line != 0 ? f->error_file : kernel.file;
    fault.line = f->error_line != 0 ? f->error_line : kernel.line;
    fault.block = fault.thread = {0, 0, 0};
    fault.sentence = f->error;
    fault.status = launch.report.status = 801;  // cudaErrorNotSupported
    launch.report.faults.push_back(std::move(fault));
    return std::move(launch.report);
  }
  launch.sequential = std::none_of(functions.begin(), functions.end(),
                                   [](const FunctionCode* f) { return f->has_barriers || f->watches; });
  number_threads(launch);
  const bool serial = std::any_of(functions.begin(), functions.end(), [](const FunctionCode* f) { return f->serial; });
  const auto kernel_number = static_cast<std::uint32_t>(index);
  bool done = false;
  if (config.threads > 1 && !serial && config.grid.count() >= least_blocks * config.threads && !launch.code->contended.count(kernel_number)) {
    done = run_on_threads(launch);
    if (!done) launch.code->contended.insert(kernel_number);
  }
  if (!done) {
    launch.finder = config.finder;
    if (launch.finder) launch.finder->begin(launch);
    run_blocks(launch, 0, config.grid.count());
  }
  gather(launch, launch.functions);
  return std::move(launch.report);
}

}  // namespace sim
