// Bits seen as another type: intrinsics, unions, memcpy, packed structs, bit fields, the fast inverse square root.
#include "map.h"

struct Bits {
  __device__ unsigned operator()(float a) const { return __float_as_uint(a); }
};
struct Float {
  __device__ float operator()(unsigned a) const { return __uint_as_float(a); }
};
struct Bits64 {
  __device__ long long operator()(double a) const { return __double_as_longlong(a); }
};
struct Double {
  __device__ double operator()(long long a) const { return __longlong_as_double(a); }
};
struct Halves {
  __device__ double operator()(double a) const { return __hiloint2double(__double2hiint(a), __double2loint(a)); }
};
struct ByUnion {
  __device__ int operator()(float a) const {
    union {
      float number;
      struct {
        unsigned fraction : 23, exponent : 8, sign : 1;
      } parts;
      unsigned char bytes[4];
    } u;
    u.number = a;
    return int(u.parts.exponent) * 1000 + int(u.parts.sign) * 100 + u.bytes[3] % 100;
  }
};
struct ByMemcpy {
  __device__ unsigned long long operator()(double a) const {
    unsigned words[2];
    memcpy(words, &a, sizeof a);
    return static_cast<unsigned long long>(words[0]) << 32 | words[1];
  }
};
struct FastInverseRoot {
  __device__ float operator()(float a) const {
    float y = __int_as_float(0x5f3759df - (__float_as_int(a) >> 1));
    return y * (1.5f - 0.5f * a * y * y);
  }
};

struct Fields {
  unsigned a : 3;
  int b : 7;
  unsigned c : 22;
  unsigned long long d : 41;
};

struct __attribute__((packed)) Packed {
  char tag;
  int value;
  short small;
};

__global__ void fields(Fields* values, const unsigned char* packed, int* out) {
  int t = threadIdx.x;
  Fields f = values[t];
  f.a += 3;
  f.b -= t;
  f.c ^= 0x155555;
  f.d = f.d * 5 + f.a;
  values[t] = f;
  Packed p;
  memcpy(&p, packed + t * sizeof(Packed), sizeof p);
  out[t] = p.tag + p.value * 3 + p.small;
}

int main() {
  auto floats = check::floats<float>(1);
  auto doubles = check::floats<double>(1);
  for (auto* list : {&floats})
    std::erase_if(*list, [](float a) { return std::isnan(a); });  // a NaN may change its bits on the way
  std::erase_if(doubles, [](double a) { return std::isnan(a); });
  auto bits_of = [](float a) {
    unsigned bits;
    std::memcpy(&bits, &a, 4);
    return bits;
  };
  auto bits_of_double = [](double a) {
    long long bits;
    std::memcpy(&bits, &a, 8);
    return bits;
  };
  check::expect_map<Bits>("__float_as_uint", floats, bits_of);
  check::expect_map<Bits64>("__double_as_longlong", doubles, bits_of_double);
  std::vector<unsigned> words;
  std::vector<long long> longs;
  for (float a : floats) words.push_back(bits_of(a));
  for (double a : doubles) longs.push_back(bits_of_double(a));
  check::expect_map<Float>("__uint_as_float", words, [](unsigned a) {
    float f;
    std::memcpy(&f, &a, 4);
    return f;
  });
  check::expect_map<Double>("__longlong_as_double", longs, [](long long a) {
    double d;
    std::memcpy(&d, &a, 8);
    return d;
  });
  check::expect_map<Halves>("halves of a double", doubles, [](double a) { return a; });
  check::expect_map<ByUnion>("float by a union", floats, [&](float a) {
    unsigned bits = bits_of(a);
    return int(bits >> 23 & 255) * 1000 + int(bits >> 31) * 100 + int(bits >> 24) % 100;
  });
  check::expect_map<ByMemcpy>("double by memcpy", doubles, [&](double a) {
    auto bits = static_cast<unsigned long long>(bits_of_double(a));
    return bits << 32 | bits >> 32;
  });
  std::vector<float> positive;
  for (int i = 1; i < 100; ++i) positive.push_back(i * 0.37f);
  auto roots = check::map<FastInverseRoot, float, float>(positive, __LINE__);
  for (std::size_t i = 0; i < positive.size(); ++i) {  // one Newton step: within 0.18 %
    check::expect(std::fabs(roots[i] * std::sqrt(positive[i]) - 1) < 0.0018f, "fast inverse square root");
  }

  std::vector<Fields> values(64);
  std::vector<unsigned char> packed(64 * sizeof(Packed));
  static_assert(sizeof(Packed) == 7);
  for (int t = 0; t < 64; ++t) {
    values[t] = {unsigned(t) & 7, t - 32, unsigned(t) * 60000 & 0x3fffff, (1ull << 40) - unsigned(t)};
    Packed p{char('A' + t % 26), t * 100000, short(-t)};
    std::memcpy(packed.data() + t * sizeof p, &p, sizeof p);
  }
  check::DeviceArray<Fields> device_values(values);
  check::DeviceArray<unsigned char> device_packed(packed);
  check::DeviceArray<int> out(64);
  fields<<<1, 64>>>(device_values.get(), device_packed.get(), out.get());
  auto got = device_values.download();
  auto sums = out.download();
  for (unsigned t = 0; t < 64; ++t) {
    unsigned a = (t + 3) % 8;
    check::expect_equal("bit field a", unsigned{got[t].a}, a);
    check::expect_equal("bit field b", int{got[t].b}, -32);
    check::expect_equal("bit field c", unsigned{got[t].c}, (t * 60000 % 4194304) ^ 0x155555u);
    check::expect_equal("bit field d", static_cast<unsigned long long>(got[t].d),
                        (((1ull << 40) - t) * 5 + a) % (1ull << 41));
    check::expect_equal("packed struct", sums[t], int('A' + t % 26 + t * 300000) - int(t));
  }
  return check::verdict();
}
