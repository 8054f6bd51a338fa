// Crashes clang 14 with the concepts of libstdc++ 12; must compile all the same, C++20 library included.
#include <functional>
#include <map>
#include <string>
#include <type_traits>

__global__ void add(int* out, int n) { *out += n; }
static std::map<std::string, std::function<void(int*)>> cases = {{"one", [](int* p) { add<<<1, 1>>>(p, 1); }}};
std::type_identity_t<int> count() { return int(cases.size()); }
