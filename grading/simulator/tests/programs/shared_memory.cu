// Shared memory: several static arrays, structs and matrices, dynamic memory carved into parts, both at once.
#include "check.h"

struct Particle {
  float x;
  double mass;
  char tag;
};

// Each thread writes its own element and reads that of a mirrored thread, of every type.
__global__ void static_arrays(double* out) {
  __shared__ unsigned char bytes[64];
  __shared__ double doubles[64];
  __shared__ short shorts[64];
  __shared__ float matrix[8][9];
  __shared__ Particle particles[64];
  __shared__ int scalar;
  int t = threadIdx.x, mirror = 63 - t;
  if (t == 17) scalar = 1000;
  bytes[t] = static_cast<unsigned char>(t * 5);
  doubles[t] = t * 0.25;
  shorts[t] = static_cast<short>(-t);
  matrix[t / 8][t % 8] = t * 2.0f;
  particles[t] = {float(t), t * 3.0, char('a' + t % 26)};
  __syncthreads();
  out[t] = bytes[mirror] + doubles[mirror] + shorts[mirror] + matrix[t % 8][t / 8] + particles[mirror].mass +
           particles[t].x + particles[mirror].tag + scalar;
}

extern __shared__ double dynamic[];

// The customary way to hold several arrays in dynamic shared memory: widest type first.
__global__ void carved(int n, float* out) {
  double* doubles = dynamic;
  float* floats = reinterpret_cast<float*>(doubles + n);
  short* shorts = reinterpret_cast<short*>(floats + n);
  __shared__ int offset;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    doubles[i] = i + 0.5;
    floats[i] = i * 2.0f;
    shorts[i] = static_cast<short>(i * 3);
  }
  if (threadIdx.x == 0) offset = blockIdx.x * 10;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int k = (i * 7 + 3) % n;
    out[blockIdx.x * n + i] = float(doubles[k] + floats[n - 1 - k] + shorts[i] + offset);
  }
}

template <class T>
__global__ void reversed(const T* in, T* out) {
  __shared__ T values[100];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  out[t] = values[99 - t];
}

// Pointers to shared and global memory meet in one generic pointer.
__device__ __noinline__ int sum_of(const int* values, int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += values[i];
  return sum;
}
__global__ void generic(const int* global, int* out) {
  __shared__ int shared[32];
  int t = threadIdx.x;
  shared[t] = t * t;
  __syncthreads();
  const int* chosen = t % 2 ? shared : global;
  out[t] = sum_of(chosen, t + 1);
}

int main() {
  check::DeviceArray<double> sums(64);
  static_arrays<<<1, 64>>>(sums.get());
  auto got = sums.download();
  for (int t = 0; t < 64; ++t) {
    int mirror = 63 - t;
    double wanted = mirror * 5 % 256 + mirror * 0.25 - mirror + (t % 8 * 8 + t / 8) * 2.0 + mirror * 3.0 + t +
                    ('a' + mirror % 26) + 1000;
    check::expect_equal("static arrays, thread " + check::text(t), got[t], wanted);
  }

  for (int n : {1, 33, 100}) {
    constexpr int blocks = 3;
    check::DeviceArray<float> out(blocks * n);
    carved<<<blocks, 48, n*(sizeof(double) + sizeof(float) + sizeof(short))>>>(n, out.get());
    auto values = out.download();
    for (int b = 0; b < blocks; ++b)
      for (int i = 0; i < n; ++i) {
        int k = (i * 7 + 3) % n;
        check::expect_equal("carved memory", values[b * n + i], float(k + 0.5 + (n - 1 - k) * 2.0 + i * 3 + b * 10));
      }
  }

  std::vector<int> ints(100);
  std::vector<double> doubles(100);
  for (int i = 0; i < 100; ++i) ints[i] = i * i, doubles[i] = i / 8.0;
  check::DeviceArray<int> ints_in(ints), ints_out(100);
  check::DeviceArray<double> doubles_in(doubles), doubles_out(100);
  reversed<<<1, 100>>>(ints_in.get(), ints_out.get());
  reversed<<<1, 100>>>(doubles_in.get(), doubles_out.get());
  check::expect_equal("reversed ints", ints_out.download(), std::vector<int>(ints.rbegin(), ints.rend()));
  check::expect_equal("reversed doubles", doubles_out.download(),
                      std::vector<double>(doubles.rbegin(), doubles.rend()));

  std::vector<int> ones(32, 1);
  check::DeviceArray<int> global(ones), out(32);
  generic<<<1, 32>>>(global.get(), out.get());
  auto values = out.download();
  for (int t = 0; t < 32; ++t) {
    check::expect_equal("generic pointer", values[t], t % 2 ? t * (t + 1) * (2 * t + 1) / 6 : t + 1);
  }
  return check::verdict();
}
