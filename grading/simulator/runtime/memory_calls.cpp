// Allocation: device, pitched, managed and page-locked memory, and what a pointer points to.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

#include "grading/simulator/runtime/copies.h"
#include "grading/simulator/runtime/graphs.h"
#include "grading/simulator/runtime/host_names.h"
#include "grading/simulator/runtime/memory_names.h"
#include "grading/simulator/runtime/properties.h"

namespace sim::runtime {
namespace {

Outcome out_of_memory(const State& s, std::size_t bytes) {
  if (const auto as_signed = static_cast<std::ptrdiff_t>(bytes); as_signed < 0)
    return {cudaErrorMemoryAllocation, fmt::format("{} bytes were asked for, which is {} taken as a number without a sign: an int "
                                                   "grew past 2147483647; compute the size as size_t(n) * sizeof(T)",
                                                   bytes, as_signed)};
  return {cudaErrorMemoryAllocation, fmt::format("{} bytes were asked for; {} of the device's {} are free", bytes,
                                                 s.memory.capacity() - s.memory.used(), s.memory.capacity())};
}

Outcome allocate(State& s, void** pointer, std::size_t bytes) {
  if (!pointer) return {cudaErrorInvalidValue, "the address of the pointer that receives the memory is null"};
  if (bytes == 0) {  // no bytes, no pointer, no error
    *pointer = nullptr;
    return cudaSuccess;
  }
  const Address base = s.memory.allocate(bytes);
  if (!base) return out_of_memory(s, bytes);
  *pointer = reinterpret_cast<void*>(base);
  return cudaSuccess;
}

// The whole pages of an allocation; the gap between allocations keeps neighbours off them.
struct Pages {
  std::byte* first;
  std::size_t bytes;
};
Pages pages_of(const Allocation& allocation) {
  const std::uint64_t page = std::uint64_t(::sysconf(_SC_PAGESIZE));
  const Address first = allocation.base / page * page, last = (allocation.base + allocation.bytes + page - 1) / page * page;
  return {reinterpret_cast<std::byte*>(first), last - first};
}

// Lays the device's bytes over its own addresses, where the host may then follow them. mremap with an old size of 0
// maps the same shared pages a second time (mremap(2)).
bool open_to_host(const State& s, const Allocation& allocation) {
  const Pages pages = pages_of(allocation);
  std::byte* const bytes = s.memory.host(reinterpret_cast<Address>(pages.first));
  return ::mremap(bytes, 0, pages.bytes, MREMAP_MAYMOVE | MREMAP_FIXED, pages.first) != MAP_FAILED;
}
void close_to_host(const Allocation& allocation) {
  const Pages pages = pages_of(allocation);
  ::mmap(pages.first, pages.bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

// Memory that host and device follow by one address.
Outcome allocate_shared(State& s, void** pointer, std::size_t bytes, cudaMemoryType type) {
  const Outcome outcome = allocate(s, pointer, bytes);
  if (outcome.status != cudaSuccess || !*pointer) return outcome;
  const Address base = reinterpret_cast<Address>(*pointer);
  if (!open_to_host(s, *s.memory.find(base))) {
    s.memory.release(base);
    *pointer = nullptr;
    return out_of_memory(s, bytes);
  }
  s.host_visible.emplace(base, type);
  s.memory.note_written(base, bytes);  // the host may write at any time, unseen
  return outcome;
}

Outcome release(State& s, void* pointer, bool host_call) {
  if (!pointer) return cudaSuccess;
  const Address address = reinterpret_cast<Address>(pointer);
  if (!s.memory.owns(address))
    return {cudaErrorInvalidValue,
            fmt::format("{} is a host address; this call takes the pointer that {} gave{}", pointer,
                        host_call ? "cudaMallocHost or cudaHostAlloc" : "cudaMalloc", host_hint(s, pointer))};
  const Allocation* found = s.memory.find(address);
  if (!found) return {cudaErrorInvalidValue, describe_stray(s, address)};
  if (found->kind != Allocation::Kind::linear)
    return {cudaErrorInvalidValue, fmt::format("{} is not freed by this call", describe(*found))};
  if (found->base != address)
    return {cudaErrorInvalidValue, fmt::format("the pointer points {} bytes into {}; memory is freed by the pointer that "
                                               "the allocation gave",
                                               address - found->base, describe(*found))};
  release_memory(s, address);
  return cudaSuccess;
}

// In a graph that is recorded, memory of the device comes and goes at once.
bool follows(const State& s, cudaStream_t stream) { return s.finder && !is_captured(s, stream); }

void allocated_in(State& s, cudaStream_t stream, Address base) {
  if (!follows(s, stream) || !s.order.touches().follows_linear_memory()) return;
  s.order.work(order_of(s, stream));
  s.order.name("cudaMallocAsync");
  s.order.touches().allocates(*s.memory.find(base));
}

void freed_in(State& s, cudaStream_t stream, Address base) {
  const Allocation* const in = s.memory.find(base);
  if (!in || in->base != base || !follows(s, stream) || !s.order.touches().follows(*in)) return;
  s.order.work(order_of(s, stream));
  s.order.name("cudaFreeAsync");
  if (const auto earlier = s.order.touches().frees(*in))
    report_unordered(s, "cudaFreeAsync", StreamTouches::Deed::frees, describe(*in) + ", which", *earlier);
}

// Rows of `width` bytes, each padded to `pitch`.
Outcome allocate_rows(State& s, void** pointer, std::size_t* pitch, std::size_t width, std::size_t rows) {
  if (width > s.memory.capacity()) return out_of_memory(s, width);
  *pitch = (width + pitch_alignment - 1) / pitch_alignment * pitch_alignment;
  const std::size_t bytes = product_of(*pitch, rows);
  if (bytes != SIZE_MAX) return allocate(s, pointer, bytes);
  return {cudaErrorMemoryAllocation, fmt::format("{} rows of {} bytes were asked for, more than any memory holds: check how width, height "
                                                 "and depth were computed; a negative int becomes a huge size",
                                                 rows, width)};
}

}  // namespace

void release_memory(State& s, Address base) {
  if (const Allocation* const in = s.memory.find(base)) s.order.touches().forget(in->id);
  if (s.host_visible.erase(base)) close_to_host(*s.memory.find(base));
  s.memory.release(base);
}

}  // namespace sim::runtime

using namespace sim::runtime;
using sim::Address;

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  return call_for_memory("cudaMalloc", [&](State& s) { return allocate(s, pointer, bytes); });
}
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  return call("cudaMallocAsync", [&](State& s) {
    const Outcome outcome = allocate(s, pointer, bytes);
    if (outcome.status == cudaSuccess && *pointer) allocated_in(s, stream, reinterpret_cast<Address>(*pointer));
    return outcome;
  });
}
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  return call_for_memory("cudaMallocPitch", [&](State& s) -> Outcome {
    if (!pitch) return {cudaErrorInvalidValue, "the address that receives the pitch is null"};
    return allocate_rows(s, pointer, pitch, width, height);
  });
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  return call_for_memory("cudaMalloc3D", [&](State& s) -> Outcome {
    if (!pitched) return {cudaErrorInvalidValue, "the address that receives the pitched pointer is null"};
    void* memory = nullptr;
    std::size_t pitch = 0;
    const Outcome outcome = allocate_rows(s, &memory, &pitch, extent.width, product_of(extent.height, extent.depth));
    if (outcome.status == cudaSuccess) *pitched = make_cudaPitchedPtr(memory, pitch, extent.width, extent.height);
    return outcome;
  });
}
cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned int) {
  return call_for_memory("cudaMallocManaged", [&](State& s) -> Outcome {
    if (bytes == 0) return {cudaErrorInvalidValue, "managed memory of 0 bytes was asked for"};
    return allocate_shared(s, pointer, bytes, cudaMemoryTypeManaged);
  });
}
cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  return call_for_memory("cudaMallocHost", [&](State& s) { return allocate_shared(s, pointer, bytes, cudaMemoryTypeHost); });
}
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned int) {
  return call_for_memory("cudaHostAlloc", [&](State& s) { return allocate_shared(s, pointer, bytes, cudaMemoryTypeHost); });
}
cudaError_t cudaFree(void* pointer) {
  return call_for_memory("cudaFree", [&](State& s) {
    s.order.host_waits_for_all();  // freeing waits for whatever uses the memory
    return release(s, pointer, false);
  });
}
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return call("cudaFreeAsync", [&](State& s) {
    freed_in(s, stream, reinterpret_cast<Address>(pointer));
    return release(s, pointer, false);
  });
}
cudaError_t cudaFreeHost(void* pointer) {
  return call_for_memory("cudaFreeHost", [&](State& s) { return release(s, pointer, true); });
}

