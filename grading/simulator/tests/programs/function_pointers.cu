// Calls through pointers: tables in constant and global memory, pointers as arguments, virtual functions.
#include "check.h"

using Operation = int (*)(int, int);

__device__ int add(int a, int b) { return a + b; }
__device__ int subtract(int a, int b) { return a - b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ int larger(int a, int b) { return a > b ? a : b; }

__device__ Operation table[] = {add, subtract, multiply, larger};
__constant__ Operation constant_table[] = {larger, multiply, subtract, add};
__device__ Operation single = multiply;

__device__ __noinline__ int apply_twice(Operation operation, int a, int b) { return operation(operation(a, b), b); }

// Neighbouring lanes call different functions.
__global__ void call(int* results, Operation from_host, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  results[i * 4] = table[i % 4](i, 3);
  results[i * 4 + 1] = constant_table[i / 8 % 4](i, 5);
  results[i * 4 + 2] = apply_twice(table[i * 7 % 4], i, 2);
  results[i * 4 + 3] = from_host(i, i + 1);
}

class Shape {
 public:
  __device__ virtual float area() const = 0;
  __device__ virtual int corners() const { return 0; }
};
class Square : public Shape {
 public:
  __device__ explicit Square(float side) : side_(side) {}
  __device__ float area() const override { return side_ * side_; }
  __device__ int corners() const override { return 4; }

 private:
  float side_;
};
class Disc : public Shape {
 public:
  __device__ explicit Disc(float radius) : radius_(radius) {}
  __device__ float area() const override { return 3.0f * radius_ * radius_; }

 private:
  float radius_;
};

// The objects are made on the device: their tables of functions are device addresses.
__global__ void shapes(float* areas, int* corners) {
  int t = threadIdx.x;
  Square square(t + 1.0f);
  Disc disc(t + 2.0f);
  const Shape* shape = t % 3 ? static_cast<const Shape*>(&square) : &disc;
  areas[t] = shape->area();
  corners[t] = shape->corners();
}

int host_operation(int which, int a, int b) {
  switch (which) {
    case 0:
      return a + b;
    case 1:
      return a - b;
    case 2:
      return a * b;
    default:
      return a > b ? a : b;
  }
}

int main() {
  constexpr int count = 150;
  Operation pointer = nullptr;
  check::succeed(cudaMemcpyFromSymbol(&pointer, single, sizeof pointer));
  check::DeviceArray<int> results(count * 4);
  call<<<3, 64>>>(results.get(), pointer, count);
  auto got = results.download();
  for (int i = 0; i < count; ++i) {
    std::string of = " of " + check::text(i);
    check::expect_equal("table call" + of, got[i * 4], host_operation(i % 4, i, 3));
    check::expect_equal("constant table call" + of, got[i * 4 + 1], host_operation(3 - i / 8 % 4, i, 5));
    int which = i * 7 % 4;
    check::expect_equal("call twice" + of, got[i * 4 + 2], host_operation(which, host_operation(which, i, 2), 2));
    check::expect_equal("pointer from the host" + of, got[i * 4 + 3], i * (i + 1));
  }
  check::DeviceArray<float> areas(48);
  check::DeviceArray<int> corners(48);
  shapes<<<1, 48>>>(areas.get(), corners.get());
  auto got_areas = areas.download();
  auto got_corners = corners.download();
  for (int t = 0; t < 48; ++t) {
    check::expect_equal("area", got_areas[t], t % 3 ? (t + 1.0f) * (t + 1.0f) : 3.0f * (t + 2) * (t + 2));
    check::expect_equal("corners", got_corners[t], t % 3 ? 4 : 0);
  }
  return check::verdict();
}
