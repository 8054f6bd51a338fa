// Barriers and fences: volatile assembly with a memory clobber, so that no clang moves an access across one.
#pragma once

#define CUDASIM_DEVICE static __device__ __forceinline__

CUDASIM_DEVICE void __cudasim_syncthreads() { asm volatile("bar.sync 0;" ::: "memory"); }
// __syncthreads is a builtin of clang that cannot be defined anew.
#define __syncthreads() __cudasim_syncthreads()

CUDASIM_DEVICE int __syncthreads_count(int predicate) {
  int count;
  asm volatile(
      "{\n\t.reg .pred p;\n\t"
      "setp.ne.s32 p, %1, 0;\n\t"
      "bar.red.popc.u32 %0, 0, p;\n\t}"
      : "=r"(count)
      : "r"(predicate)
      : "memory");
  return count;
}
CUDASIM_DEVICE int __syncthreads_and(int predicate) {
  int all;
  asm volatile(
      "{\n\t.reg .pred p, q;\n\t"
      "setp.ne.s32 p, %1, 0;\n\t"
      "bar.red.and.pred q, 0, p;\n\t"
      "selp.s32 %0, 1, 0, q;\n\t}"
      : "=r"(all)
      : "r"(predicate)
      : "memory");
  return all;
}
CUDASIM_DEVICE int __syncthreads_or(int predicate) {
  int any;
  asm volatile(
      "{\n\t.reg .pred p, q;\n\t"
      "setp.ne.s32 p, %1, 0;\n\t"
      "bar.red.or.pred q, 0, p;\n\t"
      "selp.s32 %0, 1, 0, q;\n\t}"
      : "=r"(any)
      : "r"(predicate)
      : "memory");
  return any;
}
CUDASIM_DEVICE void __syncwarp(unsigned int mask = 0xffffffffu) { asm volatile("bar.warp.sync %0;" ::"r"(mask) : "memory"); }
CUDASIM_DEVICE void __barrier_sync(unsigned int id) { asm volatile("bar.sync %0;" ::"r"(id) : "memory"); }
CUDASIM_DEVICE void __barrier_sync_count(unsigned int id, unsigned int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

CUDASIM_DEVICE void __threadfence_block() { asm volatile("membar.cta;" ::: "memory"); }
CUDASIM_DEVICE void __threadfence() { asm volatile("membar.gl;" ::: "memory"); }
CUDASIM_DEVICE void __threadfence_system() { asm volatile("membar.sys;" ::: "memory"); }

CUDASIM_DEVICE void __nanosleep(unsigned int) {}  // time is not modelled

CUDASIM_DEVICE unsigned long long globaltimer() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)::"memory");
  return now;
}
