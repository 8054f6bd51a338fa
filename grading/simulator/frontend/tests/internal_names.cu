// Kernels and variables of internal linkage, which the two halves of a compilation have to call by one name.
#include <cstdio>

static __constant__ int first = 3;
static __device__ int counter = 5;
namespace {
__constant__ int hidden[2] = {7, 11};
__device__ int hidden_counter = 13;
__global__ void unnamed(int* out) { *out = first + hidden[1] + counter + hidden_counter; }
struct Tag {
  int bytes[4];
};
}  // namespace
namespace mask {
static __constant__ int taps[3];
static __global__ void add(int* out) { *out += taps[2]; }
}  // namespace mask
template <class T>
__global__ void add_size(int* out) {
  *out += int(sizeof(T));
}
template <class T>
static __global__ void add_static(int* out, T value) {
  *out += value;
}
template <class F>
__global__ void apply(int* out, F f) {
  *out = f(*out);
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  const int twenty[3] = {0, 0, 20}, one = 1;
  cudaMemcpyToSymbol(mask::taps, twenty, sizeof twenty);
  cudaMemcpyToSymbol(first, &one, sizeof one);
  cudaMemcpyToSymbol(hidden, twenty, 2 * sizeof(int));
  cudaMemcpyToSymbol(hidden_counter, &one, sizeof one);
  unnamed<<<1, 1>>>(out);           // 1 + 0 + 5 + 1
  mask::add<<<1, 1>>>(out);         // + 20
  add_size<Tag><<<1, 1>>>(out);     // + 16
  add_static<<<1, 1>>>(out, 100);   // + 100
  const int factor = 2;
  apply<<<1, 1>>>(out, [=] __device__(int x) { return x * factor; });
  int result = 0, count = 0;
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&count, counter, sizeof count);
  std::printf("%d %d\n", result, count);
}
