// Votes, matches, the active mask and reductions among the lanes of a warp.
#include "check.h"

constexpr unsigned full = 0xffffffff;

__global__ void votes(const int* in, unsigned* out) {
  int t = threadIdx.x, value = in[t];
  out[t * 5] = __all_sync(full, value > 0) ? 1 : 0;
  out[t * 5 + 1] = __any_sync(full, value > 90) ? 1 : 0;
  out[t * 5 + 2] = __ballot_sync(full, value % 2);
  out[t * 5 + 3] = __match_any_sync(full, value % 4);
  int all_same = -1;
  unsigned same = __match_all_sync(full, value / 100, &all_same);
  out[t * 5 + 4] = all_same ? same : 0;
}

__global__ void wide_match(unsigned* out) {
  int t = threadIdx.x;
  out[t * 2] = __match_any_sync(full, (1ll << 40) * (t % 3) + 5);
  out[t * 2 + 1] = __match_any_sync(full, t % 5 * 0.5f);
}

// Lanes count themselves into one slot each: the first of the active ones asks for all (warp aggregation).
__global__ void append_even(const int* in, int count, int* size, int* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  bool wanted = i < count && in[i] % 2 == 0;
  unsigned mask = __ballot_sync(full, wanted);
  if (!wanted) return;
  int leader = __ffs(int(mask)) - 1, start = 0;
  if (lane == leader) start = atomicAdd(size, __popc(mask));
  start = __shfl_sync(mask, start, leader);
  out[start + __popc(mask & ((1u << lane) - 1))] = in[i];
}

// In a branch, with the mask of the lanes that took it.
__global__ void in_branch(unsigned* out) {
  int t = threadIdx.x;
  unsigned low = __ballot_sync(full, t % 32 < 10);
  out[t] = 0;
  if (t % 32 < 10) {
    out[t] = __ballot_sync(low, t % 32 >= 4) | (__any_sync(low, t % 32 == 20) ? 1u << 31 : 0);
  } else {
    out[t] = __ballot_sync(~low, t % 2) | (__all_sync(~low, t % 32 > 9) ? 1u : 0);
  }
}

// What __activemask says depends on how lanes are scheduled, but a lane always sees itself, and no lane that has ended.
__global__ void active(unsigned* out) {
  int t = threadIdx.x;
  if (t >= 40) return;
  out[t] = __activemask();
}

__global__ void reductions(const int* in, int* out) {
  int t = threadIdx.x, value = in[t];
  out[t * 6] = __reduce_add_sync(full, value);
  out[t * 6 + 1] = __reduce_min_sync(full, value);
  out[t * 6 + 2] = __reduce_max_sync(full, value);
  out[t * 6 + 3] = int(__reduce_and_sync(full, unsigned(value) | 8u));
  out[t * 6 + 4] = int(__reduce_or_sync(full, unsigned(value)));
  out[t * 6 + 5] = int(__reduce_xor_sync(full, unsigned(value)));
}

// Neighbours exchange through shared memory with a barrier of the warp only.
__global__ void warp_barrier(int* out) {
  __shared__ int values[96];
  int t = threadIdx.x, base = t / 32 * 32;
  for (int turn = 0; turn < 5; ++turn) {
    values[t] = turn * 100 + t;
    __syncwarp();
    int next = values[base + (t + 1) % 32];
    __syncwarp();
    out[t] += next;
  }
}

int main() {
  check::Random random(8);
  for (int round = 0; round < 4; ++round) {
    std::vector<int> in(64);
    for (int& value : in) value = int(random.below(99)) + (round > 1);
    if (round == 1) in[5] = 0;
    if (round == 3) in[40] = 150;
    check::DeviceArray<int> device_in(in), reduced(64 * 6);
    check::DeviceArray<unsigned> out(64 * 5);
    votes<<<1, 64>>>(device_in.get(), out.get());
    reductions<<<1, 64>>>(device_in.get(), reduced.get());
    auto got = out.download();
    auto got_reduced = reduced.download();
    for (int t = 0; t < 64; ++t) {
      int base = t / 32 * 32, sum = 0, least = in[base], most = in[base], ands = -1, ors = 0, xors = 0;
      unsigned all = 1, any = 0, odd = 0, same = 0, hundred = full;
      for (int lane = 0; lane < 32; ++lane) {
        int value = in[base + lane];
        all &= value > 0;
        any |= value > 90;
        odd |= unsigned(value % 2) << lane;
        same |= unsigned(value % 4 == in[t] % 4) << lane;
        if (value / 100 != in[base] / 100) hundred = 0;
        sum += value;
        least = std::min(least, value);
        most = std::max(most, value);
        ands &= value | 8;
        ors |= value;
        xors ^= value;
      }
      const unsigned wanted[] = {all, any, odd, same, hundred};
      const char* names[] = {"__all_sync", "__any_sync", "__ballot_sync", "__match_any_sync", "__match_all_sync"};
      for (int k = 0; k < 5; ++k) check::expect_equal(names[k], got[t * 5 + k], wanted[k]);
      const int wanted_reduced[] = {sum, least, most, ands, ors, xors};
      for (int k = 0; k < 6; ++k)
        check::expect_equal("reduction " + check::text(k), got_reduced[t * 6 + k], wanted_reduced[k]);
    }
  }

  check::DeviceArray<unsigned> matches(64), branch(64), mask(64);
  wide_match<<<1, 32>>>(matches.get());
  auto got = matches.download();
  for (int t = 0; t < 32; ++t) {
    unsigned thirds = 0, fifths = 0;
    for (int lane = 0; lane < 32; ++lane)
      thirds |= unsigned(lane % 3 == t % 3) << lane, fifths |= unsigned(lane % 5 == t % 5) << lane;
    check::expect_equal("match of 64 bits", got[t * 2], thirds);
    check::expect_equal("match of floats", got[t * 2 + 1], fifths);
  }
  in_branch<<<1, 64>>>(branch.get());
  got = branch.download();
  for (int t = 0; t < 64; ++t) check::expect_equal("ballot in a branch", got[t], t % 32 < 10 ? 0x3f0u : 0xaaaaa801u);
  active<<<1, 64>>>(mask.get());
  got = mask.download();
  for (int t = 0; t < 40; ++t) {
    check::expect(got[t] >> t % 32 & 1, "a lane sees itself active");
    if (t >= 32) check::expect((got[t] & ~0xffu) == 0, "lanes that ended are not active");
  }

  std::vector<int> numbers(1000);
  long sum = 0, evens = 0;
  for (int& number : numbers) {
    number = int(random.below(1000));
    if (number % 2 == 0) sum += number, ++evens;
  }
  check::DeviceArray<int> in(numbers), size(1), out(1000);
  append_even<<<8, 128>>>(in.get(), 1000, size.get(), out.get());
  check::expect_equal("even numbers", long{size.download()[0]}, evens);
  auto appended = out.download();
  long got_sum = 0;
  for (int i = 0; i < evens; ++i) {
    check::expect(appended[i] % 2 == 0, "only even numbers are appended");
    got_sum += appended[i];
  }
  check::expect_equal("sum of even numbers", got_sum, sum);

  check::DeviceArray<int> nexts(96);
  warp_barrier<<<1, 96>>>(nexts.get());
  auto got_nexts = nexts.download();
  for (int t = 0; t < 96; ++t)
    check::expect_equal("through __syncwarp", got_nexts[t], 1000 + 5 * (t / 32 * 32 + (t + 1) % 32));
  return check::verdict();
}
