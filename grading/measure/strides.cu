// Copies with a stride between lanes, and from a base that is off a boundary.
#include "bench.h"

using namespace measure;

__global__ void copy_kernel(const float* in, float* out, std::size_t n, int stride, int offset) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i * stride + offset] = in[i * stride + offset];
}

int main() {
  Timer timer;
  const std::size_t room = large_count(), n = room / 32;
  const Array<float> in(room + 64), out(room + 64);
  fill(in);
  const auto time = [&](std::size_t count, int stride, int offset) {
    return timer.time([&] {
      copy_kernel<<<static_cast<unsigned>((count + 255) / 256), 256>>>(in.get(), out.get(), count, stride, offset);
    });
  };
  {
    Table table("stride_curve");
    for (const int stride : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32}) {
      const Time t = time(n, stride, 0);
      table.row({{"stride", double(stride)},
                 {"sectors", stride < 8 ? std::ceil((31.0 * stride + 1) / 8) : 32.0},
                 {"ms", t.ms},
                 {"useful_gb_per_s", gb_per_s(8.0 * static_cast<double>(n), t.ms)}});
    }
  }
  {
    Table table("offset_curve");
    for (const int offset : {0, 1, 2, 4, 7, 8, 12, 16, 31, 32}) {
      const Time t = time(room, 1, offset);
      table.row({{"offset", double(offset)},
                 {"sectors", offset % 8 == 0 ? 4.0 : 5.0},
                 {"ms", t.ms},
                 {"useful_gb_per_s", gb_per_s(8.0 * static_cast<double>(room), t.ms)}});
    }
  }
}
