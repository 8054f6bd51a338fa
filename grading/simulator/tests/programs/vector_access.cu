// Loads and stores of bytes, shorts and CUDA's vector types, from one byte to sixteen.
#include "check.h"

// Sum of the components, each weighted by its place, and a vector with all components changed.
template <class V, class T>
struct Two {
  static __device__ int weigh(V v) { return int(v.x) + 2 * int(v.y); }
  static __device__ V next(V v) { return {T(v.x + 1), T(v.y + 2)}; }
};
template <class V, class T>
struct Three {
  static __device__ int weigh(V v) { return int(v.x) + 2 * int(v.y) + 3 * int(v.z); }
  static __device__ V next(V v) { return {T(v.x + 1), T(v.y + 2), T(v.z + 3)}; }
};
template <class V, class T>
struct Four {
  static __device__ int weigh(V v) { return int(v.x) + 2 * int(v.y) + 3 * int(v.z) + 4 * int(v.w); }
  static __device__ V next(V v) { return {T(v.x + 1), T(v.y + 2), T(v.z + 3), T(v.w + 4)}; }
};

template <class Shape, class V>
__global__ void access(const V* in, V* out, int* sums, int count) {
  __shared__ V mirror[64];
  int t = threadIdx.x;
  if (t < count) mirror[t] = in[t];
  __syncthreads();
  if (t >= count) return;
  sums[t] = Shape::weigh(mirror[count - 1 - t]);
  out[t] = Shape::next(in[t]);
}

template <template <class, class> class Shape, class V, class T, int components>
void check_vector(const std::string& type) {
  static_assert(sizeof(V) == components * sizeof(T));
  constexpr int count = 45;
  std::vector<V> in(count);
  T* elements = reinterpret_cast<T*>(in.data());
  for (int i = 0; i < count * components; ++i) elements[i] = T(i * 11 % 101);
  check::DeviceArray<V> device_in(in), out(count);
  check::DeviceArray<int> sums(count);
  access<Shape<V, T>><<<1, 64>>>(device_in.get(), out.get(), sums.get(), count);
  auto got_sums = sums.download();
  auto got = out.download();
  const T* got_elements = reinterpret_cast<const T*>(got.data());
  for (int i = 0; i < count; ++i) {
    int sum = 0;
    for (int c = 0; c < components; ++c) {
      sum += (c + 1) * int(elements[(count - 1 - i) * components + c]);
      check::expect_equal(type + " stored", got_elements[i * components + c], T(elements[i * components + c] + c + 1));
    }
    check::expect_equal(type + " loaded", got_sums[i], sum);
  }
}

template <class T>
__global__ void narrow(const T* in, T* out, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[count - 1 - i] = static_cast<T>(in[i] * 3 + 1);
}
template <class T>
void check_scalar(const std::string& type) {
  std::vector<T> in(150), wanted(150);
  for (int i = 0; i < 150; ++i) in[i] = static_cast<T>(i * 7 - 200), wanted[149 - i] = static_cast<T>(in[i] * 3 + 1);
  check::DeviceArray<T> device_in(in), out(150);
  narrow<<<2, 96>>>(device_in.get(), out.get(), 150);
  check::expect_equal(type, out.download(), wanted);
}

// An array seen with other widths: 16 bytes as four words, eight shorts and sixteen bytes.
__global__ void reinterpreted(const uint4* in, unsigned* words, unsigned short* shorts, unsigned char* bytes) {
  int t = threadIdx.x;
  words[t] = reinterpret_cast<const unsigned*>(in)[t % 32] + 1;
  shorts[t] = reinterpret_cast<const unsigned short*>(in)[t];
  bytes[t] = reinterpret_cast<const unsigned char*>(in)[t + 64];
}

int main() {
  check_vector<Two, char2, signed char, 2>("char2");
  check_vector<Two, short2, short, 2>("short2");
  check_vector<Two, ushort2, unsigned short, 2>("ushort2");
  check_vector<Two, int2, int, 2>("int2");
  check_vector<Two, float2, float, 2>("float2");
  check_vector<Two, double2, double, 2>("double2");
  check_vector<Two, longlong2, long long, 2>("longlong2");
  check_vector<Three, uchar3, unsigned char, 3>("uchar3");
  check_vector<Three, short3, short, 3>("short3");
  check_vector<Three, int3, int, 3>("int3");
  check_vector<Three, float3, float, 3>("float3");
  check_vector<Three, double3, double, 3>("double3");
  check_vector<Four, uchar4, unsigned char, 4>("uchar4");
  check_vector<Four, char4, signed char, 4>("char4");
  check_vector<Four, short4, short, 4>("short4");
  check_vector<Four, ushort4, unsigned short, 4>("ushort4");
  check_vector<Four, int4, int, 4>("int4");
  check_vector<Four, uint4, unsigned, 4>("uint4");
  check_vector<Four, float4, float, 4>("float4");
  check_scalar<signed char>("signed char");
  check_scalar<unsigned char>("unsigned char");
  check_scalar<short>("short");
  check_scalar<unsigned short>("unsigned short");
  check_scalar<long long>("long long");
  check_scalar<float>("float");
  check_scalar<double>("double");

  std::vector<uint4> in(8);
  for (unsigned i = 0; i < 8; ++i) in[i] = {i * 0x01234567u, ~i, i << 28, 0xdeadbeef - i};
  check::DeviceArray<uint4> device_in(in);
  check::DeviceArray<unsigned> words(64);
  check::DeviceArray<unsigned short> shorts(64);
  check::DeviceArray<unsigned char> bytes(64);
  reinterpreted<<<1, 64>>>(device_in.get(), words.get(), shorts.get(), bytes.get());
  auto got_words = words.download();
  auto got_shorts = shorts.download();
  auto got_bytes = bytes.download();
  for (unsigned t = 0; t < 64; ++t) {
    auto word = [&](unsigned k) {
      const uint4& v = in[k / 4];
      return k % 4 == 0 ? v.x : k % 4 == 1 ? v.y : k % 4 == 2 ? v.z : v.w;
    };
    check::expect_equal("as words", got_words[t], word(t % 32) + 1);
    check::expect_equal("as shorts", int{got_shorts[t]}, int(word(t / 2) >> (t % 2 * 16) & 0xffff));
    check::expect_equal("as bytes", int{got_bytes[t]}, int(word((t + 64) / 4) >> (t % 4 * 8) & 0xff));
  }
  return check::verdict();
}
