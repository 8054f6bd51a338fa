// C++20 in device code: templates, lambdas, concepts, constexpr, structured bindings, dynamic and static shared memory.
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

struct Pair {
  int key;
  float value;
};

template <Number T, int Size>
__global__ void __launch_bounds__(Size) reduce(T* __restrict__ out, const T* __restrict__ in, int n) {
  __shared__ T tile[Size];
  extern __shared__ int counts[];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? in[i] : T{};
  counts[threadIdx.x] = i < n;
  __syncthreads();
#pragma unroll
  for (int step = Size / 2; step > 0; step /= 2) {
    if (int(threadIdx.x) < step) tile[threadIdx.x] += tile[threadIdx.x + step];
    __syncthreads();
  }
  auto [key, value] = Pair{int(blockIdx.x), float(tile[0])};
  auto scale = [factor = value](auto x) { return x * factor; };
  if (threadIdx.x == 0) out[key] = T(scale(std::max(1.0f, std::sqrt(value)))) + counts[0];
}
template __global__ void reduce<float, 128>(float*, const float*, int);
template __global__ void reduce<int, 64>(int*, const int*, int);

template <class F>
__global__ void apply(F f, double* out) {
  out[threadIdx.x] = f(threadIdx.x);
}
struct Square {
  __host__ __device__ double operator()(int x) const { return double(x) * x; }
};

class Base {
 public:
  __device__ virtual int id() const { return 1; }
};
class Derived : public Base {
 public:
  __device__ int id() const override { return 2; }
};
__device__ __noinline__ int ask(const Base& b) { return b.id(); }
__device__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
__global__ void dispatch(int* out) {
  Derived d;
  out[0] = ask(d) + factorial(int(threadIdx.x));
}

int main() {
  std::vector<double> host(8);
  double* out = nullptr;
  cudaMalloc(&out, 64);
  apply<<<1, 8>>>(Square(), out);
  reduce<float, 128><<<dim3(4), 128, 512>>>(nullptr, nullptr, 0);
  return cudaGetLastError() != cudaSuccess;
}
