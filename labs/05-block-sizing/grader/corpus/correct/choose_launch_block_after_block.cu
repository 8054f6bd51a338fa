// A multiprocessor that is filled block after block, as the hardware does it, until something runs out.
#include "tasks.h"

namespace {

// What is left of a multiprocessor.
struct Room {
  int warps, blocks, registers[4];
  long long shared;
};

// Takes the room of one block, warp after warp from the partitions in turn; false, when there is none.
bool place(Room& room, int warps, int registers_of_warp, long long shared) {
  if (room.blocks == 0 || room.warps < warps || room.shared < shared) return false;
  --room.blocks, room.warps -= warps, room.shared -= shared;
  for (int w = 0; w < warps; ++w) {
    int emptiest = 0;
    for (int p = 1; p < 4; ++p)
      if (room.registers[p] > room.registers[emptiest]) emptiest = p;
    if (room.registers[emptiest] < registers_of_warp) return false;
    room.registers[emptiest] -= registers_of_warp;
  }
  return true;
}

int resident_blocks(const cudaFuncAttributes& kernel, long long shared, const cudaDeviceProp& device, int warps) {
  if (shared > static_cast<long long>(device.sharedMemPerBlockOptin)) return 0;
  const int registers_of_warp = (kernel.numRegs + 7) / 8 * 8 * 32;
  // Alone on an empty multiprocessor a block is granted registers as if its warps filled the last round of partitions.
  if ((warps + 3) / 4 * 4 * registers_of_warp > device.regsPerBlock) return 0;
  const long long unit = device.major >= 8 ? 128 : 256;
  const long long granted = (shared + static_cast<long long>(device.reservedSharedMemPerBlock) + unit - 1) / unit * unit;
  const int of_partition = device.regsPerMultiprocessor / 4;
  Room room{device.maxThreadsPerMultiProcessor / 32, device.maxBlocksPerMultiProcessor,
            {of_partition, of_partition, of_partition, of_partition},
            static_cast<long long>(device.sharedMemPerMultiprocessor)};
  int blocks = 0;
  while (place(room, warps, registers_of_warp, granted)) ++blocks;
  return blocks;
}

}  // namespace

Launch choose_launch(const cudaFuncAttributes& kernel, std::size_t shared_per_thread, const cudaDeviceProp& device,
                     long long n) {
  int best = 0, most = 0;
  for (int warps = 1; warps <= kernel.maxThreadsPerBlock / 32; ++warps) {
    const long long shared = static_cast<long long>(kernel.sharedSizeBytes + 32 * warps * shared_per_thread);
    const int resident = warps * resident_blocks(kernel, shared, device, warps);
    if (resident > most) most = resident, best = 32 * warps;
  }
  if (best == 0) return {};
  return {best, static_cast<int>((n + best - 1) / best), best * shared_per_thread};
}
