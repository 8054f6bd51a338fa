// What a launch passes by value: every scalar type with its alignment, structs, arrays in structs, thousands of bytes.
#include "check.h"

struct Mixed {
  char letter;
  double wide;
  short small;
  float3 vector;
  long long last;
};

struct Table {
  int values[900];  // 3600 bytes: near the classic limit of 4096 for all parameters
};

struct alignas(16) Aligned {
  float4 first;
  int count;
};

struct Empty {};

struct Nested {
  struct {
    short a[3];
    char b;
  } inner[4];
  const int* pointer;
};

__global__ void scalars(char a, double b, unsigned char c, short d, long long e, bool f, float g, unsigned long long h,
                        signed char i, double* out) {
  double values[] = {double(a), b, double(c), double(d), double(e), double(f), g, double(h), double(i)};
  for (int k = 0; k < 9; ++k) out[k] = values[k];
}

__global__ void structs(Mixed mixed, Empty, Aligned aligned, Nested nested, double* out) {
  out[0] = mixed.letter;
  out[1] = mixed.wide;
  out[2] = mixed.small;
  out[3] = mixed.vector.x + 10 * mixed.vector.y + 100 * mixed.vector.z;
  out[4] = double(mixed.last);
  out[5] = aligned.first.x + aligned.first.w + aligned.count;
  out[6] = nested.inner[2].a[1] + nested.inner[3].b;
  out[7] = *nested.pointer;
}

// The index is known at run time only.
__global__ void lookup(Table table, int* out) {
  int t = threadIdx.x;
  out[t] = table.values[(t * 37 + 11) % 900];
}

// A parameter is the thread's own: to write to it changes nothing for others.
__global__ void modified(Table table, int n, int* out) {
  table.values[threadIdx.x % 900] += n;
  n += threadIdx.x;
  out[threadIdx.x] = table.values[threadIdx.x % 900] + table.values[899] + n;
}

template <class... Numbers>
__global__ void many(int* out, Numbers... numbers) {
  *out = (0 + ... + numbers);
}

int main() {
  check::DeviceArray<double> doubles(9);
  scalars<<<1, 1>>>('x', 2.5, 200, -1234, -(1ll << 40), true, 0.25f, 1ull << 50, -100, doubles.get());
  check::expect_equal("scalars", doubles.download(),
                      {double('x'), 2.5, 200, -1234, -double(1ll << 40), 1, 0.25, double(1ull << 50), -100});

  check::DeviceArray<int> pointed(std::vector<int>{77});
  Mixed mixed{'q', -0.125, -7, make_float3(1, 2, 3), 1ll << 33};
  Aligned aligned{make_float4(1, 2, 3, 4), 5};
  Nested nested{};
  nested.inner[2].a[1] = 300;
  nested.inner[3].b = 9;
  nested.pointer = pointed.get();
  check::DeviceArray<double> members(8);
  structs<<<1, 1>>>(mixed, Empty{}, aligned, nested, members.get());
  check::expect_equal("members", members.download(), {double('q'), -0.125, -7, 321, double(1ll << 33), 10, 309, 77});

  Table table;
  for (int i = 0; i < 900; ++i) table.values[i] = i * i;
  check::DeviceArray<int> found(256);
  lookup<<<1, 256>>>(table, found.get());
  auto got = found.download();
  for (int t = 0; t < 256; ++t) {
    int k = (t * 37 + 11) % 900;
    check::expect_equal("table entry " + check::text(k), got[t], k * k);
  }
  modified<<<1, 256>>>(table, 5, found.get());
  got = found.download();
  for (int t = 0; t < 256; ++t) check::expect_equal("own copy", got[t], t * t + 5 + 899 * 899 + 5 + t);

  check::DeviceArray<int> sum(1);
  many<<<1, 1>>>(sum.get(), 1, short{2}, 3ll, 4u, 'a', 6, 7, 8, 9, 10, true, 12);
  check::expect_equal("sum of many", sum.download()[0], 1 + 2 + 3 + 4 + 'a' + 6 + 7 + 8 + 9 + 10 + 1 + 12);
  return check::verdict();
}
