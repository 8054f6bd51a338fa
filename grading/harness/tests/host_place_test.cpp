// What addr2line prints, chosen for a student.
#include "grading/harness/host_place.h"

#include <doctest/doctest.h>

using namespace course::harness;

static HostPlace read_place(const char* printed, const char* file) { return choose_place(source_lines::read_calls(printed), file); }

TEST_CASE("the innermost line of the task's file counts, functions of headers and of the runner do not") {
  const HostPlace place = read_place(
      "0x1010\nstd::vector<int, std::allocator<int> >::operator[](unsigned long)\n/usr/include/c++/12/bits/stl_vector.h:1123\n"
      "helper(int)\n/home/x/labs/00-first-kernel/add_arrays.cu:12 (discriminator 3)\n"
      "add_arrays(float const*, int)\n/home/x/labs/00-first-kernel/add_arrays.cu:30\n"
      "0x2020\ncourse::runner::run_case(course::runner::Case&)\n??:0\n",
      "add_arrays.cu");
  CHECK(place.function == "helper");
  CHECK(place.where == "add_arrays.cu:12");
  CHECK(place.kernel.empty());
}

TEST_CASE("without line numbers the first function that is not the runner's or the library's counts") {
  const char* const text =
      "0x1010\nstd::sort(int*)\n??:0\n0x1020\nvoid smooth<float>(float*)\n??:?\n0x1030\nadd_arrays(float*)\n??:0\n";
  CHECK(read_place(text, "add_arrays.cu").function == "smooth<float>");
  CHECK(read_place(text, "add_arrays.cu").where.empty());
  CHECK(read_place("0x1\ncourse::runner::run(int, char**)\n??:0\n0x2\nmain\n??:0\n0x3\n_start\n??:?\n", "a.cu").function.empty());
}

TEST_CASE("a launch that was running is told by its kernel and the line that launched it") {
  const HostPlace place = read_place(
      "0x10\nvoid __device_stub__scale<float>(float*, int)\n/x/scale_image.cu:8\n"
      "0x20\nscale_image(float*, int)\n/x/scale_image.cu:21\n",
      "scale_image.cu");
  CHECK(place.kernel == "scale<float>");
  CHECK(place.function == "scale_image");
  CHECK(place.where == "scale_image.cu:21");
}

TEST_CASE("no call of the task is no place") {
  for (const char* text : {"", "\n\n\n", "0x10\n", "0x10\nf", "0x10\n??\n??:0\n"}) CHECK(read_place(text, "a.cu").function.empty());
  CHECK(find_place("/nowhere/program", {1, 2, 3}, "a.cu").function.empty());
}
