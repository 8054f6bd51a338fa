// Reads at places that nobody can foresee, from tables of four sizes, through texture, global and shared memory.
#include "bench.h"

using namespace measure;

constexpr int reads = 64;

__device__ unsigned next(unsigned state) { return state * 1664525u + 1013904223u; }

struct Texture {
  cudaTextureObject_t object;
  __device__ float at(unsigned i) const { return tex1Dfetch<float>(object, static_cast<int>(i)); }
};
struct Global {
  const float* values;
  __device__ float at(unsigned i) const { return __ldg(values + i); }
};

template <class From>
__global__ void gather(From from, unsigned mask, float* out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = i * 2654435761u + 1;
  float sum = 0;
  for (int k = 0; k < reads; ++k) {
    state = next(state);
    sum += from.at(state >> 5 & mask);
  }
  out[i] = sum;
}

__global__ void gather_shared(const float* values, unsigned mask, float* out) {
  extern __shared__ float table[];
  for (unsigned k = threadIdx.x; k <= mask; k += blockDim.x) table[k] = values[k];
  __syncthreads();
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = i * 2654435761u + 1;
  float sum = 0;
  for (int k = 0; k < reads; ++k) {
    state = next(state);
    sum += table[state >> 5 & mask];
  }
  out[i] = sum;
}

int main() {
  Timer timer;
  const unsigned threads = 1u << 22, block = 512;
  const Array<float> out(threads);
  Table table("random_reads");
  for (const unsigned kib : {16u, 256u, 16384u, 131072u}) {
    const unsigned count = kib * 256;
    const Array<float> values(count);
    fill(values);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = values.get();
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = values.bytes();
    cudaTextureDesc how{};
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture = 0;
    check(cudaCreateTextureObject(&texture, &resource, &how, nullptr), "texture");
    const auto billions = [&](Time time) { return 1e-6 * threads * reads / time.ms; };
    const Time by_texture = timer.time([&] { gather<<<threads / block, block>>>(Texture{texture}, count - 1, out.get()); });
    const Time by_global = timer.time([&] { gather<<<threads / block, block>>>(Global{values.get()}, count - 1, out.get()); });
    Row row = {{"table_kib", double(kib)},
               {"texture_billion_per_s", billions(by_texture)},
               {"global_billion_per_s", billions(by_global)}};
    if (values.bytes() <= 48 * 1024) {  // what a block has without asking for more
      const Time by_shared = timer.time([&] { gather_shared<<<threads / block, block, values.bytes()>>>(values.get(), count - 1, out.get()); });
      row.push_back({"shared_billion_per_s", billions(by_shared)});
    } else {
      row.push_back({"shared_billion_per_s", std::string("does not fit")});
    }
    table.row(std::move(row));
    check(cudaDestroyTextureObject(texture), "texture");
  }
}