// Kernels cannot follow the registered pages themselves: unlike memory of cudaMallocHost they stay the host's.
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned int) {
  return call("cudaHostRegister", [&](State& s) -> Outcome {
    if (!pointer || !bytes) return {cudaErrorInvalidValue, "a host range of at least one byte is needed"};
    if (!s.registered.emplace(pointer, bytes).second)
      return {cudaErrorHostMemoryAlreadyRegistered, "this host memory is registered already"};
    return cudaSuccess;
  });
}
cudaError_t cudaHostUnregister(void* pointer) {
  return call("cudaHostUnregister", [&](State& s) -> Outcome {
    if (!s.registered.erase(pointer)) return {cudaErrorHostMemoryNotRegistered, "this host memory was not registered"};
    return cudaSuccess;
  });
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int) {
  return call("cudaHostGetDevicePointer", [&](State& s) -> Outcome {
    if (!device || !host) return {cudaErrorInvalidValue, "a null pointer has no device address"};
    if (!is_device(s, host))
      return {cudaErrorInvalidValue, "the simulated GPU can follow host memory only where cudaMallocHost or cudaHostAlloc gave it"};
    *device = host;
    return cudaSuccess;
  });
}
cudaError_t cudaHostGetFlags(unsigned int* flags, void* pointer) {
  return call("cudaHostGetFlags", [&](State& s) -> Outcome {
    if (!flags || !is_device(s, pointer) || !is_host(s, pointer))
      return {cudaErrorInvalidValue, "the pointer is not page-locked memory of cudaMallocHost or cudaHostAlloc"};
    *flags = cudaHostAllocMapped;
    return cudaSuccess;
  });
}
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total) {
  return call("cudaMemGetInfo", [&](State& s) -> Outcome {
    if (free_bytes) *free_bytes = s.memory.capacity() - s.memory.used();
    if (total) *total = s.memory.capacity();
    return cudaSuccess;
  });
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return call("cudaPointerGetAttributes", [&](State& s) -> Outcome {
    if (!attributes) return {cudaErrorInvalidValue, "the pointer for the attributes is null"};
    *attributes = {};
    const bool device = is_device(s, pointer), host = is_host(s, pointer);
    void* const plain = const_cast<void*>(pointer);
    attributes->type = !device ? cudaMemoryTypeUnregistered
                       : host  ? s.host_visible.at(s.memory.find(reinterpret_cast<Address>(pointer))->base)
                               : cudaMemoryTypeDevice;
    attributes->device = device ? 0 : cudaInvalidDeviceId;
    attributes->devicePointer = device ? plain : nullptr;
    attributes->hostPointer = host ? plain : nullptr;
    return cudaSuccess;
  });
}
// Hints without effect: there is one memory.
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, cudaMemLocation, unsigned int, cudaStream_t) {
  return call("cudaMemPrefetchAsync", [&](State& s) -> Outcome {
    if (!is_device(s, pointer) || !is_host(s, pointer)) return {cudaErrorInvalidValue, "only managed memory can be prefetched"};
    return {range_problem(s, {pointer, bytes}, "reads").empty() ? cudaSuccess : cudaErrorInvalidValue,
            range_problem(s, {pointer, bytes}, "reads")};
  });
}
cudaError_t cudaMemAdvise(const void* pointer, size_t, cudaMemoryAdvise, cudaMemLocation) {
  return call("cudaMemAdvise", [&](State& s) -> Outcome {
    if (!is_device(s, pointer) || !is_host(s, pointer)) return {cudaErrorInvalidValue, "advice is for managed memory"};
    return cudaSuccess;
  });
}

}  // extern "C"
