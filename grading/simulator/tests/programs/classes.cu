// Classes on the device: methods, operators, inheritance, constructors and destructors, references, unions.
#include "check.h"

struct Complex {
  float re = 0, im = 0;
  __host__ __device__ Complex operator+(Complex o) const { return {re + o.re, im + o.im}; }
  __host__ __device__ Complex operator*(Complex o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
  __host__ __device__ Complex& operator+=(const Complex& o) { return *this = *this + o; }
  __host__ __device__ bool operator==(const Complex& o) const { return re == o.re && im == o.im; }
  __host__ __device__ float norm() const { return re * re + im * im; }
};

template <int rows, int columns>
class Matrix {
 public:
  __host__ __device__ int& operator()(int r, int c) { return values_[r * columns + c]; }
  __host__ __device__ int operator()(int r, int c) const { return values_[r * columns + c]; }
  template <int others>
  __host__ __device__ Matrix<rows, others> operator*(const Matrix<columns, others>& o) const {
    Matrix<rows, others> product;
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < others; ++c)
        for (int k = 0; k < columns; ++k) product(r, c) += (*this)(r, k) * o(k, c);
    return product;
  }

 private:
  int values_[rows * columns] = {};
};

// Counts constructions and destructions through a pointer.
class Counted {
 public:
  __device__ explicit Counted(int* counter) : counter_(counter) { *counter_ += 1; }
  __device__ ~Counted() { *counter_ += 100; }

 private:
  int* counter_;
};

class Base {
 public:
  __device__ explicit Base(int value) : value_(value) {}
  __device__ int doubled() const { return 2 * value_; }

 protected:
  int value_;
};
class Derived : public Base {
 public:
  __device__ Derived(int value, int extra) : Base(value), extra_(extra) {}
  __device__ int total() const { return doubled() + extra_ + value_; }

 private:
  int extra_;
};

// A fixed-size stack; range-for works through begin and end.
template <class T, int capacity>
class Stack {
 public:
  __device__ void push(T value) { values_[size_++] = value; }
  __device__ T pop() { return values_[--size_]; }
  __device__ bool empty() const { return size_ == 0; }
  __device__ const T* begin() const { return values_; }
  __device__ const T* end() const { return values_ + size_; }

 private:
  T values_[capacity];
  int size_ = 0;
};

enum class Colour : unsigned char { red = 1, green = 2, blue = 4 };
__host__ __device__ constexpr Colour operator|(Colour a, Colour b) {
  return static_cast<Colour>(static_cast<int>(a) | static_cast<int>(b));
}

__global__ void complexes(Complex* out, float* norms) {
  int t = threadIdx.x;
  Complex z{float(t % 5), float(t % 3)}, sum;
  for (int k = 0; k < 4; ++k) {
    sum += z * Complex{float(k), -1};
    z = z + Complex{1, float(k)};
  }
  out[t] = sum;
  norms[t] = z.norm() + (z == Complex{} ? 0.5f : 0);
}

__global__ void others(int* out) {
  int t = threadIdx.x, *mine = out + t * 6;
  Matrix<2, 3> a;
  Matrix<3, 2> b;
  for (int i = 0; i < 6; ++i) a(i / 3, i % 3) = i + t, b(i / 2, i % 2) = i - t;
  Matrix<2, 2> product = a * b;
  mine[0] = product(0, 0) + 10 * product(0, 1) + 100 * product(1, 0) + 1000 * product(1, 1);
  int count = 0;
  for (int k = 0; k < t % 4; ++k) Counted object(&count);
  {
    Counted first(&count);
    if (t % 2) Counted second(&count);
  }
  mine[1] = count;
  mine[2] = Derived(t, 7).total();
  Stack<int, 40> stack;
  for (int k = 0; k <= t % 32; ++k) stack.push(k * k);
  int sum = 0;
  for (int value : stack) sum += value;
  mine[3] = sum;
  int reversed = 0;
  while (!stack.empty()) reversed = (reversed * 3 + stack.pop()) % 100003;
  mine[4] = reversed;
  Colour colour = t % 2 ? Colour::red | Colour::blue : Colour::green;
  mine[5] = static_cast<int>(colour) + sizeof(Colour) * 10;
}

int main() {
  constexpr int threads = 64;
  check::DeviceArray<Complex> sums(threads);
  check::DeviceArray<float> norms(threads);
  complexes<<<1, threads>>>(sums.get(), norms.get());
  auto got_sums = sums.download();
  auto got_norms = norms.download();
  for (int t = 0; t < threads; ++t) {  // small whole numbers: exact with or without fused multiply-add
    int a = t % 5, b = t % 3, re = 0, im = 0;
    for (int k = 0; k < 4; ++k) {
      re += a * k + b;
      im += -a + b * k;
      a += 1;
      b += k;
    }
    check::expect_equal("real part", got_sums[t].re, float(re));
    check::expect_equal("imaginary part", got_sums[t].im, float(im));
    check::expect_equal("norm", got_norms[t], float(a * a + b * b));
  }

  check::DeviceArray<int> results(threads * 6);
  others<<<1, threads>>>(results.get());
  auto got = results.download();
  for (int t = 0; t < threads; ++t) {
    int entries[4] = {};
    for (int r = 0; r < 2; ++r)
      for (int c = 0; c < 2; ++c)
        for (int k = 0; k < 3; ++k) entries[r * 2 + c] += (3 * r + k + t) * (2 * k + c - t);
    const int* mine = got.data() + t * 6;
    check::expect_equal("matrix product", mine[0], entries[0] + 10 * entries[1] + 100 * entries[2] + 1000 * entries[3]);
    check::expect_equal("objects made and ended", mine[1], 101 * (t % 4 + 1 + t % 2));
    check::expect_equal("derived class", mine[2], 3 * t + 7);
    int n = t % 32, reversed = 0;
    check::expect_equal("sum of the stack", mine[3], n * (n + 1) * (2 * n + 1) / 6);
    for (int k = n; k >= 0; --k) reversed = (reversed * 3 + k * k) % 100003;
    check::expect_equal("stack popped", mine[4], reversed);
    check::expect_equal("enumeration", mine[5], (t % 2 ? 5 : 2) + 10);
  }
  return check::verdict();
}
