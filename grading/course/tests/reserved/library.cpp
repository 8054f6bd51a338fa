#include <cstdlib>
#include <new>

// As if the C++ library were linked in.
void* operator new(std::size_t size) { return std::malloc(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
namespace std {
void added_by_toolchain() {}
}  // namespace std

namespace course {
int score = 1;
int counted() { return score; }
}  // namespace course
