#include <doctest/doctest.h>

#include <set>

#include "grading/simulator/counting/metrics.h"

using namespace sim;

TEST_CASE("metrics: every metric has a name of its own") {
  const std::set<std::string_view> names(metric_names.begin(), metric_names.end());
  CHECK(names.size() == metric_count);
  CHECK(names.count("") == 0);
}

TEST_CASE("metrics: names stand beside their metrics") {
  const auto name = [](Metric m) { return metric_names[static_cast<std::size_t>(m)]; };
  CHECK(name(Metric::global_load_sectors) == "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum");
  CHECK(name(Metric::global_red_requests) == "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum");
  CHECK(name(Metric::local_store_sectors) == "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum");
  CHECK(name(Metric::shared_store_conflicts) == "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum");
  CHECK(name(Metric::constant_requests) == "idc__requests.sum");
  CHECK(name(Metric::surface_store_sectors) == "l1tex__t_sectors_pipe_tex_mem_surface_op_st.sum");
  CHECK(name(Metric::thread_instructions) == "sim__thread_instructions.sum");
}

TEST_CASE("metrics: counters add up one by one") {
  Counters a, b;
  a[Metric::global_load_requests] = 3;
  b[Metric::global_load_requests] = 4;
  b[Metric::texture_sectors] = 5;
  a += b;
  CHECK(a[Metric::global_load_requests] == 7);
  CHECK(a[Metric::texture_sectors] == 5);
  CHECK(a[Metric::texture_requests] == 0);
}
