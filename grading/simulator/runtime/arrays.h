#pragma once
// cudaArray: rows of elements in device memory that copies reach by (x, y, z) and kernels through objects only.
#include "grading/simulator/runtime/copies.h"

namespace sim::runtime {

// True for the handle of a live array.
bool is_array_handle(const void* pointer);

// cudaMemcpy3D with an array on either side.
Outcome copy_3d_array(State& state, const char* call, const cudaMemcpy3DParms& parameters);

}  // namespace sim::runtime
