#pragma once
#include <string>

namespace sim::ptx {

// A module with one of everything that compilers write. The numbers of its lines matter to the tests.
inline const std::string module_text = R"(// a comment
.version 7.5
.target sm_80, debug
.address_size 64
.file 1 "kernels.cu"
.file 2 "math.h"
.visible .const .align 4 .f32 taps[3] = {0f3F800000, 0f40000000, 0fC0400000};
.global .align 8 .u64 table[2] = {generic(taps)+4, scale};
.global .align 1 .b8 text[4] = {104, 105, -1};
.extern .shared .align 16 .b8 pool[];
.func (.param .b32 result) twice(.param .b32 value)
{
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [value];
  add.s32 %r2, %r1, %r1;
  st.param.b32 [result], %r2;
  ret;
}
.visible .entry scale(.param .u64 .ptr .global .align 4 out, .param .align 8 .b8 pair[16])
.maxntid 256, 2, 1
.minnctapersm 2
{
  .reg .pred %p<2>;
  .reg .b32 %r<9>, single;
  .reg .f32 %f<4>;
  .reg .b64 %rd<4>;
  .shared .align 4 .b8 tile[128];
  .loc 1 7 3
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  .loc 2 90 1, function_name $L__info_string0, inlined_at 1 9 5
  setp.lt.s32 %p1, %r1, -20;
  .loc 1 10 1
  @!%p1 bra $L__done;
  {
    .reg .b32 %r<2>;
    .param .b32 a;
    mov.b32 %r1, 0x1F;
    st.param.b32 [a], %r1;
    call.uni (single), twice, (a);
  }
  ld.global.v2.f32 {%f1, %f2}, [%rd1+8];
  fma.rn.f32 %f3, %f1, 0f3F000000, %f2;
  st.shared.f32 [tile+12], %f3;
$L__done:
  /* a comment
     of two lines */
  bar.sync 0;
  ret;
}
)";

}  // namespace sim::ptx
