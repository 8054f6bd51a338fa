// Cooperative groups: the block, tiles of a warp, coalesced threads.
#include <cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;

template <class Group>
__device__ int sum_of(Group group, int value) {
  for (int step = group.size() / 2; step > 0; step /= 2) value += group.shfl_down(value, step);
  return group.shfl(value, 0);
}

__global__ void tiles(const int* in, int* out) {
  cg::thread_block block = cg::this_thread_block();
  __shared__ int values[128];
  int t = block.thread_rank();
  values[t] = in[t];
  block.sync();
  auto warp = cg::tiled_partition<32>(block);
  auto eight = cg::tiled_partition<8>(warp);
  int* mine = out + t * 6;
  mine[0] = values[block.size() - 1 - t];
  mine[1] = sum_of(warp, values[t]);
  mine[2] = sum_of(eight, values[t]);
  mine[3] = eight.thread_rank() * 100 + eight.meta_group_rank();
  mine[4] = int(eight.ballot(values[t] % 2)) * 10 + eight.any(values[t] == 50) + 2 * eight.all(values[t] > 3);
  mine[5] = eight.shfl_xor(values[t], 3) + 1000 * warp.shfl_up(values[t], 1);
}

// The lanes that took the branch count themselves.
__global__ void coalesced(int* counter, int* places) {
  int t = threadIdx.x;
  places[t] = -1;
  if (t % 3 == 1) {
    cg::coalesced_group active = cg::coalesced_threads();
    int start = 0;
    if (active.thread_rank() == 0) start = atomicAdd(counter, int(active.size()));
    places[t] = active.shfl(start, 0) + int(active.thread_rank());
  }
}

int main() {
  std::vector<int> in(128);
  for (int t = 0; t < 128; ++t) in[t] = t * 7 % 53;
  check::DeviceArray<int> device_in(in), out(128 * 6);
  tiles<<<1, 128>>>(device_in.get(), out.get());
  auto got = out.download();
  for (int t = 0; t < 128; ++t) {
    int warp = 0, eight = 0, ballot = 0, any = 0, all = 1;
    for (int k = 0; k < 32; ++k) warp += in[t / 32 * 32 + k];
    for (int k = 0; k < 8; ++k) {
      int value = in[t / 8 * 8 + k];
      eight += value;
      ballot |= value % 2 << k;
      any |= value == 50;
      all &= value > 3;
    }
    const int* mine = got.data() + t * 6;
    check::expect_equal("through the block's barrier", mine[0], in[127 - t]);
    check::expect_equal("sum of a warp", mine[1], warp);
    check::expect_equal("sum of eight", mine[2], eight);
    check::expect_equal("ranks", mine[3], t % 8 * 100 + t % 32 / 8);
    check::expect_equal("votes", mine[4], ballot * 10 + any + 2 * all);
    check::expect_equal("shuffles", mine[5], in[t ^ 3] + 1000 * in[t % 32 ? t - 1 : t]);
  }

  check::DeviceArray<int> counter(1), places(96);
  coalesced<<<1, 96>>>(counter.get(), places.get());
  check::expect_equal("lanes counted", counter.download()[0], 32);
  auto got_places = places.download();
  std::vector<int> seen(32);
  for (int t = 0; t < 96; ++t) {
    bool inside = got_places[t] >= 0 && got_places[t] < 32;
    check::expect(inside == (t % 3 == 1), "place of thread " + check::text(t) + " is " + check::text(got_places[t]));
    if (inside) ++seen[got_places[t]];
  }
  check::expect_equal("each place once", seen, std::vector<int>(32, 1));
  return check::verdict();
}
