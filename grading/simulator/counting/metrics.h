#pragma once
// The names under which the simulated GPU counts. Where the hardware has a counter of the same meaning, its
// Nsight Compute name is used, so that a row of ours can be laid beside a row of `ncu --csv`.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sim {

enum class Metric : std::uint8_t {
  global_load_requests,
  global_load_sectors,
  global_load_sectors_ideal,
  global_load_bytes,
  global_store_requests,
  global_store_sectors,
  global_store_sectors_ideal,
  global_store_bytes,
  global_red_requests,
  global_red_sectors,
  global_atom_requests,
  global_atom_sectors,
  local_load_requests,
  local_load_sectors,
  local_store_requests,
  local_store_sectors,
  shared_load_instructions,
  shared_load_wavefronts,
  shared_load_wavefronts_ideal,
  shared_load_conflicts,
  shared_store_instructions,
  shared_store_wavefronts,
  shared_store_wavefronts_ideal,
  shared_store_conflicts,
  shared_atom_instructions,
  shared_atom_wavefronts,
  constant_instructions,
  constant_requests,
  surface_load_requests,
  surface_load_sectors,
  surface_load_bytes,
  surface_store_requests,
  surface_store_sectors,
  surface_store_bytes,
  texture_requests,
  texture_sectors,
  warp_instructions,
  thread_instructions,
  count_  // number of metrics
};

inline constexpr std::size_t metric_count = static_cast<std::size_t>(Metric::count_);

// Index: Metric. Names without a hardware counter of the same meaning start with "sim__".
inline constexpr std::array<std::string_view, metric_count> metric_names = {
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "sim__t_sectors_ideal_mem_global_op_ld.sum",
    "sim__bytes_mem_global_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
    "sim__t_sectors_ideal_mem_global_op_st.sum",
    "sim__bytes_mem_global_op_st.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
    "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
    "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
    "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum",
    "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
    "smsp__inst_executed_op_shared_ld.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "sim__wavefronts_ideal_mem_shared_op_ld.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
    "smsp__inst_executed_op_shared_st.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "sim__wavefronts_ideal_mem_shared_op_st.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
    "smsp__inst_executed_op_shared_atom.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
    "sim__constant_load_instructions.sum",
    "idc__requests.sum",
    "l1tex__t_requests_pipe_tex_mem_surface_op_ld.sum",
    "l1tex__t_sectors_pipe_tex_mem_surface_op_ld.sum",
    "sim__bytes_mem_surface_op_ld.sum",
    "l1tex__t_requests_pipe_tex_mem_surface_op_st.sum",
    "l1tex__t_sectors_pipe_tex_mem_surface_op_st.sum",
    "sim__bytes_mem_surface_op_st.sum",
    "l1tex__t_requests_pipe_tex_mem_texture.sum",
    "l1tex__t_sectors_pipe_tex_mem_texture.sum",
    "sim__warp_instructions.sum",
    "sim__thread_instructions.sum",
};

// One value per metric; adds up over instructions, lines and launches.
struct Counters {
  std::array<std::uint64_t, metric_count> values{};
  std::uint64_t& operator[](Metric m) { return values[static_cast<std::size_t>(m)]; }
  std::uint64_t operator[](Metric m) const { return values[static_cast<std::size_t>(m)]; }
  Counters& operator+=(const Counters& other) {
    for (std::size_t i = 0; i < metric_count; ++i) values[i] += other.values[i];
    return *this;
  }
  bool operator==(const Counters&) const = default;
};

}  // namespace sim
