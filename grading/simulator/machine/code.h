#pragma once
// Decoded code: what the interpreter walks over. Registers are slots of 32 lanes in a frame; parameters, special
// registers and immediates are slots too, filled once, so that handlers never ask what kind of operand they have.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "grading/simulator/machine/program.h"
#include "grading/simulator/ptx/module.h"

namespace sim {

struct Warp;
struct Op;
using Handler = void (*)(Warp&, std::byte* frame, const Op&, std::uint32_t mask);

using SlotOffset = std::uint32_t;  // bytes from the start of the frame
inline constexpr SlotOffset no_slot = ~0u;

// What a register holds that the program reads and never set (`float r;`). Zeros would make such a program right by luck:
// as int (1162167621), float (3156.33, which fits into 16 bits) and pixel (69, or 84 of that float) this is a value that
// nobody expects, and none that marks memory.
inline constexpr int unset_byte = 0x45;

// One PTX instruction that is not control flow.
struct Op {
  Handler run = nullptr;
  SlotOffset d = no_slot, a = no_slot, b = no_slot, c = no_slot;
  SlotOffset guard = no_slot;  // predicate slot: a mask of lanes
  bool guard_negated = false;
  bool is_access = false;      // ld or st: site is an index into memory
  bool is_atomic = false;      // atom or red: likewise
  bool is_image = false;       // suld, sust, tex: site is an index into images
  enum class Combine : std::uint8_t { none, conjunction, disjunction, exclusive } combine = Combine::none;  // setp
  bool negated = false;        // the predicate that is the last source is taken negated
  bool is_silent = false;      // counts as no instruction
  // What becomes of values that are undefined (undefined_lanes.h): which operands are sources, which results.
  enum class Role : std::uint8_t {
    plain,          // of a, b and c to d, and to the predicate `site` of a setp
    four_sources,   // of a, b, c and site to d
    unpack,         // of a to d and b
    conjunction, disjunction,  // of predicates a and b to d
    choice,         // of a or b, by the predicate c, to d
    across,         // of a of all lanes to d of each
    shuffle_up, shuffle_down, shuffle_bfly, shuffle_idx
  } role = Role::plain;
  bool has_second_result = false;  // the predicate `site`
  std::uint32_t site = 0;      // index into FunctionCode::memory / calls, or an immediate
  std::uint32_t line = 0;      // index into ProgramCode::lines
};

// Address spaces an access may turn out to be in; `generic` is resolved per lane at run time.
enum class AccessSpace : std::uint8_t { global, shared, local, constant, parameter, generic };
inline constexpr std::size_t counted_spaces = 4;  // global, shared, local, constant

struct MemorySite {
  enum class Kind : std::uint8_t { load, store, atomic, reduction };
  Kind kind = Kind::load;
  AccessSpace space = AccessSpace::generic;
  std::uint8_t width = 4;       // bytes of one element
  std::uint8_t elements = 1;    // 1, 2, 4
  bool is_signed = false;       // a narrow load extends its sign
  bool is_volatile = false;
  bool counted = true;
  bool frame_relative = false;  // local memory at `offset` of the running frame
  bool wide_address = true;     // the address register has 64 bits
  bool gathers = false;         // integer addition: one per warp when all lanes name one address
  std::uint8_t slot_bytes = 4;  // bytes per lane of the data registers
  SlotOffset address = no_slot; // no_slot: the address is `offset`
  std::int64_t offset = 0;
  std::uint64_t window = 0;     // added to a 32-bit address: __constant__ variables are named by 32 bits
  SlotOffset data[4] = {no_slot, no_slot, no_slot, no_slot};
  // A structure of 16 aligned bytes (float4, double2) copied or cleared whole on one source line: clang makes two loads and two stores of 8 bytes of
  // it, the hardware's compiler one of 16 each. `first` is charged for both. Where loads and stores match, the type has the alignment of 16 bytes and
  // both accesses need it (`strict`); where they do not (all loads before the stores), they count as one if aligned.
  enum class Pair : std::uint8_t { none, first, second } pair = Pair::none;
  bool strict = false;
  std::int64_t pair_low = 0;    // offset of the lower access minus the own offset: 0 or -8
  // While decoding: whether the access can be half of such a copy, and which values of registers it uses.
  bool pairable = false;
  static constexpr std::uint64_t cleared = ~std::uint64_t{0};  // value_key of a zero
  std::uint64_t base_key = 0, value_key = 0;
  std::uint32_t line = 0;
  // For the fault finders. The array that the address was made from: index into FunctionCode::arrays, -1: not known.
  std::int32_t array = -1;
  bool is_plain = false;        // a load or store, not volatile and not speculative
  bool speculative = false;     // its values are only chosen from: perhaps loaded ahead of the test that protects them
  bool tested = false;          // a load whose value is only compared
  bool copies = false;          // a load whose value is only stored
  bool exchanges = false;       // an atomic that does not depend on the old value
};

// A shared array that some instruction of the function names.
struct SharedArray {
  std::string name;             // as the source has it
  std::uint32_t begin = 0, end = 0;  // bytes in the block's shared memory; begin == end: extern, the block's dynamic memory
};

// suld, sust and tex.
struct ImageSite {
  enum class Kind : std::uint8_t { load, store, texture } kind = Kind::load;
  enum class Boundary : std::uint8_t { trap, clamp, zero } boundary = Boundary::trap;
  enum class Value : std::uint8_t { bits, floating, signed_integer, unsigned_integer } value = Value::bits;  // texture: of results
  std::uint8_t dimensions = 2;       // of one layer: 1, 2, 3
  bool layered = false, cube = false;
  bool float_coordinates = false;    // texture
  std::uint8_t width = 4, elements = 1;  // bytes and number of the data registers
  SlotOffset object = no_slot;
  SlotOffset coordinate[3] = {no_slot, no_slot, no_slot}, layer = no_slot;
  SlotOffset data[4] = {no_slot, no_slot, no_slot, no_slot};
};

struct CallSite {
  std::int32_t function = -1;     // index into ProgramCode::functions, -1: through a pointer
  SlotOffset pointer = no_slot;
  std::vector<std::uint32_t> arguments, results;  // local offsets in the caller's frame, in order
  std::vector<std::uint32_t> argument_bytes, result_bytes;
};

// A function outside the module that the machine serves itself ("__nv_expf", "vprintf").
struct NativeCall;
using NativeFunction = void (*)(Warp&, const NativeCall&, std::uint32_t mask);
struct NativeCall {
  NativeFunction run = nullptr;
  std::string name;
  std::vector<std::uint32_t> arguments, results;  // local offsets in the frame
  std::uint32_t line = 0;
};

struct Block {
  enum class End : std::uint8_t { jump, branch, table, exit, ret, call, barrier, trap };
  std::uint32_t first = 0, last = 0;       // ops [first, last)
  End end = End::jump;
  std::uint32_t target = 0, next = 0;      // blocks; branch: target if the predicate holds, next if not
  SlotOffset predicate = no_slot;
  bool negated = false;
  std::uint32_t line = 0;                  // of the end
  std::uint32_t index = 0;                 // table: into tables; call: into calls; barrier: into barriers
  SlotOffset member_mask = no_slot;        // the block starts with a .sync instruction of these lanes
  bool counts_end = false;                 // the end is an instruction, not just the way to the next block
  bool watches_memory = false;             // has an atomic or volatile access: may be waiting for another thread
};

struct Barrier {
  SlotOffset id = no_slot, threads = no_slot;  // no_slot: barrier 0, all threads
  enum class Kind : std::uint8_t { sync, arrive, popc, all, any } kind = Kind::sync;
  SlotOffset input = no_slot, result = no_slot;
  bool input_negated = false;
};

// Slots that hold the same value in every lane, or the lane's own index; filled when a launch, block or warp starts.
struct FixedSlot {
  enum class Kind : std::uint8_t { immediate, parameter, special };
  Kind kind = Kind::immediate;
  SlotOffset slot = 0;
  std::uint8_t slot_bytes = 4;      // bytes per lane
  std::uint64_t bits = 0;           // immediate: value; parameter: offset into the block; dynamic_shared_base: addend
  std::uint8_t bytes = 4;           // of the parameter
  bool is_signed = false;
  enum class Special : std::uint8_t {
    tid_x, tid_y, tid_z, ntid_x, ntid_y, ntid_z, ctaid_x, ctaid_y, ctaid_z, nctaid_x, nctaid_y, nctaid_z, laneid,
    warpid, nwarpid, smid, nsmid, gridid, lanemask_eq, lanemask_lt, lanemask_le, lanemask_gt, lanemask_ge,
    dynamic_smem_size, total_smem_size, dynamic_shared_base
  } special = Special::tid_x;
};

struct FunctionCode {
  std::string name;
  std::string error;  // why it cannot run; empty if it can
  std::string error_file;
  std::uint32_t error_line = 0;  // of the source; 0: unknown
  bool is_entry = false;
  std::vector<Op> ops;
  std::vector<Block> blocks;  // in an order in which lanes that wait at the lowest index meet again soonest
  std::vector<MemorySite> memory;
  std::vector<SharedArray> arrays;
  // Where loads (reads) and stores and atomics (writes) of global memory may go: through pointers at offsets of the kernel's
  // parameters, and to addresses of variables.
  struct Reach {
    std::vector<std::uint64_t> parameters, variables;
    bool anywhere = false;              // through other pointers too
  };
  Reach reads, writes;
  std::vector<ImageSite> images;
  std::vector<CallSite> calls;
  std::vector<NativeCall> natives;
  std::vector<Barrier> barriers;
  std::vector<std::vector<std::uint32_t>> tables;
  std::vector<FixedSlot> fixed;          // all; those that change from block to block and from warp to warp again:
  std::vector<FixedSlot> fixed_by_block, fixed_by_warp;
  std::uint32_t frame_bytes = 0;        // slots
  std::uint32_t local_bytes = 0;        // local memory of the frame, per lane
  std::vector<std::uint32_t> parameter_offsets, parameter_bytes;  // .func: where arguments lie in local memory
  std::vector<std::uint32_t> result_offsets, result_bytes;
  std::vector<std::pair<SlotOffset, std::uint32_t>> unset;  // slots read before written on some path: offset, bytes
  bool has_barriers = false;
  bool has_calls = false;
  bool watches = false;                 // atomics, fences, volatile accesses: other threads may be watched
  bool fences = false;                  // has memory fences
  bool small_shared = false;            // touches less than 4 bytes of what may be shared memory
  bool serial = false;                  // what it does depends on the order of blocks: they run on one host thread
  std::uint32_t pressure = 0;           // most 32-bit registers live at once
  std::uint32_t first_memory = 0, first_image = 0, first_block = 0;  // of this function, in launch-wide tables
};

struct ProgramCode {
  std::unique_ptr<ptx::Module> module;
  std::vector<FunctionCode> functions;
  std::vector<Kernel> kernels;
  std::vector<std::uint32_t> kernel_function;  // kernel -> function
  std::unordered_map<std::string, std::uint32_t> kernel_index;
  std::vector<Variable> variables;
  std::unordered_map<std::string, std::uint32_t> variable_index;
  std::vector<ptx::SourceLocation> lines;
  std::uint32_t memory_sites = 0, image_sites = 0, block_count = 0;
  DeviceMemory* memory = nullptr;
  mutable std::set<std::uint32_t> contended;  // kernels whose blocks were found to touch the same memory
};

// Generic addresses outside global memory: the top four bits name the window.
inline constexpr std::uint64_t shared_window = 0x4000'0000'0000'0000, local_window = 0x5000'0000'0000'0000,
                               parameter_window = 0x6000'0000'0000'0000, function_window = 0x7000'0000'0000'0000,
                               window_mask = 0xF000'0000'0000'0000;

}  // namespace sim
