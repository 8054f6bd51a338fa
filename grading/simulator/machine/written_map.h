#pragma once
// Which bytes of an allocation anybody has written: a bit for each.
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace sim {

// Calls f(word, mask) for the words that hold the bits [at, at + count).
template <class Word, class F>
void for_bit_words(Word* words, std::size_t at, std::size_t count, F f) {
  for (const std::size_t end = at + count; at < end;) {
    const std::size_t shift = at % 64, here = end - at < 64 - shift ? end - at : 64 - shift;
    f(words[at / 64], (here == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << here) - 1) << shift);
    at += here;
  }
}

class WrittenMap {
 public:
  explicit WrittenMap(std::size_t bytes)
      : bits_(static_cast<std::uint64_t*>(std::calloc(bytes / 64 + 1, 8))), left_(bits_ ? bytes : 0), bytes_(bytes) {}

  // Nothing is left unwritten (or the host had no room for the bits: then nothing is said).
  bool complete() const { return left_ == 0; }

  void add(std::size_t from, std::size_t bytes) {
    if (complete()) return;
    for_words(from, bytes, [this](std::uint64_t& word, std::uint64_t mask) {
      left_ -= static_cast<std::size_t>(__builtin_popcountll(mask & ~word));
      word |= mask;
    });
  }
  void remove(std::size_t from, std::size_t bytes) {
    if (!bits_) return;
    if (complete()) for_words(0, bytes_, [](std::uint64_t& word, std::uint64_t mask) { word |= mask; });
    for_words(from, bytes, [this](std::uint64_t& word, std::uint64_t mask) {
      left_ += static_cast<std::size_t>(__builtin_popcountll(mask & word));
      word &= ~mask;
    });
  }

  bool all(std::size_t from, std::size_t bytes) const {
    if (complete()) return true;
    bool holds = true;
    for_words(from, bytes, [&](std::uint64_t word, std::uint64_t mask) { holds = holds && (word & mask) == mask; });
    return holds;
  }
  bool any(std::size_t from, std::size_t bytes) const {
    if (complete()) return true;
    bool holds = false;
    for_words(from, bytes, [&](std::uint64_t word, std::uint64_t mask) { holds = holds || (word & mask) != 0; });
    return holds;
  }

 private:
  template <class F>
  void for_words(std::size_t at, std::size_t bytes, F f) const { for_bit_words(bits_.get(), at, bytes, f); }

  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  std::unique_ptr<std::uint64_t, Free> bits_;  // calloc: pages exist when touched
  std::size_t left_ = 0, bytes_ = 0;
};

}  // namespace sim
