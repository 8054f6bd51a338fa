// Functions of the CUDA headers that become instructions of the kernel. The values are checked here; a second test runs
// this program with counters and wants each of them charged to a line of this file.
#include "arrays.h"

__global__ void all(int* counter, const float* in, float* out, cudaSurfaceObject_t surface, cudaTextureObject_t texture) {
  const int i = threadIdx.x;
  atomicAdd(counter, 1);
  const float a = __ldg(in + i);
  const float b = surf2Dread<float>(surface, i * 4, 0);
  const float c = tex2D<float>(texture, i + 0.5f, 0.5f);
  surf2Dwrite(a, surface, i * 4, 1);
  const float d = __shfl_down_sync(0xffffffffu, a, 1);
  out[i] = a + b + c + d;
}

int main() {
  std::vector<float> values(64);
  for (int i = 0; i < 64; ++i) values[i] = float(i);
  check::Array<float> array(cudaCreateChannelDesc<float>(), 32, 2, 0, cudaArraySurfaceLoadStore);
  array.upload(values);
  const check::Surface surface(array.get());
  const check::Texture texture(check::resource_of(array.get()), check::sampling(cudaAddressModeClamp));
  check::DeviceArray<int> counter(1);
  check::DeviceArray<float> in(std::vector<float>(values.begin() + 32, values.end())), out(32);
  all<<<1, 32>>>(counter.get(), in.get(), out.get(), surface.get(), texture.get());
  const std::vector<float> got = out.download();
  for (int i = 0; i < 32; ++i)
    check::expect_equal("sum " + check::text(i), got[i], float(i + 32 + i + i + (i < 31 ? i + 33 : i + 32)));
  check::expect_equal("counter", counter.download()[0], 32);
  return check::verdict();
}
