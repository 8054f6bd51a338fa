#pragma once
// Host memory for the arrays that a task gets on the host.
#include <cstddef>

namespace course::runner {

/// Memory that ends, up to its alignment, at a page that nobody may touch: who reads more than the array has (a copy of
/// `sizeof table` bytes from fewer, say) is stopped there, instead of passing with whatever happens to lie behind.
/// @param bytes  at least 1
/// @return memory aligned to 256 bytes, as cudaMalloc's is; null when there is none
void* take_host_memory(std::size_t bytes);

/// Gives back what take_host_memory returned for so many bytes.
void give_host_memory(void* memory, std::size_t bytes);

}  // namespace course::runner
