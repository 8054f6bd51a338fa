// Expected values are arithmetic on addresses: 32-byte sectors, 32 banks of 4 bytes. Where the truth table has the same
// access its row is named.
#include <doctest/doctest.h>

#include "grading/simulator/counting/tests/warp.h"

using namespace sim::counting;

namespace {

constexpr std::uint64_t base = 0x7000'0000;  // of an allocation: a multiple of 256

unsigned sectors(const Warp& w) { return count_sectors(w).sectors; }
unsigned wavefronts(const Warp& w) { return count_wavefronts(w).wavefronts; }

}  // namespace

TEST_CASE("sectors: distinct 32-byte segments of the active lanes") {
  const auto floats = [](unsigned stride, unsigned offset = 0) {
    return warp(4, [=](unsigned lane) { return base + 4 * (lane * stride + offset); });
  };
  CHECK(sectors(floats(1)) == 4);       // global_f32_unit: 128 bytes
  CHECK(sectors(floats(1, 1)) == 5);    // global_f32_offset1
  CHECK(sectors(floats(1, 8)) == 4);    // global_f32_offset8: a whole sector further
  CHECK(sectors(floats(2)) == 8);       // global_f32_stride2
  CHECK(sectors(floats(3)) == 12);      // global_f32_stride3: 384 bytes
  CHECK(sectors(floats(8)) == 32);      // global_f32_stride8: one each
  CHECK(sectors(floats(1024)) == 32);   // global_f32_column
  CHECK(sectors(floats(0)) == 1);       // global_f32_broadcast
  CHECK(sectors(warp(4, [](unsigned lane) { return base + 4 * (31 - lane); })) == 4);  // global_f32_reversed
  CHECK(sectors(warp(4, [](unsigned lane) { return base + 4 * (lane / 16 * 64 + lane % 16); })) == 4);    // tile16x2
  CHECK(sectors(warp(4, [](unsigned lane) { return base + 4 * (lane / 8 * 1024 + lane % 8); })) == 4);    // tile8x4
}

TEST_CASE("sectors: widths from 1 to 16 bytes") {
  for (const unsigned width : {1u, 2u, 4u, 8u, 16u}) {
    const SectorCount count = count_sectors(warp(width, [=](unsigned lane) { return base + width * lane; }));
    CHECK(count.sectors == width);  // 32 lanes * width bytes / 32
    CHECK(count.bytes == 32 * width);
    CHECK(count.ideal == width);
  }
  CHECK(sectors(warp(1, [](unsigned lane) { return base + 5 + lane; })) == 2);       // global_u8_offset5
  CHECK(sectors(warp(16, [](unsigned lane) { return base + 32 * lane; })) == 32);    // global_f32x4_stride2
}

TEST_CASE("sectors: an access that straddles two segments touches both") {
  CHECK(sectors(warp(8, [](unsigned) { return base + 28; }, 1)) == 2);
}

TEST_CASE("sectors: inactive lanes touch nothing") {
  const auto unit = [](std::uint32_t active) { return warp(4, [](unsigned lane) { return base + 4 * lane; }, active); };
  CHECK(sectors(unit(0x000fffff)) == 3);  // global_first_20_lanes: 80 bytes
  CHECK(sectors(unit(0xaaaaaaaa)) == 4);  // global_odd_lanes
  const SectorCount none = count_sectors(unit(0));
  CHECK(none.sectors == 0);
  CHECK(none.ideal == 0);
  CHECK(none.bytes == 0);
}

TEST_CASE("sectors: the ideal holds the distinct bytes, wherever they lie") {
  const SectorCount strided = count_sectors(warp(4, [](unsigned lane) { return base + 128 * lane; }));
  CHECK(strided.bytes == 128);
  CHECK(strided.ideal == 4);
  const SectorCount same = count_sectors(warp(4, [](unsigned) { return base + 64; }));
  CHECK(same.bytes == 4);
  CHECK(same.ideal == 1);
  // Overlapping intervals: 16 bytes from every fourth on cover 31 * 4 + 16 = 140 bytes.
  const SectorCount overlapping = count_sectors(warp(16, [](unsigned lane) { return base + 4 * lane; }));
  CHECK(overlapping.bytes == 140);
  CHECK(overlapping.ideal == 5);
}

TEST_CASE("sectors: addresses near the end of the address space") {
  const std::uint64_t last = ~std::uint64_t{0} - 31;  // the last sector
  CHECK(sectors(warp(4, [=](unsigned lane) { return last + 4 * (lane % 8); })) == 1);
}

TEST_CASE("shared wavefronts: the most distinct words asked of one bank") {
  const auto floats = [](unsigned stride) { return warp(4, [=](unsigned lane) { return 4 * stride * lane; }); };
  // shared_load<float, stride, 1>: gcd(stride, 32) words in each bank that is hit
  const struct { unsigned stride, wavefronts; } rows[] = {{1, 1}, {2, 2}, {3, 1}, {4, 4}, {8, 8}, {16, 16}, {17, 1}, {32, 32}, {33, 1}, {0, 1}};
  for (const auto& row : rows) {
    const WavefrontCount count = count_wavefronts(floats(row.stride));
    CHECK(count.wavefronts == row.wavefronts);
    CHECK(count.ideal == 1);
    CHECK(count.conflicts == row.wavefronts - 1);
  }
}

