// Sizes that are multiples of nothing: bounds, grid-stride loops, matrices whose width is not their height, no
// elements.
#include "check.h"

__global__ void add(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

__global__ void saxpy(int n, float a, const float* x, float* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + y[i];
}

// Tiles in shared memory, with a column of padding.
__global__ void transpose(const int* in, int* out, int width, int height) {
  __shared__ int tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

// The tail is done element by element.
__global__ void scale_wide(float* values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 four = reinterpret_cast<float4*>(values)[i];
    four.x *= 2;
    four.y *= 3;
    four.z *= 4;
    four.w *= 5;
    reinterpret_cast<float4*>(values)[i] = four;
  }
  if (i < n % 4) values[n / 4 * 4 + i] *= float(2 + i);
}

int main() {
  for (int n : {0, 1, 2, 31, 32, 33, 127, 1000, 1025}) {
    std::vector<float> a(n), b(n), sum(n), combined(n), scaled(n);
    for (int i = 0; i < n; ++i) {
      a[i] = float(i % 97);
      b[i] = i * 0.5f;
      sum[i] = a[i] + b[i];
      combined[i] = 3 * a[i] + b[i];  // exact: fused or not
      scaled[i] = a[i] * float(2 + i % 4);
    }
    check::DeviceArray<float> x(a), y(b), z(n);
    if (n > 0) add<<<(n + 127) / 128, 128>>>(x.get(), y.get(), z.get(), n);
    check::expect_equal("sum of " + check::text(n), z.download(), sum);
    saxpy<<<2, 96>>>(n, 3, x.get(), y.get());
    check::expect_equal("saxpy of " + check::text(n), y.download(), combined);
    scale_wide<<<3, 128>>>(x.get(), n);
    check::expect_equal("four at a time of " + check::text(n), x.download(), scaled);
  }
  for (dim3 size : {dim3(1, 1), dim3(1, 40), dim3(50, 1), dim3(16, 16), dim3(17, 15), dim3(70, 33)}) {
    int width = int(size.x), height = int(size.y);
    std::vector<int> in(width * height), wanted(width * height);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) wanted[x * height + y] = in[y * width + x] = y * 1000 + x;
    check::DeviceArray<int> device_in(in), out(in.size());
    transpose<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(device_in.get(), out.get(), width, height);
    check::expect_equal("transposed", out.download(), wanted);
  }
  return check::verdict();
}
