#include <doctest/doctest.h>

#include <algorithm>

#include "grading/simulator/ptx/parser.h"
#include "grading/simulator/ptx/tests/module_text.h"

using namespace sim::ptx;

namespace {

const Function& function(const Module& module, std::string_view name) {
  const auto it = std::find_if(module.functions.begin(), module.functions.end(), [&](const Function& f) { return f.name == name; });
  REQUIRE(it != module.functions.end());
  return *it;
}

const Instruction& instruction(const Function& f, std::string_view opcode) {
  for (const Statement& s : f.body)
    if (s.instruction.opcode == opcode) return s.instruction;
  FAIL(opcode, " is missing");
  throw 0;
}

}  // namespace

TEST_CASE("PTX reader: header, files and variables") {
  const auto module = parse(module_text);
  CHECK(module->version == "7.5");
  CHECK(module->target == "sm_80");
  REQUIRE(module->files.size() == 3);
  CHECK(module->files[2] == "math.h");
  REQUIRE(module->variables.size() == 4);

  const Variable& taps = module->variables[0];
  CHECK(taps.space == Space::constant);
  CHECK(taps.bytes == 12);
  // 2.0f, little endian, in the second element
  CHECK(std::vector<std::uint8_t>(taps.initial.begin() + 4, taps.initial.begin() + 8) == std::vector<std::uint8_t>{0, 0, 0, 0x40});

  const Variable& table = module->variables[1];
  REQUIRE(table.relocations.size() == 2);
  CHECK(table.relocations[0].symbol == "taps");
  CHECK(table.relocations[0].is_generic);
  CHECK(table.relocations[0].addend == 4);
  CHECK(table.relocations[1].offset == 8);
  CHECK(table.relocations[1].symbol == "scale");

  CHECK(module->variables[2].initial == std::vector<std::uint8_t>{104, 105, 255, 0});

  const Variable& pool = module->variables[3];
  CHECK(pool.is_extern);
  CHECK(pool.bytes == 0);
  CHECK(pool.align == 16);
}

TEST_CASE("PTX reader: functions with parameters, bounds and registers") {
  const auto module = parse(module_text);
  const Function& twice = function(*module, "twice");
  CHECK(!twice.is_entry);
  CHECK(twice.returns.size() == 1);
  const Function& scale = function(*module, "scale");
  CHECK(scale.is_entry);
  CHECK(scale.max_threads == 512);
  CHECK(scale.min_blocks == 2);
  REQUIRE(scale.parameters.size() == 2);
  CHECK(scale.parameters[0].bytes == 8);
  CHECK(scale.parameters[1].bytes == 16);
  CHECK(scale.parameters[1].align == 8);
  CHECK(scale.registers.size() == 2 + 9 + 1 + 4 + 4 + 2);  // the inner scope's %r<2> too
}

TEST_CASE("PTX reader: names of an inner scope hide those outside") {
  const auto module = parse(module_text);
  const Function& scale = function(*module, "scale");
  const Instruction& outer = instruction(scale, "mov.u32");
  const Instruction& inner = instruction(scale, "mov.b32");
  CHECK(outer.operands[0].index != inner.operands[0].index);
  CHECK(inner.operands[1].integer == 31);
  // the parameter "a" of the call has a name of its own in the module
  const Instruction& store = instruction(scale, "st.param.b32");
  CHECK(store.operands[0].elements[0].name != "a");
  CHECK(store.operands[0].elements[0].name.substr(0, 2) == "a#");
}

TEST_CASE("PTX reader: operands") {
  const auto module = parse(module_text);
  const Function& scale = function(*module, "scale");
  const Instruction& load = instruction(scale, "ld.global.v2.f32");
  CHECK(load.operands[0].kind == Operand::Kind::vector);
  CHECK(load.operands[0].elements.size() == 2);
  CHECK(load.operands[1].kind == Operand::Kind::address);
  CHECK(load.operands[1].integer == 8);
  CHECK(load.has("v2"));
  CHECK(load.type() == "f32");
  const Instruction& fma = instruction(scale, "fma.rn.f32");
  CHECK(fma.operands[2].kind == Operand::Kind::single);
  CHECK(fma.operands[2].integer == 0x3F000000);
  CHECK(instruction(scale, "setp.lt.s32").operands[2].integer == -20);
  CHECK(instruction(scale, "mov.u32").operands[1].name == "tid.x");
  const Instruction& branch = instruction(scale, "bra");
  CHECK(branch.guard >= 0);
  CHECK(branch.guard_negated);
  CHECK(branch.operands[0].name == "$L__done");
}

TEST_CASE("PTX reader: source lines; code of a header counts for the line that called it") {
  const auto module = parse(module_text);
  const Function& scale = function(*module, "scale");
  CHECK(scale.where == SourceLocation{1, 7});
  CHECK(instruction(scale, "mov.u32").where == SourceLocation{1, 7});
  CHECK(instruction(scale, "setp.lt.s32").where == SourceLocation{1, 9});
  CHECK(instruction(scale, "bra").where == SourceLocation{1, 10});
  CHECK(instruction(scale, "mov.u32").text_line == 30);
}

TEST_CASE("PTX reader: the end mark of the embedded text is no text") {
  CHECK(parse(module_text + std::string(7, '\0'))->functions.size() == 2);
  CHECK(parse("")->functions.empty());
}
