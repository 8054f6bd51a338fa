// Runner of lab 00.
#include "grading/runner/runner.h"

#include <cuda_runtime.h>

#include "grading/runner/case.h"
#include "grading/runner/protocol.h"
#include "tasks.h"

namespace course::runner {
namespace {

[[maybe_unused]] cudaEvent_t new_event() {
  cudaEvent_t event = nullptr;
  if (cudaEventCreate(&event) != cudaSuccess) throw RunnerFault(protocol::no_device, "the device has no room for an event");
  return event;
}

// Whether `event` was recorded: only then is there a time from another one to it.
[[maybe_unused]] bool recorded(cudaEvent_t start, cudaEvent_t event) {
  float milliseconds = 0;
  const cudaError_t waited = cudaEventSynchronize(event);
  const bool has_time = cudaEventElapsedTime(&milliseconds, start, event) != cudaErrorInvalidResourceHandle;
  cudaGetLastError();  // an error of this question is not the student's; one of the kernel comes back when waiting
  return waited != cudaSuccess || has_time;
}

}  // namespace

void run_case(Case& c) {
  if constexpr (task == "add_arrays") {
    c.returned("status", c.timed([&] {
      return add_arrays(c.in<float>("a"), c.in<float>("b"), c.out<float>("sum"), c.number<int>("n"),
                        c.number<int>("block_size"));
    }));
  } else if constexpr (task == "invert_image") {
    const cudaEvent_t start = new_event(), done = new_event();
    cudaEventRecord(start);
    const dim3 grid(c.number<unsigned>("grid_x"), c.number<unsigned>("grid_y"));
    const dim3 block(c.number<unsigned>("block_x"), c.number<unsigned>("block_y"));
    const cudaError_t status = c.timed([&] {
      return invert_image(reinterpret_cast<uchar4*>(c.in_out<unsigned char>("image")), c.number<int>("width"),
                          c.number<int>("height"), grid, block, done);
    });
    c.returned("status", status);
    const cudaError_t last_error = cudaPeekAtLastError();
    if (last_error == cudaSuccess && status == cudaSuccess) c.returned("recorded", recorded(start, done));
    else c.returned("recorded", 1);
    const bool kept = cudaEventQuery(done) != cudaErrorInvalidResourceHandle;
    cudaGetLastError();
    c.returned("event_kept", kept ? 1 : 0);
    const uchar4 preview = inverted(make_uchar4(255, 100, 0, 77));
    c.returned("preview", (preview.x << 24) | (preview.y << 16) | (preview.z << 8) | preview.w);
    cudaEventDestroy(start);
    if (kept) cudaEventDestroy(done);
  }
}

}  // namespace course::runner
