// Loads of shared memory with a stride of words between lanes: wavefronts by the rule, cycles by the clock.
#include "bench.h"

using namespace measure;

constexpr int repeats = 1024;

// Each address depends on the word read before (which is 0), so that no two loads are under way at a time.
__global__ void dependent(int stride, long long* cycles, int* sink) {
  __shared__ int words[32 * 33 + 32];
  for (int i = threadIdx.x; i < 32 * 33 + 32; i += blockDim.x) words[i] = 0;
  __syncthreads();
  int at = static_cast<int>(threadIdx.x) * stride;
  const long long start = clock64();
#pragma unroll 16
  for (int k = 0; k < repeats; ++k) at += words[at];
  const long long end = clock64();
  if (threadIdx.x == 0) *cycles = end - start;
  if (at < 0) *sink = at;
}

// All warps of the GPU load at once: what a conflict costs in throughput.
__global__ void busy(int stride, int* sink) {
  __shared__ int words[32 * 33 + 32];
  for (int i = threadIdx.x; i < 32 * 33 + 32; i += blockDim.x) words[i] = 0;
  __syncthreads();
  const int at = static_cast<int>(threadIdx.x % 32) * stride;
  int a = 0, b = 0, c = 0, d = 0;
  volatile int* w = words;
#pragma unroll 8
  for (int k = 0; k < repeats; ++k) {
    a += w[at], b += w[at + 1], c += w[at + 2], d += w[at + 3];
  }
  if (a + b + c + d != 0) *sink = a;
}

int main() {
  Timer timer;
  int multiprocessors = 0;
  check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0), "multiprocessors");
  const Array<long long> cycles(1);
  const Array<int> sink(1);
  Table table("bank_stride");
  double one = 0;
  for (const int stride : {1, 2, 3, 4, 5, 8, 16, 31, 32, 33}) {
    int wavefronts = 0;  // 32 lanes on the banks that stride and 32 have in common
    for (int lane = 0; lane < 32; ++lane) wavefronts += lane * stride % 32 == 0;
    dependent<<<1, 32>>>(stride, cycles.get(), sink.get());
    dependent<<<1, 32>>>(stride, cycles.get(), sink.get());
    long long taken = 0;
    check(cudaMemcpy(&taken, cycles.get(), sizeof taken, cudaMemcpyDeviceToHost), "cycles");
    const Time time = timer.time([&] { busy<<<4 * multiprocessors, 512>>>(stride, sink.get()); }, 15, false);
    if (stride == 1) one = time.ms;
    table.row({{"stride_words", double(stride)},
               {"wavefronts", double(wavefronts)},
               {"cycles_one_warp", static_cast<double>(taken) / repeats},
               {"busy_ms", time.ms},
               {"busy_over_stride_1", time.ms / one}});
  }
}
