// Text that is not PTX ends in PtxError with the line, whatever it is: never in a crash, an endless loop or a silent
// half of the module.
#include <doctest/doctest.h>

#include <limits>
#include <random>

#include "grading/simulator/ptx/parser.h"
#include "grading/simulator/ptx/tests/module_text.h"

using namespace sim::ptx;

namespace {

struct Refusal {
  std::uint32_t line = 0;
  std::string text;
};

Refusal refusal(std::string text) {
  try {
    parse(std::move(text));
  } catch (const PtxError& error) {
    return {error.line, error.what()};
  }
  return {};
}

std::string repeated(const std::string& what, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += what;
  return text;
}

std::string in_kernel(const std::string& body) { return ".entry k()\n{\n.reg .b32 %r<4>;\n" + body + "\n}\n"; }

void refused(const std::string& text, std::uint32_t line, const std::string& reason) {
  const Refusal r = refusal(text);
  CAPTURE(text.substr(0, 80));
  CAPTURE(r.text);
  CHECK(r.line == line);
  CHECK(r.text.find(reason) != std::string::npos);
  CHECK(r.text.find("PTX line " + std::to_string(line)) != std::string::npos);
}

}  // namespace

TEST_CASE("malformed PTX: the reason and the line") {
  refused("\n\nint main() {}", 3, "unexpected 'int'");
  refused(".version 7.5\n.frobnicate 3;", 2, "unexpected '.frobnicate'");
  refused(".entry k()\n{\n  ret;\n", 4, "function without end");
  refused(in_kernel("  mov.b32 %r1, ;"), 4, "unexpected operand ';'");
  refused(in_kernel("  mov.b32 %r1, %r2"), 5, "expected ';'");
  refused(in_kernel("  @%p9 bra L;"), 4, "unknown predicate register");
  refused(in_kernel("  @%r1 5;"), 4, "expected an instruction");
  refused(in_kernel("  ld.u32 %r1, [%r2;"), 4, "expected ']'");
  refused(".global .foo x;", 1, "variable without a type");
  refused(in_kernel(".reg .foo %x;"), 4, "unknown type .foo");
  refused("/* never closed\n\n", 1, "comment without end");
  refused(".file 1 \"open\n", 1, "string without end");
  refused(".section .debug_info\n{\n.b8 1\n", 4, "block without end");
}

TEST_CASE("malformed PTX: text that ends inside what is skipped") {
  refused(".alias a, b\n", 2, "text ends before ';'");
  refused(in_kernel("p: .callprototype _ ("), 6, "text ends before ';'");
  refused(in_kernel(".pragma \"nounroll\""), 6, "text ends before ';'");
  refused(".global .attribute(.managed .b32 x;\n", 2, "text ends before ')'");
}

TEST_CASE("malformed PTX: huge numbers") {
  const std::string huge = "99999999999999999999999999";
  refused(".global .b8 a[" + huge + "];", 1, "number out of range");
  refused(".global .b8 a[0x" + huge + "];", 1, "number out of range");
  refused(".global .b8 a[-1];", 1, "array size out of range");
  refused(".global .b8 a[1099511627776][1099511627776];", 1, "array size out of range");
  refused(".global .b64 a[1099511627776] = {1};", 1, "initialised variable too large");
  refused(".global .b8 a[2] = {1, 2, 3};", 1, "more initial values");
  refused(".global .align 3 .b8 a;", 1, "not a power of two");
  refused(".global .align 0 .b8 a;", 1, "alignment out of range");
  refused(".global .align 4294967296 .b8 a;", 1, "alignment out of range");
  refused(".file 4294967295 \"a\"", 1, "file number out of range");
  refused(".file -1 \"a\"", 1, "file number out of range");
  refused(in_kernel(".reg .b32 %x<4000000000>;"), 4, "register count out of range");
  refused(in_kernel(".reg .b32 %x<900000>;\n.reg .b32 %y<900000>;"), 5, "register count out of range");
  refused(".entry k() .maxntid 4294967296, 4294967296 { ret; }", 1, "block size out of range");
  refused(in_kernel("mov.f32 %r1, 0f3F8;"), 4, "malformed number");
  // The smallest integer is one.
  const auto module = parse(in_kernel("mov.b64 %r1, -9223372036854775808;\nld.u8 %r2, [-9223372036854775808+-1];"));
  CHECK(module->functions[0].body[0].instruction.operands[1].integer == std::numeric_limits<std::int64_t>::min());
}

TEST_CASE("malformed PTX: a b128 takes a 64-bit initial value without reading past it") {
  CHECK(parse(".global .b128 x = 7;")->variables[0].initial[0] == 7);
}

TEST_CASE("malformed PTX: deep nesting") {
  CHECK(refusal(in_kernel(repeated("{", 1'000'000))).text.find("nested more than") != std::string::npos);
  CHECK(refusal(in_kernel("mov.b32 %r1, " + repeated("{", 1'000'000))).text.find("nested more than") != std::string::npos);
  CHECK(refusal(in_kernel("mov.b32 %r1, " + repeated("!", 1'000'000))).text.find("nested more than") != std::string::npos);
  CHECK(refusal(in_kernel("ld.b32 %r1, " + repeated("[", 1'000'000))).text.find("nested more than") != std::string::npos);
  CHECK(refusal(".global .b8 a[1] = " + repeated("{", 1'000'000)).text.find("nested more than") != std::string::npos);
  // What compilers write goes through.
  CHECK(refusal(in_kernel(repeated("{", 100) + "ret;" + repeated("}", 100))).text.empty());
}

TEST_CASE("malformed PTX: a zero byte ends no module") {
  std::string text = ".version 7.5\n.target sm_80\n" + in_kernel("ret;");
  text[text.find("ret")] = '\0';
  refused(text, 6, "zero byte");
}

TEST_CASE("malformed PTX: every truncation of a module") {
  int complete = 0;
  for (std::size_t length = 0; length < module_text.size(); ++length) {
    const Refusal r = refusal(module_text.substr(0, length));
    if (r.text.empty()) ++complete;
    else CHECK(r.line > 0);
  }
  CHECK(complete < 400);  // cuts between two top-level items, or inside blanks and comments before one
  CHECK(complete > 0);
}

TEST_CASE("malformed PTX: random damage") {
  std::mt19937 random(1);
  const std::string bytes = "{}[]()<>;:,.@!+-%_0x9afFd\"/*\n\0\xff v";
  for (int round = 0; round < 20'000; ++round) {
    std::string text = module_text;
    for (int change = 0; change < 3; ++change) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0: text[at] = bytes[random() % bytes.size()]; break;
        case 1: text.erase(at, random() % 20); break;
        default: text.insert(at, text.substr(random() % text.size(), random() % 40));
      }
    }
    const Refusal r = refusal(text);  // anything else than PtxError ends the test
    if (!r.text.empty()) CHECK(r.line > 0);
  }
}
