#pragma once
// Directed rounding: the operation done by the host in the mode that PTX asks for.
#include <cfenv>

namespace sim {

class RoundingMode {
 public:
  explicit RoundingMode(int mode) : before_(std::fegetround()) { std::fesetround(mode); }
  ~RoundingMode() { std::fesetround(before_); }
  RoundingMode(const RoundingMode&) = delete;
  RoundingMode& operator=(const RoundingMode&) = delete;

 private:
  int before_;
};

// FE_TONEAREST for .rn and none.
template <class I>
int rounding_of(const I& instruction) {
  if (instruction.has("rz")) return FE_TOWARDZERO;
  if (instruction.has("rm")) return FE_DOWNWARD;
  if (instruction.has("rp")) return FE_UPWARD;
  return FE_TONEAREST;
}

}  // namespace sim
