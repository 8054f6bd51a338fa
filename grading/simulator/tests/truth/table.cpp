#include "grading/simulator/tests/truth/table.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <stdexcept>

namespace sim::truth {
namespace {

constexpr std::string_view global = "global loads and stores", reductions = "global reductions and atomics",
                           local = "local memory", shared = "shared memory", constant = "constant memory",
                           surfaces = "surfaces", textures = "textures";

// Fields of a line; a field in quotes may hold commas.
std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> all(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') quoted = !quoted;
    else if (c == ',' && !quoted) all.emplace_back();
    else if (c != '\r') all.back() += c;
  }
  return all;
}

// "convolve<1>" of the profiler's "void convolve<1>(const float *)" and of the machine's "convolve<true>(float const*)".
std::string plain_kernel(const std::string& kernel) {
  std::string name = kernel.substr(0, kernel.rfind('('));
  if (name.starts_with("void ")) name.erase(0, 5);
  for (const auto& [word, number] : {std::pair<std::string_view, const char*>{"true", "1"}, {"false", "0"}})
    for (std::size_t at = 0; (at = name.find(word, at)) != name.npos; ++at)
      if (std::string_view("<, ").find(name[at - (at > 0)]) != std::string_view::npos) name.replace(at, word.size(), number);
  return name;
}

}  // namespace

