// What surface and texture objects say about themselves, and which objects cannot be made.
#include "arrays.h"

int main() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  check::Array<float> array(format, 16, 8, 0, cudaArraySurfaceLoadStore);
  const cudaResourceDesc resource = check::resource_of(array.get());

  cudaSurfaceObject_t surface = 0;
  check::succeed(cudaCreateSurfaceObject(&surface, &resource));
  check::expect(surface != 0, "a surface object has a handle other than 0");
  cudaResourceDesc told = {};
  check::succeed(cudaGetSurfaceObjectResourceDesc(&told, surface));
  check::expect(told.resType == cudaResourceTypeArray && told.res.array.array == array.get(), "the surface names its array");
  check::succeed(cudaDestroySurfaceObject(surface));

  cudaTextureDesc description = check::sampling(cudaAddressModeMirror, cudaFilterModeLinear, true);
  cudaTextureObject_t texture = 0;
  check::succeed(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  check::expect(texture != 0, "a texture object has a handle other than 0");
  told = {};
  check::succeed(cudaGetTextureObjectResourceDesc(&told, texture));
  check::expect(told.resType == cudaResourceTypeArray && told.res.array.array == array.get(), "the texture names its array");
  cudaTextureDesc sampling = {};
  check::succeed(cudaGetTextureObjectTextureDesc(&sampling, texture));
  check::expect(sampling.addressMode[0] == cudaAddressModeMirror && sampling.addressMode[1] == cudaAddressModeMirror &&
                    sampling.filterMode == cudaFilterModeLinear && sampling.normalizedCoords == 1 &&
                    sampling.readMode == cudaReadModeElementType,
                "the texture tells how it samples");
  check::succeed(cudaDestroyTextureObject(texture));

  check::DeviceArray<float> memory(1024);
  cudaResourceDesc linear = {};
  linear.resType = cudaResourceTypeLinear;
  linear.res.linear = {memory.get(), format, 1024 * sizeof(float)};
  check::expect_status("cudaCreateSurfaceObject over linear memory", cudaCreateSurfaceObject(&surface, &linear), cudaErrorInvalidValue);
  cudaGetLastError();
  const cudaTextureDesc plain = check::sampling(cudaAddressModeClamp);
  check::succeed(cudaCreateTextureObject(&texture, &linear, &plain, nullptr));
  told = {};
  check::succeed(cudaGetTextureObjectResourceDesc(&told, texture));
  check::expect(told.resType == cudaResourceTypeLinear && told.res.linear.devPtr == memory.get() &&
                    told.res.linear.sizeInBytes == 1024 * sizeof(float) && told.res.linear.desc.x == 32,
                "the texture names its memory");
  check::succeed(cudaDestroyTextureObject(texture));

  // Arrays hold 1, 2 or 4 equal components, and six square faces make a cubemap.
  cudaArray_t none = nullptr;
  const cudaChannelFormatDesc three = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
  check::expect_status("cudaMallocArray of three components", cudaMallocArray(&none, &three, 8, 8), cudaErrorInvalidChannelDescriptor);
  cudaGetLastError();
  check::expect_status("cudaMalloc3DArray of a cubemap with five faces",
                       cudaMalloc3DArray(&none, &format, make_cudaExtent(8, 8, 5), cudaArrayCubemap), cudaErrorInvalidValue);
  cudaGetLastError();
  check::expect_status("cudaMallocArray of 200000 columns", cudaMallocArray(&none, &format, 200000, 8), cudaErrorInvalidValue);
  cudaGetLastError();
  return check::verdict();
}
