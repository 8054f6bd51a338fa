#pragma once
// Keeps the beginning and the end of a stream of any length, and counts all of it.
#include <cstdint>
#include <string>
#include <string_view>

namespace course::harness {

class Capture {
 public:
  explicit Capture(std::size_t each_end = 16 * 1024) : each_end_(each_end) {}

  void add(std::string_view text) {
    total_ += text.size();
    const std::size_t room = each_end_ - head_.size();
    head_ += text.substr(0, room);
    if (text.size() <= room) return;
    tail_ += text.substr(room);
    if (tail_.size() > 2 * each_end_) cut();  // seldom: the cost per byte stays constant
  }
  std::uint64_t total() const { return total_; }
  std::string text() {
    cut();
    const std::uint64_t left_out = total_ - head_.size() - tail_.size();
    if (left_out == 0) return head_ + tail_;
    return head_ + "\n[... " + std::to_string(left_out) + " bytes left out ...]\n" + tail_;
  }

 private:
  void cut() {
    if (tail_.size() > each_end_) tail_.erase(0, tail_.size() - each_end_);
  }

  std::size_t each_end_;
  std::uint64_t total_ = 0;
  std::string head_, tail_;
};

}  // namespace course::harness
