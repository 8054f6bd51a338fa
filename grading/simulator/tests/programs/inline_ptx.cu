// PTX written by hand: special registers, predicates, selection, video and dot-product instructions, vector moves.
#include "map.h"

using check::Pair;

__global__ void special(unsigned* out) {
  unsigned lane, warp, below, threads, block;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  asm("mov.u32 %0, %%ntid.x;" : "=r"(threads));
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(block));
  unsigned* mine = out + (blockIdx.x * blockDim.x + threadIdx.x) * 5;
  mine[0] = lane;
  mine[1] = warp;
  mine[2] = below;
  mine[3] = threads;
  mine[4] = block;
}

struct Predicated {
  __device__ int operator()(Pair<int> p) const {
    int result;
    asm("{\n\t"
        ".reg .pred less, both;\n\t"
        "setp.lt.s32 less, %1, %2;\n\t"
        "mov.s32 %0, 7;\n\t"
        "@less add.s32 %0, %0, 100;\n\t"
        "@!less sub.s32 %0, %0, 3;\n\t"
        "setp.gt.and.s32 both, %1, 0, less;\n\t"
        "@both add.s32 %0, %0, 1000;\n\t"
        "}"
        : "=&r"(result)
        : "r"(p.a), "r"(p.b));
    return result;
  }
};
struct Select {
  __device__ int operator()(Pair<int> p) const {
    int result;
    asm("{\n\t.reg .pred q;\n\tsetp.ne.s32 q, %1, 0;\n\tselp.s32 %0, %2, -1, q;\n\t}"
        : "=r"(result)
        : "r"(p.a), "r"(p.b));
    return result;
  }
};
struct Branch {
  __device__ int operator()(int a) const {
    int steps;
    asm volatile(
        "{\n\t"
        ".reg .pred done;\n\t"
        ".reg .u32 x;\n\t"
        "and.b32 x, %1, 1023;\n\t"
        "mov.u32 %0, 0;\n"
        "again%=:\n\t"
        "setp.eq.u32 done, x, 0;\n\t"
        "@done bra end%=;\n\t"
        "shr.u32 x, x, 1;\n\t"
        "add.s32 %0, %0, 1;\n\t"
        "bra again%=;\n"
        "end%=:\n\t"
        "}"
        : "=&r"(steps)
        : "r"(a));
    return steps;
  }
};
struct DotSigned {
  __device__ int operator()(Pair<int> p) const { return __dp4a(p.a, p.b, -7); }
};
struct DotUnsigned {
  __device__ unsigned operator()(Pair<unsigned> p) const { return __dp4a(p.a, p.b, 9u); }
};
struct MultiplyAdd {
  __device__ long long operator()(Pair<int> p) const {
    long long wide;
    int low;
    asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(wide) : "r"(p.a), "r"(p.b), "l"(1ll << 40));
    asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(low) : "r"(p.a), "r"(p.b), "r"(11));
    return wide ^ low;
  }
};
struct Logic3 {
  __device__ unsigned operator()(Pair<unsigned> p) const {
    unsigned result;  // 0x96: a ^ b ^ c; 0xe8: majority
    asm("{\n\t.reg .b32 t;\n\tlop3.b32 t, %1, %2, %3, 0x96;\n\tlop3.b32 %0, t, %1, %2, 0xe8;\n\t}"
        : "=r"(result)
        : "r"(p.a), "r"(p.b), "r"(0x12345678));
    return result;
  }
};
struct PackAndUnpack {
  __device__ unsigned long long operator()(Pair<unsigned> p) const {
    unsigned long long both;
    unsigned low, high;
    asm("mov.b64 %0, {%1, %2};" : "=l"(both) : "r"(p.a), "r"(p.b));
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(both * 3));
    return static_cast<unsigned long long>(low) << 32 | high;
  }
};

int main() {
  check::DeviceArray<unsigned> out(3 * 70 * 5);
  special<<<3, 70>>>(out.get());
  auto got = out.download();
  for (unsigned i = 0; i < 3 * 70; ++i) {
    unsigned t = i % 70;
    check::expect_equal("%laneid", got[i * 5], t % 32);
    // %warpid may change during a run on hardware; one block at a time it is the warp's place.
    check::expect(got[i * 5 + 1] < 64, "%warpid is " + check::text(got[i * 5 + 1]));
    check::expect_equal("%lanemask_lt", got[i * 5 + 2], (1u << t % 32) - 1);
    check::expect_equal("%ntid.x", got[i * 5 + 3], 70u);
    check::expect_equal("%ctaid.x", got[i * 5 + 4], i / 70);
  }

  auto ints = check::all_pairs(check::integers<int>(1), check::integers<int>(2));
  auto unsigneds = check::all_pairs(check::integers<unsigned>(1), check::integers<unsigned>(2));
  check::expect_map<Predicated>("predicated instructions", ints,
                                [](Pair<int> p) { return p.a < p.b ? (p.a > 0 ? 1107 : 107) : 4; });
  check::expect_map<Select>("selp", ints, [](Pair<int> p) { return p.a != 0 ? p.b : -1; });
  check::expect_map<Branch>("loop in PTX", check::integers<int>(3), [](int a) {
    int steps = 0;
    for (unsigned x = unsigned(a) & 1023; x; x /= 2) ++steps;
    return steps;
  });
  check::expect_map<DotSigned>("__dp4a of signed bytes", ints, [](Pair<int> p) {
    int sum = -7;
    for (int i = 0; i < 4; ++i) sum += int(std::int8_t(p.a >> 8 * i)) * int(std::int8_t(p.b >> 8 * i));
    return sum;
  });
  check::expect_map<DotUnsigned>("__dp4a of unsigned bytes", unsigneds, [](Pair<unsigned> p) {
    unsigned sum = 9;
    for (int i = 0; i < 4; ++i) sum += (p.a >> 8 * i & 255) * (p.b >> 8 * i & 255);
    return sum;
  });
  check::expect_map<MultiplyAdd>("mad.wide and mad.lo", ints, [](Pair<int> p) {
    long long product = static_cast<long long>(p.a) * p.b;
    return (product + (1ll << 40)) ^ static_cast<long long>(int(unsigned(product) + 11u));
  });
  check::expect_map<Logic3>("lop3", unsigneds, [](Pair<unsigned> p) {
    unsigned t = p.a ^ p.b ^ 0x12345678u;
    return (t & p.a) | (t & p.b) | (p.a & p.b);
  });
  check::expect_map<PackAndUnpack>("mov.b64 of two words", unsigneds, [](Pair<unsigned> p) {
    unsigned long long product = (static_cast<unsigned long long>(p.b) << 32 | p.a) * 3;
    return product << 32 | product >> 32;
  });
  return check::verdict();
}