const std::vector<Column>& columns() {
  static const std::vector<Column> all = {
      {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", global, "ld requests"},
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", global, "ld sectors"},
      {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", global, "st requests"},
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", global, "st sectors"},
      {"l1tex__t_requests_pipe_lsu_mem_global_op_red.sum", reductions, "red requests"},
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", reductions, "red sectors"},
      {"l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum", reductions, "atom requests"},
      {"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", reductions, "atom sectors"},
      {"l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum", local, "local ld requests"},
      {"l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", local, "local ld sectors"},
      {"l1tex__t_requests_pipe_lsu_mem_local_op_st.sum", local, "local st requests"},
      {"l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", local, "local st sectors"},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", shared, "shared ld wavefronts"},
      {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", shared, "shared ld conflicts"},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", shared, "shared st wavefronts"},
      {"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", shared, "shared st conflicts"},
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", shared, "shared atom wavefronts"},
      {"idc__requests.sum", constant, "constant requests"},
      {"l1tex__t_requests_pipe_tex_mem_surface_op_ld.sum", surfaces, "surface ld requests"},
      {"l1tex__t_sectors_pipe_tex_mem_surface_op_ld.sum", surfaces, "surface ld sectors"},
      {"l1tex__t_requests_pipe_tex_mem_surface_op_st.sum", surfaces, "surface st requests"},
      {"l1tex__t_sectors_pipe_tex_mem_surface_op_st.sum", surfaces, "surface st sectors"},
      {"l1tex__t_requests_pipe_tex_mem_texture.sum", textures, "texture requests"},
      {"l1tex__t_sectors_pipe_tex_mem_texture.sum", textures, "texture sectors"},
  };
  return all;
}

const std::vector<LeftOut>& left_out() {
  static const std::vector<LeftOut> all = {
      {"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", "counts wavefronts of other kinds too: 1 for a kernel without shared memory"},
      {"l1tex__t_requests_pipe_tex_mem_texture_op_ld.sum", "the part of the texture requests that fetches from linear memory"},
      {"l1tex__t_sectors_pipe_tex_mem_texture_op_ld.sum", "the part of the texture sectors that fetches from linear memory"},
      {"lts__t_sectors_srcunit_tex_op_read.sum", "what the second-level cache did: depends on what it held before"},
      {"lts__t_sectors_srcunit_tex_op_write.sum", "what the second-level cache did: depends on what it held before"},
      {"dram__bytes_read.sum", "what the device's memory did: depends on the caches"},
      {"dram__bytes_write.sum", "what the device's memory did: depends on the caches"},
      {"smsp__inst_executed.sum", "machine instructions, which ptxas chooses"},
      {"smsp__thread_inst_executed.sum", "machine instructions, which ptxas chooses"},
      {"smsp__inst_executed_op_shared_ld.sum", "machine instructions, which ptxas chooses"},
      {"smsp__inst_executed_op_shared_st.sum", "machine instructions, which ptxas chooses"},
      {"smsp__inst_executed_op_ldc.sum", "constant loads and parameter reads together; used to subtract the latter"},
      {"launch__registers_per_thread", "registers, which ptxas chooses"},
      {"launch__occupancy_limit_blocks", "follows from the registers"},
      {"launch__occupancy_limit_registers", "follows from the registers"},
      {"launch__occupancy_limit_shared_mem", "follows from the registers"},
      {"launch__occupancy_limit_warps", "follows from the registers"},
      {"sm__maximum_warps_per_active_cycle_pct", "follows from the registers"},
      {"sm__warps_active.avg.pct_of_peak_sustained_active", "time"},
  };
  return all;
}

std::vector<Launch> read_table(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line)) throw std::runtime_error(file.string() + " cannot be read");
  const std::vector<std::string> names = fields(line);
  std::vector<Launch> rows;
  for (int number = 2; std::getline(in, line); ++number) {
    const std::vector<std::string> values = fields(line);
    const auto fail = [&](const std::string& what) { throw std::runtime_error(file.string() + ":" + std::to_string(number) + ": " + what); };
    if (values.size() != names.size()) fail("other number of fields than names");
    Launch row;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == "kernel") row.kernel = values[i];
      if (names[i] == "kernel" || names[i] == "grid" || names[i] == "block") continue;
      std::uint64_t value = 0;
      const auto [end, error] = std::from_chars(values[i].data(), values[i].data() + values[i].size(), value);
      if (error != std::errc()) fail(names[i] + " is no number");
      if (names[i] == "launch") row.index = static_cast<int>(value);
      else row.counters[names[i]] = value;
    }
    if (row.index != static_cast<int>(rows.size())) fail("launches have to follow one another from 0");
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<Launch> read_profile(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line)) throw std::runtime_error(file.string() + " cannot be read");
  const std::vector<std::string> names = fields(line);
  const auto column = [&](std::string_view name) {
    const auto it = std::find(names.begin(), names.end(), name);
    if (it == names.end()) throw std::runtime_error(file.string() + ":1: no column " + std::string(name));
    return static_cast<std::size_t>(it - names.begin());
  };
  const std::size_t id = column("ID"), kernel = column("Kernel Name"), metric = column("Metric Name"), value = column("Metric Value");
  std::vector<Launch> launches;
  for (int number = 2; std::getline(in, line); ++number) {
    std::vector<std::string> values = fields(line);
    const auto fail = [&](const std::string& what) { throw std::runtime_error(file.string() + ":" + std::to_string(number) + ": " + what); };
    if (values.size() != names.size()) fail("other number of fields than names");
    if (launches.empty() || values[id] != std::to_string(launches.back().index)) {
      launches.push_back({static_cast<int>(launches.size()), plain_kernel(values[kernel]), {}});
      if (values[id] != std::to_string(launches.back().index)) fail("launches have to follow one another from 0");
    }
    std::string& text = values[value];
    std::erase(text, ',');  // "60,480"
    std::uint64_t count = 0;
    if (const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count); error != std::errc() || end != text.data() + text.size())
      fail(values[metric] + " is no whole number");
    launches.back().counters[values[metric]] = count;
  }
  return launches;
}

std::uint64_t constant_loads(std::string_view kernel) {
  const std::string_view name = kernel.substr(0, kernel.find('<'));
  if (name == "constant_unique" || name == "constant_f64_unique" || name == "constant_u8_unique") return 1;
  if (name == "constant_f32x4_unique" || name == "constant_first_6_lanes") return 2;  // one load of 16 bytes
  if (name == "constant_uniform_struct") return 16 * 2;                               // 16 structures of 16 bytes
  if (name == "grid_convolve_constant") return std::uint64_t{1024} * 1024 / 32 * 32;  // 32 taps a warp
  return 0;
}

std::uint64_t constant_requests(const Launch& row, std::uint64_t own) {
  const auto value = [&](std::string_view name) {
    const auto it = row.counters.find(name);
    if (it == row.counters.end()) throw std::runtime_error("the table has no column " + std::string(name));
    return it->second;
  };
  return value("idc__requests.sum") + own - value("smsp__inst_executed_op_ldc.sum");
}

}  // namespace sim::truth
