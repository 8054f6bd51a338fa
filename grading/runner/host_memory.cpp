#include "grading/runner/host_memory.h"

#include <sys/mman.h>
#include <unistd.h>

namespace course::runner {
namespace {

std::size_t rounded_up(std::size_t bytes, std::size_t multiple) { return (bytes + multiple - 1) / multiple * multiple; }

struct Layout {
  std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::size_t used, pages, front;  // bytes of the array, of the pages that hold it, and before it

  explicit Layout(std::size_t bytes)
      : used(rounded_up(bytes, 256)), pages(rounded_up(used, page)), front(pages - used) {}
};

}  // namespace

void* take_host_memory(std::size_t bytes) {
  const Layout layout(bytes);
  void* start = mmap(nullptr, layout.pages + layout.page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) return nullptr;
  auto* first = static_cast<std::byte*>(start);
  if (mprotect(first + layout.pages, layout.page, PROT_NONE) != 0) {
    munmap(start, layout.pages + layout.page);
    return nullptr;
  }
  return first + layout.front;
}

void give_host_memory(void* memory, std::size_t bytes) {
  const Layout layout(bytes);
  munmap(static_cast<std::byte*>(memory) - layout.front, layout.pages + layout.page);
}

}  // namespace course::runner
