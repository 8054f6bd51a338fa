// Runner of lab 02: hands CUDA arrays and surfaces to the student's functions.
#include "grading/runner/runner.h"

#include <cuda_runtime.h>

#include <cstdint>

#include "tasks.h"

namespace course::runner {
namespace {

[[maybe_unused]] Picture picture(Case::Surface surface) { return {surface.array, surface.surface}; }

// Makes a stack, blends it as often as the order says, releases it. `Stack` only delays the look-up of the functions,
// which the other tasks of the lab do not have.
template <class Stack>
void run_layers(Case& c) {
  const int width = c.number<int>("width"), height = c.number<int>("height"), count = c.number<int>("count");
  const auto* pictures = reinterpret_cast<const uchar4*>(c.host_in<std::uint8_t>("pictures"));
  // Where the call has to fail, something has to be there that must not change.
  Stack* const before = c.number<int>("fits") == 0 ? reinterpret_cast<Stack*>(&c) : nullptr;
  Stack* layers = before;
  const cudaError_t made = make_layers(pictures, width, height, count, &layers);
  c.returned("make_layers", made);
  c.returned("layers_written", layers != before);
  if (made != cudaSuccess) {
    // Of a stack that has to be refused, the status that came back says all; elsewhere the one left behind is evidence.
    if (c.number<int>("fits") == 0) static_cast<void>(cudaGetLastError());
    return;
  }
  if (c.number<int>("fits") != 0) {
    const auto blend = [&] { blend_layers(layers, c.out_surface("out").surface, width, height, count); };
    for (int earlier = 1; earlier < c.number<int>("blends"); ++earlier) blend();
    c.timed(blend);
  }
  // The contract: what release_layers gives back is not in use any more. A fault of the kernel shows here, too.
  if (cudaDeviceSynchronize() != cudaSuccess) return;
  c.returned("release_layers", release_layers(layers));
}

}  // namespace

void run_case(Case& c) {
  if constexpr (task == "copy_surface") {
    c.timed([&] {
      copy_surface(c.in_surface("in").surface, c.out_surface("out").surface, c.number<int>("width"),
                   c.number<int>("height"));
    });
  } else if constexpr (task == "blur_surface") {
    c.timed([&] {
      blur_surface(picture(c.in_surface("in")), picture(c.out_surface("out")), c.number<int>("width"),
                   c.number<int>("height"), static_cast<cudaSurfaceBoundaryMode>(c.number<int>("mode")));
    });
  } else if constexpr (task == "blend_layers") {
    run_layers<Layers>(c);
  }
}

}  // namespace course::runner
