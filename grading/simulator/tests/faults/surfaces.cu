// Surfaces used with the wrong coordinates, shape or element.
//
// expect neighbour_past_edge: surface-out-of-range at [left neighbour]: "at byte -4 of a row; a row has 256 bytes", "the default boundary mode traps", "cudaBoundaryModeClamp"
// status neighbour_past_edge: 700
// expect layered_as_plain: surface-object at [plain write]: "for a 2D surface, but the object is a layered 2D surface"
// status layered_as_plain: 700
// expect element_too_narrow: surface-format at [narrow write]: "writes 1 byte of a surface whose elements have 4 bytes"
// expect no_load_store_flag: missing-surface-flag: "made without cudaArraySurfaceLoadStore", "the hardware does not say so"
#include "faults.h"

__global__ void average(cudaSurfaceObject_t in, float* out, int w) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < w) out[x] = surf2Dread<float>(in, (x - 1) * 4, 0);  // [left neighbour]
}
__global__ void write_plain(cudaSurfaceObject_t out) {
  surf2Dwrite(1.0f, out, threadIdx.x * 4, 0);  // [plain write]
}
__global__ void write_narrow(cudaSurfaceObject_t out) {
  surf2Dwrite((unsigned char)1, out, threadIdx.x, 0);  // [narrow write]
}

cudaSurfaceObject_t surface_of(cudaArray_t array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  return surface;
}
cudaArray_t floats(unsigned flags) {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, 64, 1, flags);
  const std::vector<float> values(64, 1.0f);
  cudaMemcpy2DToArray(array, 0, 0, values.data(), 256, 256, 1, cudaMemcpyHostToDevice);
  return array;
}

const Case cases[] = {
    {"neighbour_past_edge", [] { average<<<1, 64>>>(surface_of(floats(cudaArraySurfaceLoadStore)), zeros<float>(64), 64); }},
    {"layered_as_plain",
     [] {
       cudaArray_t array;
       const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
       cudaMalloc3DArray(&array, &format, make_cudaExtent(64, 4, 2), cudaArraySurfaceLoadStore | cudaArrayLayered);
       write_plain<<<1, 32>>>(surface_of(array));
     }},
    {"element_too_narrow", [] { write_narrow<<<1, 32>>>(surface_of(floats(cudaArraySurfaceLoadStore))); }},
    {"no_load_store_flag", [] { surface_of(floats(0)); }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
