// Surfaces used with the wrong coordinates, shape or element.
//
// expect neighbour_past_edge: surface-out-of-range at [left neighbour]: "at byte -4 of a row; a row has 256 bytes", "the default boundary mode traps", "cudaBoundaryModeClamp"
// status neighbour_past_edge: 700
// expect layered_as_plain: surface-object at [plain write]: "for a 2D surface, but the object is a layered 2D surface"
// status layered_as_plain: 700
// expect element_too_narrow: surface-format at [narrow write]: "writes 1 byte of a surface whose elements have 4 bytes"
// expect no_load_store_flag: missing-surface-flag: "made without cudaArraySurfaceLoadStore", "the hardware does not say so"
// expect x_in_elements: misaligned at [x in elements]: "looks like the number of an element, which is at x = 4 * number", "columns from width / 4 = 16 on keep their old value"
// status x_in_elements: 716
// expect row_too_many: surface-out-of-range at [row too many]: "in row 1; it has 1 row;"
// status row_too_many: 700
// expect wide_by_one_element: misaligned at [wide by one element]: "surface access of 16 bytes at x = 4, which is not a multiple of 16"
// status wide_by_one_element: 716
// expect object_destroyed: surface-object at [plain write]: "it was never created, or is destroyed"
// status object_destroyed: 700
// expect array_freed: surface-object at [plain write]: "the array behind the object is freed"
// status array_freed: 700
// expect texture_never_written: uninitialised-read at [texture read]: "which nobody has written", "memory from cudaMallocArray is not zero"
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

__global__ void write_by_element(cudaSurfaceObject_t out, int w) {
  const int x = threadIdx.x, y = blockIdx.x;
  if (x < w) surf2Dwrite(float(y * w + x), out, x, y);  // [x in elements]
}
__global__ void write_below(cudaSurfaceObject_t out) {
  surf2Dwrite(1.0f, out, threadIdx.x * 4, blockIdx.x);  // [row too many]
}
__global__ void write_wide(cudaSurfaceObject_t out) {
  surf2Dwrite(make_float4(1, 2, 3, 4), out, int(threadIdx.x * sizeof(float)), 0);  // [wide by one element]
}
__global__ void sample(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 0.5f);  // [texture read]
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
    {"x_in_elements", [] { write_by_element<<<1, 64>>>(surface_of(floats(cudaArraySurfaceLoadStore)), 64); }},
    {"row_too_many", [] { write_below<<<2, 64>>>(surface_of(floats(cudaArraySurfaceLoadStore))); }},
    {"wide_by_one_element", [] { write_wide<<<1, 16>>>(surface_of(floats(cudaArraySurfaceLoadStore))); }},
    {"object_destroyed",
     [] {
       const cudaSurfaceObject_t surface = surface_of(floats(cudaArraySurfaceLoadStore));
       cudaDestroySurfaceObject(surface);
       write_plain<<<1, 32>>>(surface);
     }},
    {"array_freed",
     [] {
       const cudaArray_t array = floats(cudaArraySurfaceLoadStore);
       const cudaSurfaceObject_t surface = surface_of(array);
       cudaFreeArray(array);
       write_plain<<<1, 32>>>(surface);
     }},
    {"texture_never_written",
     [] {
       cudaArray_t array;
       const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
       cudaMallocArray(&array, &format, 64, 1);
       cudaResourceDesc resource{};
       resource.resType = cudaResourceTypeArray;
       resource.res.array.array = array;
       cudaTextureDesc how{};
       cudaTextureObject_t texture;
       cudaCreateTextureObject(&texture, &resource, &how, nullptr);
       sample<<<1, 64>>>(texture, zeros<float>(64));
     }},
    {"no_load_store_flag", [] { surface_of(floats(0)); }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
