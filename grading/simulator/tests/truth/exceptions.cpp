#include "grading/simulator/tests/truth/exceptions.h"

namespace sim::truth {
namespace {

constexpr std::string_view st_requests = "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
                           st_sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
                           local_ld_requests = "l1tex__t_requests_pipe_lsu_mem_local_op_ld.sum",
                           local_ld_sectors = "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum",
                           local_st_requests = "l1tex__t_requests_pipe_lsu_mem_local_op_st.sum",
                           local_st_sectors = "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum",
                           shared_ld = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
                           shared_atom = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum";

// Sentences of docs/fidelity.md.
constexpr std::string_view no_array =
    "ptxas removed the array of 32 floats that the source indexes at run time. The program as compiled stores it (32 floats a "
    "lane, 4 sectors each) and reads two elements.";
constexpr std::string_view swap_loop =
    "The hardware adds floats in shared memory by a loop of compare-and-swap: each round costs a load and two wavefronts of "
    "atomics. The machine adds at once, with 32, 4 or 1 lanes on one word.";
constexpr std::string_view joined_stores =
    "clang 14 joins the stores of both branches into one behind them, so that a diverged warp stores once. clang 19 is told not to.";
constexpr std::string_view four_at_once =
    "As with clang the array is there, but nvcc writes four of its floats with one store.";

constexpr Exception everywhere[] = {
    {"object_cases", 87, "local_array", local_ld_requests, 2, no_array},
    {"object_cases", 87, "local_array", local_ld_sectors, 2 * 4, no_array},
    {"object_cases", 87, "local_array", local_st_sectors, 32 * 4, no_array},
    // One load of the source, out[t] = h[t]: 1 wavefront.
    {"object_cases", 98, "shared_atomic_f32", shared_ld, 1, swap_loop},
    {"object_cases", 98, "shared_atomic_f32", shared_atom, 32 / 1, swap_loop},
    {"object_cases", 99, "shared_atomic_f32", shared_ld, 1, swap_loop},
    {"object_cases", 99, "shared_atomic_f32", shared_atom, 32 / 8, swap_loop},
    {"object_cases", 100, "shared_atomic_f32", shared_ld, 1, swap_loop},
    {"object_cases", 100, "shared_atomic_f32", shared_atom, 32 / 32, swap_loop},
};

constexpr Exception of_clang[] = {
    {"object_cases", 87, "local_array", local_st_requests, 32, no_array},
};

constexpr Exception of_clang_14[] = {
    {"access_cases", 30, "global_diverged_halves", st_requests, 1, joined_stores},
    // One store a warp of 1024 x 1024 threads, 4 sectors each.
    {"access_cases", 87, "grid_heat_step", st_requests, 1024 * 1024 / 32, joined_stores},
    {"access_cases", 87, "grid_heat_step", st_sectors, 1024 * 1024 / 32 * 4, joined_stores},
};

constexpr Exception of_nvcc[] = {
    {"object_cases", 87, "local_array", local_st_requests, 32 / 4, four_at_once},
};

}  // namespace

std::vector<Exception> exceptions(FrontEnd front_end) {
  std::vector<Exception> all(std::begin(everywhere), std::end(everywhere));
  const auto add = [&](const auto& some) { all.insert(all.end(), std::begin(some), std::end(some)); };
  if (front_end == FrontEnd::nvcc) add(of_nvcc);
  else add(of_clang);
  if (front_end == FrontEnd::clang_14) add(of_clang_14);
  return all;
}

}  // namespace sim::truth
