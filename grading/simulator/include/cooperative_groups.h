// Cooperative groups: the thread block, tiles of a warp, the lanes that happen to run together.
// CUDA C++ Programming Guide, "Cooperative Groups".
#pragma once

#include "cuda_runtime.h"

#if defined(__CUDA__)

CUDASIM_LINES_OF_CALLER

namespace cooperative_groups {

// All threads of the block.
class thread_block {
 public:
  __device__ static void sync() { __syncthreads(); }
  __device__ static void barrier_wait() { __syncthreads(); }
  __device__ static unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  __device__ static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ static unsigned size() { return num_threads(); }
  __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static dim3 group_dim() { return dim_threads(); }
};
__device__ inline thread_block this_thread_block() { return thread_block(); }

// Some lanes of a warp, by mask; ranks count the lanes in the mask.
class coalesced_group {
 public:
  __device__ explicit coalesced_group(unsigned mask) : mask_(mask) {}
  __device__ void sync() const { __syncwarp(mask_); }
  __device__ unsigned num_threads() const { return unsigned(__popc(mask_)); }
  __device__ unsigned size() const { return num_threads(); }
  __device__ unsigned thread_rank() const { return unsigned(__popc(mask_ & ((1u << lane()) - 1u))); }
  __device__ int any(int predicate) const { return __any_sync(mask_, predicate); }
  __device__ int all(int predicate) const { return __all_sync(mask_, predicate); }
  __device__ unsigned ballot(int predicate) const { return pack(__ballot_sync(mask_, predicate)); }
  template <class T>
  __device__ T shfl(T value, unsigned rank) const {
    return __shfl_sync(mask_, value, lane_of(rank));
  }
  template <class T>
  __device__ T shfl_down(T value, unsigned delta) const {
    const unsigned from = thread_rank() + delta;
    return __shfl_sync(mask_, value, from < num_threads() ? lane_of(from) : int(lane()));
  }
  template <class T>
  __device__ T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return __shfl_sync(mask_, value, rank >= delta ? lane_of(rank - delta) : int(lane()));
  }

 private:
  __device__ static unsigned lane() { return (thread_block::thread_rank()) & 31u; }
  // The lane that holds the given rank: the position of the rank-th set bit.
  __device__ int lane_of(unsigned rank) const {
    unsigned rest = mask_;
    while (rank--) rest &= rest - 1;
    return __ffs(int(rest)) - 1;
  }
  __device__ unsigned pack(unsigned lanes) const {
    unsigned packed = 0, place = 0;
    for (unsigned rest = mask_; rest; rest &= rest - 1, ++place)
      if (lanes & rest & (0u - rest)) packed |= 1u << place;
    return packed;
  }
  unsigned mask_;
};
__device__ inline coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

// `Size` neighbouring lanes of a warp: 1, 2, 4, 8, 16 or 32.
template <unsigned Size, class Parent = thread_block>
class thread_block_tile {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 threads");

 public:
  __device__ void sync() const { __syncwarp(mask()); }
  __device__ static constexpr unsigned num_threads() { return Size; }
  __device__ static constexpr unsigned size() { return Size; }
  __device__ static unsigned thread_rank() { return thread_block::thread_rank() & (Size - 1); }
  __device__ static unsigned meta_group_rank() { return unsigned(Parent::thread_rank()) / Size; }
  __device__ static unsigned meta_group_size() { return (unsigned(Parent::num_threads()) + Size - 1) / Size; }
  template <class T>
  __device__ T shfl(T value, int rank) const { return __shfl_sync(mask(), value, rank, int(Size)); }
  template <class T>
  __device__ T shfl_down(T value, unsigned delta) const { return __shfl_down_sync(mask(), value, delta, int(Size)); }
  template <class T>
  __device__ T shfl_up(T value, unsigned delta) const { return __shfl_up_sync(mask(), value, delta, int(Size)); }
  template <class T>
  __device__ T shfl_xor(T value, int lane_mask) const { return __shfl_xor_sync(mask(), value, lane_mask, int(Size)); }
  __device__ int any(int predicate) const { return __ballot_sync(mask(), predicate) != 0; }
  __device__ int all(int predicate) const { return __ballot_sync(mask(), predicate) == mask(); }
  __device__ unsigned ballot(int predicate) const { return __ballot_sync(mask(), predicate) >> first_lane(); }
  template <class T>
  __device__ unsigned match_any(T value) const { return __match_any_sync(mask(), value) >> first_lane(); }

 private:
  __device__ static unsigned first_lane() { return thread_block::thread_rank() & 31u & ~(Size - 1u); }
  __device__ static unsigned mask() {
    if constexpr (Size == 32) return 0xffffffffu;
    else return ((1u << Size) - 1u) << first_lane();
  }
};
template <unsigned Size, class Parent>
__device__ inline thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return thread_block_tile<Size, Parent>();
}

// All threads of the grid; its barrier needs a cooperative launch and every block resident, which the simulated GPU
// does not offer.
class grid_group {
 public:
  __device__ static unsigned long long thread_rank() {
    const unsigned long long block = (blockIdx.z * gridDim.y + blockIdx.y) * (unsigned long long)gridDim.x + blockIdx.x;
    return block * thread_block::num_threads() + thread_block::thread_rank();
  }
  __device__ static unsigned long long num_threads() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * thread_block::num_threads();
  }
  __device__ static unsigned long long size() { return num_threads(); }
  __device__ static bool is_valid() { return false; }
  __device__ __attribute__((unavailable("a barrier across the grid is not available on the simulated GPU: end the kernel and launch another"))) static void
  sync();
};
__device__ inline grid_group this_grid() { return grid_group(); }

template <class Group>
__device__ inline void sync(const Group& group) { group.sync(); }

template <class T>
struct plus {
  __device__ T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
// Every lane of the tile gets the combined value.
template <unsigned Size, class Parent, class T, class Operation>
__device__ inline T reduce(const thread_block_tile<Size, Parent>& tile, T value, Operation combine) {
  for (int distance = int(Size) / 2; distance > 0; distance /= 2) value = combine(value, tile.shfl_xor(value, distance));
  return value;
}

}  // namespace cooperative_groups

CUDASIM_LINES_OF_CALLER_END

#endif
