#pragma once
// Which handler runs an instruction. Each function returns nullptr for instructions that are not its own.
#include "grading/simulator/machine/code.h"

namespace sim::select {

Handler integer(const ptx::Instruction& i);     // add, mul, mad, shifts, bit fields, ... on integers
Handler floating(const ptx::Instruction& i);    // f16, f32, f64 arithmetic and functions
Handler convert(const ptx::Instruction& i);     // cvt
Handler compare(const ptx::Instruction& i);     // setp, set, selp, slct
Handler predicate(const ptx::Instruction& i);   // and.pred, ...; mov.pred
Handler warp(const ptx::Instruction& i);        // shfl, vote, match, redux, activemask
Handler move(unsigned bytes);                   // slot to slot
Handler memory(const MemorySite& site);         // ld, st
Handler atomic(const ptx::Instruction& i, const MemorySite& site);  // atom, red

Handler image(const ImageSite& site);           // suld, sust, tex

// A function outside the module that the machine serves ("vprintf", "__nv_expf"); nullptr if it does not.
NativeFunction native(std::string_view name);

// Handlers that the decoder places itself.
Handler narrow();                // d of 32 bits = a of 64
Handler widen(bool is_signed);   // d of 64 bits = a of 32
Handler unpack2();         // mov.b64 {d, a} = b
Handler pack2();           // mov.b64 d = {a, b}
Handler unpack2_halves();  // mov.b32 {d, a} = b
Handler pack2_halves();    // mov.b32 d = {a, b}
Handler local_address(bool wide);    // d = address of local memory at offset `site` of this frame
Handler clock(bool wide);
Handler isspacep(std::string_view space);
Handler call_native();
Handler fence(bool device_wide);  // for the race finder; no effect on memory

}  // namespace sim::select
