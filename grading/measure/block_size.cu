// The same copy with blocks of 16 to 1024 threads, and with wider accesses.
#include "bench.h"

using namespace measure;

template <class T>
__global__ void copy_kernel(const T* in, T* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

template <class T>
Time copy(Timer& timer, const Array<float>& in, const Array<float>& out, int block) {
  const std::size_t n = in.bytes() / sizeof(T);
  return timer.time([&] {
    copy_kernel<<<static_cast<unsigned>((n + block - 1) / block), block>>>(reinterpret_cast<const T*>(in.get()),
                                                                         reinterpret_cast<T*>(out.get()), n);
  });
}

int main() {
  Timer timer;
  const Array<float> in(large_count()), out(large_count());
  fill(in);
  const double ceiling = copy_gb_per_s(timer, in.bytes());
  Table table("block_size");
  for (const int block : {16, 32, 64, 128, 256, 512, 1024}) {
    const double one = gb_per_s(2.0 * static_cast<double>(in.bytes()), copy<float>(timer, in, out, block).ms);
    const double two = gb_per_s(2.0 * static_cast<double>(in.bytes()), copy<float2>(timer, in, out, block).ms);
    const double four = gb_per_s(2.0 * static_cast<double>(in.bytes()), copy<float4>(timer, in, out, block).ms);
    table.row({{"block", double(block)},
               {"float_gb_per_s", one},
               {"float2_gb_per_s", two},
               {"float4_gb_per_s", four},
               {"copy_gb_per_s", ceiling}});
  }
}
