// One visit: blocks take tiles in order, publish the sum of theirs, and add up what the tiles before have published, back
// to the first one that knows its whole prefix.
#include <cuda_runtime.h>

#include "tasks.h"

constexpr int block = 256, warps = block / 32, chunks = 4, tile_size = 4 * block * chunks;
constexpr unsigned whole_warp = 0xffffffff;
static_assert(warps * chunks == 32, "one warp adds up what all have");

// What a tile has published: whether it is nothing, its own sum or its prefix, above the number itself.
using State = unsigned long long;
constexpr State own_sum = 1, prefix = 2;
__device__ State state_of(State kind, int value) { return kind << 32 | static_cast<unsigned>(value); }

__device__ int scanned(int value, int lane) {
  for (int distance = 1; distance < 32; distance *= 2) {
    const int other = __shfl_up_sync(whole_warp, value, distance);
    if (lane >= distance) value += other;
  }
  return value;
}

// For a whole warp: the sum of all tiles before `tile`.
__device__ int look_back(volatile State* states, int tile, int lane) {
  int before = 0;
  for (int nearest = tile - 1;; nearest -= 32) {
    const int at = nearest - lane;
    State state;
    do {
      state = at >= 0 ? states[at] : state_of(prefix, 0);
    } while (__any_sync(whole_warp, state >> 32 == 0));
    const unsigned whole = __ballot_sync(whole_warp, state >> 32 == prefix);
    const int last = whole != 0 ? __ffs(static_cast<int>(whole)) - 1 : 31;
    before += __shfl_sync(whole_warp, scanned(static_cast<int>(state), lane), last);
    if (whole != 0) return before;
  }
}

__device__ int4 read_four(const int* in, int i, int n) {
  if (i + 4 <= n) return *reinterpret_cast<const int4*>(in + i);
  const auto element = [&](int at) { return at < n ? in[at] : 0; };
  return make_int4(element(i), element(i + 1), element(i + 2), element(i + 3));
}

__device__ void write_four(int4 four, int* out, int i, int n) {
  if (i + 4 <= n) {
    *reinterpret_cast<int4*>(out + i) = four;
    return;
  }
  if (i < n) out[i] = four.x;
  if (i + 1 < n) out[i + 1] = four.y;
  if (i + 2 < n) out[i + 2] = four.z;
}

// scratch: the next tile, and behind it a state for each.
__global__ void scan_kernel(const int* in, int* out, int* scratch, int n) {
  __shared__ int sums[32], tile;
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  if (t == 0) tile = atomicAdd(scratch, 1);  // in this order, so that a tile waits for running blocks only
  __syncthreads();
  const int first = tile * tile_size + 4 * t;
  int4 four[chunks];
  for (int c = 0; c < chunks; ++c) four[c] = read_four(in, first + 4 * block * c, n);
  int before[chunks];  // in the warp's part of the chunk
  for (int c = 0; c < chunks; ++c) {
    four[c].y += four[c].x;
    four[c].z += four[c].y;
    four[c].w += four[c].z;
    const int with_own = scanned(four[c].w, lane);
    before[c] = with_own - four[c].w;
    if (lane == 31) sums[warps * c + warp] = with_own;
  }
  __syncthreads();
  if (warp == 0) {
    volatile State* states = reinterpret_cast<State*>(scratch + 2);
    const int own = sums[lane], with_own = scanned(own, lane), total = __shfl_sync(whole_warp, with_own, 31);
    if (lane == 0 && tile > 0) states[tile] = state_of(own_sum, total);
    const int before_tile = look_back(states, tile, lane);
    if (lane == 0) states[tile] = state_of(prefix, before_tile + total);
    sums[lane] = before_tile + with_own - own;
  }
  __syncthreads();
  for (int c = 0; c < chunks; ++c) {
    const int add = sums[warps * c + warp] + before[c];
    const int4 result = make_int4(four[c].x + add, four[c].y + add, four[c].z + add, four[c].w + add);
    write_four(result, out, first + 4 * block * c, n);
  }
}

void prefix_sum(const int* in, int* out, int* scratch, int n) {
  if (n == 0) return;
  const int tiles = (n + tile_size - 1) / tile_size;
  cudaMemsetAsync(scratch, 0, (2 + 2 * tiles) * sizeof(int));
  scan_kernel<<<tiles, block>>>(in, out, scratch, n);
}
