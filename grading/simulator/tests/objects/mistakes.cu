// One mistake with a surface or texture object a run, by name.
#include <cuda_runtime.h>

#include <cstring>

__global__ void surface_2d(cudaSurfaceObject_t s, int x_bytes, int y) { surf2Dwrite(1.0f, s, x_bytes, y); }
__global__ void surface_3d(cudaSurfaceObject_t s) { surf3Dwrite(1.0f, s, 0, 0, 0); }
__global__ void texture_2d(cudaTextureObject_t t, float* out) { *out = tex2D<float>(t, 0.5f, 0.5f); }
__global__ void fetch(cudaTextureObject_t t, float* out) { *out = tex1Dfetch<float>(t, 0); }

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  auto asked = [&](const char* name) { return std::strcmp(argv[1], name) == 0; };
  const int layers = asked("surface_2d_of_layers") ? 2 : 0;
  unsigned flags = layers ? cudaArrayLayered : cudaArrayDefault;
  if (!asked("no_flag")) flags |= cudaArraySurfaceLoadStore;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  cudaMalloc3DArray(&array, &format, make_cudaExtent(16, 8, layers), flags);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc sampling = {};
  cudaSurfaceObject_t surface = 0;
  cudaTextureObject_t texture = 0;
  cudaCreateSurfaceObject(&surface, &resource);
  cudaCreateTextureObject(&texture, &resource, &sampling, nullptr);
  float* out = nullptr;
  cudaMalloc(&out, 64 * sizeof *out);

  if (asked("surface_2d_of_layers")) surface_2d<<<1, 1>>>(surface, 0, 0);
  if (asked("surface_3d_of_2d")) surface_3d<<<1, 1>>>(surface);
  if (asked("texture_as_surface")) surface_2d<<<1, 1>>>(texture, 0, 0);
  if (asked("surface_as_texture")) texture_2d<<<1, 1>>>(surface, out);
  if (asked("fetch_from_array")) fetch<<<1, 1>>>(texture, out);
  if (asked("array_freed")) {
    cudaFreeArray(array);
    surface_2d<<<1, 1>>>(surface, 0, 0);
  }
  if (asked("object_destroyed")) {
    cudaDestroySurfaceObject(surface);
    surface_2d<<<1, 1>>>(surface, 0, 0);
  }
  if (asked("outside_in_x")) surface_2d<<<1, 1>>>(surface, 16 * 4, 0);
  if (asked("outside_in_y")) surface_2d<<<1, 1>>>(surface, 0, 8);
  if (asked("misaligned")) surface_2d<<<1, 1>>>(surface, 2, 0);
  resource.resType = cudaResourceTypePitch2D;
  if (asked("pitch_of_40")) {
    resource.res.pitch2D = {out, format, 10, 4, 40};
    return cudaCreateTextureObject(&texture, &resource, &sampling, nullptr) == cudaErrorInvalidValue ? 1 : 0;
  }
  resource.resType = cudaResourceTypeLinear;
  if (asked("memory_unaligned")) {
    resource.res.linear = {out + 1, format, 64};
    return cudaCreateTextureObject(&texture, &resource, &sampling, nullptr) == cudaErrorInvalidValue ? 1 : 0;
  }
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  const float row[16] = {};
  if (asked("deprecated_copy")) return cudaMemcpyToArray(array, 0, 0, row, sizeof row, cudaMemcpyHostToDevice) == cudaSuccess ? 0 : 1;
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
