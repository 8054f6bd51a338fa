// The right answer with the counters of a kernel whose lanes are a row apart: 32 sectors a load request on line 21.
#include "grading/harness/tests/students/student.h"

cudaError_t twice(const float* in, float* out, int n) {
  const std::uint64_t requests = static_cast<std::uint64_t>(n + 31) / 32;
  fake::launch("twice(float*)", {{21,
                                  {{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", requests},
                                   {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 32 * requests},
                                   {"sim__t_sectors_ideal_mem_global_op_ld.sum", 4 * requests}}},
                                 {22,
                                  {{"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", requests},
                                   {"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", 4 * requests},
                                   {"sim__t_sectors_ideal_mem_global_op_st.sum", 4 * requests}}}});
  for (int i = 0; i < n; ++i) out[i] = 2 * in[i];
  return cudaSuccess;
}
