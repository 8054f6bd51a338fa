#pragma once
// Decodes one PTX function: its members are in decode.cpp (blocks and calls), decode_slots.cpp (where registers and
// fixed values lie), decode_instructions.cpp and decode_memory.cpp. Used by these files only.
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "grading/simulator/machine/decode.h"
#include "grading/simulator/machine/flow.h"
#include "grading/simulator/machine/provenance.h"
#include "grading/simulator/ptx/parser.h"

namespace sim {

using ptx::Instruction;
using ptx::Operand;

constexpr std::uint32_t align_up(std::uint32_t value, std::uint32_t align) { return (value + align - 1) & ~(align - 1); }

class Decoder {
 public:
  Decoder(ProgramCode& code, const ptx::Function& function, FunctionCode& out, SymbolTable& symbols, Kernel* kernel)
      : code_(code), function_(function), out_(out), symbols_(symbols), kernel_(kernel) {}

  void run();

 private:
  [[noreturn]] void fail(const Instruction& i, const std::string& why) const;
  void place_parameters();
  void place_variables();
  std::uint32_t line_of(const Instruction& i);
  void emit_block(std::uint32_t b);
  void emit_end(const flow::RawBlock& raw, Block& block);
  void emit_barrier(const Instruction& i, Block& block, std::uint32_t next);
  // call (results), function, (arguments) [, prototype]
  void emit_call(const Instruction& i, Block& block, std::uint32_t next);

  // Slots.
  SlotOffset new_slot(unsigned bytes);
  SlotOffset fixed(FixedSlot slot);
  SlotOffset immediate(std::uint64_t bits, unsigned slot_bytes);
  std::optional<FixedSlot::Special> special(std::string_view name) const;
  // The number a symbol stands for; nullopt for local memory of a .func frame, whose place is known at run time only.
  std::optional<std::uint64_t> symbol_value(const Operand& o, const Instruction& i);
  std::optional<FixedSlot> fixed_value(const Operand& o, unsigned slot_bytes, const Instruction& i);
  SlotOffset fix(FixedSlot s);
  // Registers written once with a value that is the same whenever it is read become fixed slots; their moves vanish.
  void fix_constant_registers();
  bool fix_parameter(flow::Inst& inst);
  void allocate_slots();
  SlotOffset trash(unsigned bytes);
  // The slot of an operand that is read; immediates get slots of `slot_bytes` per lane.
  SlotOffset source(const Operand& o, unsigned slot_bytes, const Instruction& i);
  SlotOffset destination(const Operand& o, unsigned slot_bytes, const Instruction& i);
  unsigned register_bytes(std::uint32_t r) const {
    const std::string_view type = function_.registers[r].type;
    return type == "pred" ? 0 : type.ends_with("64") ? 8 : 4;
  }
  bool is_fixed(std::uint32_t r) const { return slots_[r] != no_slot; }
  unsigned operand_bytes(const Operand& o, unsigned otherwise) const {
    return o.kind == Operand::Kind::reg ? register_bytes(o.index) : otherwise;
  }

  // Instructions.
  void emit(const Instruction& i);
  // It orders nothing here, where memory is always up to date: it tells the race finder what the program has ordered.
  void emit_fence(const Instruction& i, bool device_wide);
  void place(const Op& op, const Instruction& i);
  bool emit_move(const Instruction& i, Op& op);
  void emit_cvta(const Instruction& i, Op& op);
  static Instruction binary_instruction(std::string_view opcode, std::vector<std::string_view> parts);
  // Registers of cvt may be wider than its types (PTX ISA, "Operand Size Exceeding Instruction-Type Size").
  void emit_convert(const Instruction& i, Op& op);
  static Op::Role role_of(const Instruction& i, std::size_t sources);
  // d, a, b, c in the order of the text; slot sizes by what each instruction's manual page says of its operands.
  void emit_ordinary(const Instruction& i, Op& op);

  // Memory, surfaces and textures.
  // The number of a shared array in FunctionCode::arrays.
  std::int32_t array_number(std::string_view name);
  void emit_access(const Instruction& i, MemorySite::Kind kind);
  // Which global memory the access may touch.
  void note_reach(const Operand& base, FunctionCode::Reach& reach);
  void note_for_finders(MemorySite& site, const Instruction& i, const Operand& address);
  // suld.b.2d.v4.b32.trap {data}, [object, {x, y}]; sust with address first; tex.a2d.v4.f32.f32 {data}, [object, {layer, x, y, y}]
  void emit_image(const Instruction& i);
  AccessSpace access_space(const Instruction& i) const;
  void set_address(MemorySite& site, const Operand& address, const Instruction& i);
  bool is_shared(std::string_view name) const { return symbols_.shared.count(name) != 0 || symbols_.dynamic_shared.count(name) != 0; }

  ProgramCode& code_;
  const ptx::Function& function_;
  FunctionCode& out_;
  SymbolTable& symbols_;
  Kernel* kernel_;
  flow::Graph graph_;
  std::vector<SlotOffset> slots_;  // by register
  std::vector<bool> read_;         // by register: some instruction reads it
  std::vector<flow::Origin> origins_;  // by register
  std::vector<flow::Use> uses_;        // by register
  std::unordered_map<std::string_view, std::int32_t> array_index_;
  std::uint32_t frame_ = 0;
  Block* current_ = nullptr;
  std::unordered_map<std::uint32_t, std::uint32_t> version_;  // writes to a register so far
  std::map<std::tuple<FixedSlot::Kind, std::uint8_t, std::uint64_t, std::uint8_t, bool, FixedSlot::Special>, SlotOffset> fixed_;
  std::map<unsigned, SlotOffset> trash_;
  SlotOffset scratch_[4] = {no_slot, no_slot, no_slot, no_slot};
  std::unordered_map<std::string_view, std::uint32_t> parameters_, local_, local_bytes_of_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> line_index_;
};

}  // namespace sim
