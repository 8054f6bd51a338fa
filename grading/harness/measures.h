#pragma once
/// @file
/// @brief Measures that lesson limits in lab.json can name, computed from a run's evidence.
///
/// `load`/`store` are global loads and stores at the L1 level, `sectors` and `requests` count both plus atomics.
/// Ideal sectors are those of the bytes that each instruction asks for, packed.
///
/// | measure | what |
/// | --- | --- |
/// | `sectors`, `load_sectors`, `store_sectors` | totals |
/// | `requests`, `load_requests`, `store_requests` | totals: one for each warp and memory instruction |
/// | `atomic_sectors`, `atomic_requests`, `atomic_sectors_per_request` | of global atomics alone: 8 with 32 neighbouring 8-byte ones |
/// | `sectors_per_request`, `load_sectors_per_request`, `store_sectors_per_request` | 4 for a packed 4-byte access |
/// | `sectors_above_ideal`, `load_...`, `store_...` | sectors / ideal sectors of the same instructions |
/// | `bytes_per_useful_byte`, `load_...`, `store_...` | 32 * sectors / Case::useful_bytes: repeated work shows here |
/// | `requests_per_useful_kib` | requests / KiB of useful bytes: 8 with 4-byte accesses, 2 with 16-byte ones |
/// | `surface_requests`, `surface_sectors` | totals of surface loads and stores; a sector is a tile of 16 bytes by 2 rows |
/// | `surface_sectors_per_request` | of the 8 lanes that a request serves: 4 with 16 bytes a lane in full tiles |
/// | `surface_requests_per_useful_kib` | 2D with 16 bytes a lane: 8, with 4 bytes: 32; layered: twice that |
/// | `surface_bytes_per_useful_byte`, `surface_load_...`, `surface_store_...` | 32 * sectors / useful bytes: 1 when tiles are filled, 2 for a row, 4 for a column of 4-byte accesses |
/// | `surface_sectors_above_ideal` | sectors / (bytes that the accesses ask for / 32, one a request at least) |
/// | `local_sectors`, `local_bytes_per_useful_byte` | private copies that left the registers; 32 * sectors / useful bytes |
/// | `shared_wavefronts`, `shared_wavefronts_above_ideal` | total; total / ideal for the access widths, 1 without accesses |
/// | `shared_wavefronts_per_access` | total / shared loads, stores and atomics of warps |
/// | `shared_wavefronts_per_useful_kib` | total / KiB of useful bytes: repeated work shows here |
/// | `constant_requests_per_instruction` | 1 when all lanes ask for the same word; a load is of 8 bytes at most, and an argument of the kernel whose place is computed is one |
/// | `constant_requests_per_useful_kib` | requests / KiB of useful bytes: 64 where a pixel takes 16 coefficients from there |
/// | `lanes_per_instruction` | of 32, over all instructions |
/// | `idle_lanes_percent` | of the lanes of all issued instructions, those that were switched off |
/// | `idle_blocks_percent` | blocks that loaded and stored nothing |
/// | `occupancy_percent` | resident warps by block and shared memory, where it is least of all compute capabilities |
/// | `launches`, `blocks`, `copies`, `device_copies`, `copied_bytes`, `synchronisations` | what the host asked for |
/// | `copied_bytes_per_useful_byte` | bytes of cudaMemcpy and its kin / useful bytes: 0.5 where all is copied once that a kernel reads and writes |
///
/// A ratio without a denominator (no constant loads at all, say) is a failure with a sentence of its own, never a pass.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grading/harness/evidence.h"

namespace course::harness {

struct Measured {
  double value = 0;
  bool defined = true;            ///< false: nothing to divide by
  std::string undefined_because;  ///< "the kernel loads nothing from constant memory"
  /// The source line that is most to blame, empty when the measure has no lines (launches, copies).
  std::string where;          ///< "scale_image.cu:14"
  std::string line_sentence;  ///< "32 sectors a request where 4 would do"
  /// What a value below a limit's minimum means, a whole sentence. No line is to blame for what is not there.
  std::string too_little = {};
};

/// Useful bytes of the cases that the evidence covers (Case::useful_bytes, summed).
struct Useful {
  std::uint64_t loaded = 0, stored = 0;
};

/// nullopt: there is no such measure.
std::optional<Measured> measure(std::string_view name, const Evidence& evidence, const Useful& useful);

/// Names of all measures, for messages.
std::vector<std::string_view> measure_names();

}  // namespace course::harness
