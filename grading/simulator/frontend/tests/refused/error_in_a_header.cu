// expect: led there by
// expect: refused/error_in_a_header.cu:8:
#include <vector>
struct Handle {
  Handle() = default;
  Handle(const Handle&) = delete;
};
void keep(std::vector<Handle>& all, const Handle& one) { all.push_back(one); }