TEST_CASE("shared wavefronts: a word asked for by many lanes is one word") {
  CHECK(wavefronts(warp(4, [](unsigned lane) { return lane / 4 * 4; })) == 1);
  CHECK(wavefronts(warp(1, [](unsigned lane) { return lane; })) == 1);           // 8 words
  CHECK(wavefronts(warp(1, [](unsigned lane) { return 4 * lane; })) == 1);       // 32 words
  CHECK(wavefronts(warp(1, [](unsigned lane) { return 128 * lane; })) == 32);    // one bank
  // shared_two_words_one_bank: lane 0 asks for word 33, lane 1 for word 1
  CHECK(wavefronts(warp(4, [](unsigned lane) { return 4 * (lane == 0 ? 33 : lane); })) == 2);
}

TEST_CASE("shared wavefronts: 8 and 16 bytes a lane") {
  const auto doubles = [](unsigned stride) { return count_wavefronts(warp(8, [=](unsigned lane) { return 8 * stride * lane; })); };
  CHECK(doubles(1).wavefronts == 2);
  CHECK(doubles(1).conflicts == 0);  // 64 words need 2
  CHECK(doubles(2).wavefronts == 4);
  CHECK(doubles(16).wavefronts == 32);
  CHECK(doubles(16).conflicts == 30);
  CHECK(doubles(17).wavefronts == 2);
  CHECK(doubles(0).wavefronts == 1);
  const auto quads = [](unsigned stride) { return count_wavefronts(warp(16, [=](unsigned lane) { return 16 * stride * lane; })); };
  CHECK(quads(1).wavefronts == 4);
  CHECK(quads(1).conflicts == 0);  // 128 words need 4
  CHECK(quads(2).wavefronts == 8);
  CHECK(quads(2).conflicts == 4);  // shared_store_f32x4
  CHECK(quads(8).wavefronts == 32);
  CHECK(quads(9).wavefronts == 4);
  CHECK(quads(0).wavefronts == 2);  // never below 2 for 16 bytes
  CHECK(quads(0).conflicts == 0);
}

TEST_CASE("shared wavefronts: partly active warps") {
  const auto column = [](std::uint32_t active) { return count_wavefronts(warp(4, [](unsigned lane) { return 128 * lane; }, active)); };
  CHECK(column(0xffff).wavefronts == 16);  // shared_half_warp_stride32
  CHECK(column(0xffff).conflicts == 15);
  CHECK(column(0).wavefronts == 0);
  CHECK(column(0).conflicts == 0);
}

TEST_CASE("shared atomics: the most lanes on one word") {
  for (const unsigned bins : {1u, 4u, 8u, 32u})  // shared_atomic_bins: 32 / bins lanes each
    CHECK(count_shared_atomic_wavefronts(warp(4, [=](unsigned lane) { return 4 * (lane % bins); })) == 32 / bins);
  CHECK(count_shared_atomic_wavefronts(warp(4, [](unsigned) { return 0; }, 0x7)) == 3);
  CHECK(count_shared_atomic_wavefronts(warp(4, [](unsigned) { return 0; }, 0)) == 0);
}

TEST_CASE("constant requests: distinct byte addresses") {
  const auto requests = [](unsigned width, auto byte_of, std::uint32_t active = all_lanes) {
    return count_constant_requests(warp(width, byte_of, active));
  };
  for (const unsigned unique : {1u, 2u, 4u, 16u, 32u})  // constant_unique<unique, 1>
    CHECK(requests(4, [=](unsigned lane) { return 4 * (lane % unique); }) == unique);
  CHECK(requests(4, [](unsigned lane) { return 256 * lane; }) == 32);            // constant_unique<32, 64>: no lines
  CHECK(requests(1, [](unsigned lane) { return lane % 4; }) == 4);               // constant_u8_unique<4>: no words
  CHECK(requests(8, [](unsigned lane) { return 8 * (lane % 4); }) == 4);         // constant_f64_unique<4>
  CHECK(requests(16, [](unsigned lane) { return 16 * (lane % 8); }) == 16);      // constant_f32x4_unique<8>: two loads
  CHECK(requests(16, [](unsigned lane) { return 16 * lane; }, 0x3f) == 12);      // constant_first_6_lanes
  CHECK(requests(4, [](unsigned lane) { return lane; }, 0) == 0);
}

TEST_CASE("global atomics: per sector the most lanes on one address, added up") {
  const auto ints = [](auto index, bool gathered) { return count_atomic_sectors(warp(4, [&](unsigned lane) { return base + 4 * index(lane); }), gathered); };
  CHECK(ints([](unsigned lane) { return lane; }, true) == 4);        // atomic_unit
  CHECK(ints([](unsigned lane) { return 8 * lane; }, true) == 32);   // atomic_one_per_sector
  CHECK(ints([](unsigned) { return 0u; }, true) == 1);               // atomic_same_address: gathered by the compiler
  CHECK(ints([](unsigned) { return 0u; }, false) == 32);             // atomic_f32_same
  CHECK(ints([](unsigned lane) { return 4 * lane; }, false) == 16);  // atomic_max_stride4: two addresses a sector
  CHECK(ints([](unsigned lane) { return lane / 2; }, false) == 4);   // atomic_exch_returning_pairs: 2 lanes, two sectors
  CHECK(ints([](unsigned lane) { return lane == 31 ? 8u : 0u; }, true) == 32);  // 31 lanes on one, 1 on another sector
  CHECK(count_atomic_sectors(warp(8, [](unsigned lane) { return base + 8 * lane; }), true) == 8);  // atomic_u64_unit
  CHECK(count_atomic_sectors(warp(4, [](unsigned) { return base; }, 0), true) == 0);
  CHECK(count_atomic_sectors(warp(4, [](unsigned) { return base; }, 0x10), false) == 1);
}
