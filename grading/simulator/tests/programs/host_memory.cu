// Linear memory from the host's side: pinned buffers, cudaMemset, copies inside allocations, attributes of pointers.
#include "check.h"

__global__ void double_all(int* values, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= 2;
}

int main() {
  constexpr int count = 1000;
  constexpr std::size_t bytes = count * sizeof(int);
  int *pinned = nullptr, *flags = nullptr, *device = nullptr;
  check::succeed(cudaMallocHost(&pinned, bytes));
  check::succeed(cudaHostAlloc(&flags, bytes, cudaHostAllocDefault));
  check::succeed(cudaMalloc(&device, bytes));
  check::expect(reinterpret_cast<std::uintptr_t>(device) % 256 == 0, "cudaMalloc aligns to 256 bytes");
  for (int i = 0; i < count; ++i) pinned[i] = i;
  check::succeed(cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice));
  double_all<<<8, 128>>>(device, count);
  check::succeed(cudaMemcpyAsync(flags, device, bytes, cudaMemcpyDeviceToHost));
  check::succeed(cudaDeviceSynchronize());
  for (int i = 0; i < count; ++i) check::expect_equal("doubled", flags[i], 2 * i);

  // Parts of an allocation, in all directions; cudaMemcpyDefault finds the direction from the pointers.
  check::succeed(cudaMemcpy(device + 100, device + 500, 50 * sizeof(int), cudaMemcpyDeviceToDevice));
  check::succeed(cudaMemcpy(device + 200, pinned + 7, 3 * sizeof(int), cudaMemcpyDefault));
  check::succeed(cudaMemset(device + 300, 0xa5, 10 * sizeof(int)));
  check::succeed(cudaMemsetAsync(device + 310, 0, 6));
  check::succeed(cudaMemcpy(flags, device, bytes, cudaMemcpyDefault));
  for (int i = 0; i < count; ++i) {
    int wanted = 2 * i;
    if (i >= 100 && i < 150) wanted = 2 * (i + 400);
    if (i >= 200 && i < 203) wanted = i - 193;
    if (i >= 300 && i < 310) wanted = int(0xa5a5a5a5);
    if (i == 310) wanted = 0;
    if (i == 311) wanted = 622 & ~0xffff;
    check::expect_equal("element " + check::text(i), flags[i], wanted);
  }
  check::succeed(cudaMemcpy(flags, pinned, bytes, cudaMemcpyHostToHost));
  check::expect_equal("host to host", flags[999], 999);
  check::succeed(cudaMemcpy(flags, device, 0, cudaMemcpyDeviceToHost));

  cudaPointerAttributes attributes;
  check::succeed(cudaPointerGetAttributes(&attributes, device + 5));
  check::expect(attributes.type == cudaMemoryTypeDevice, "a pointer into device memory is known as such");
  check::succeed(cudaPointerGetAttributes(&attributes, pinned));
  check::expect(attributes.type == cudaMemoryTypeHost, "a pinned pointer is known as such");
  int local = 0;
  check::succeed(cudaPointerGetAttributes(&attributes, &local));
  check::expect(attributes.type == cudaMemoryTypeUnregistered, "a pointer of the host's own is unregistered");

  std::size_t free_bytes = 0, total_bytes = 0;
  check::succeed(cudaMemGetInfo(&free_bytes, &total_bytes));
  check::expect(free_bytes > 0 && free_bytes <= total_bytes, "some memory is free");
  void* nothing = &local;
  check::expect_status("cudaMalloc of far too much", cudaMalloc(&nothing, std::size_t{1} << 50),
                       cudaErrorMemoryAllocation);
  cudaGetLastError();
  check::succeed(cudaFree(device));
  check::succeed(cudaFree(nullptr));
  check::expect_status("a second cudaFree", cudaFree(device), cudaErrorInvalidValue);
  cudaGetLastError();
  check::succeed(cudaFreeHost(pinned));
  check::succeed(cudaFreeHost(flags));
  return check::verdict();
}
