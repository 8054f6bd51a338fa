// Constant memory: initialisers of scalars, structs and arrays, copies with offsets, sizes and addresses.
#include "check.h"

struct Settings {
  float gain;
  int steps;
  double centre[3];
  char name[8];
};

__constant__ int scalar = 42;
__constant__ float filter[5] = {0.1f, 0.2f, 0.4f, 0.2f, 0.1f};
__constant__ Settings settings = {1.5f, 7, {0.25, -1.0, 1e10}, "laplace"};
__constant__ short matrix[2][3] = {{1, 2, 3}, {4, 5, 6}};
__constant__ unsigned char bytes[256];
__constant__ int unset[4];
static __constant__ long long hidden = -5;

namespace course {
__constant__ double in_namespace = 2.5;
}

__global__ void read(double* out) {
  out[0] = scalar;
  out[1] = filter[0] + filter[2] + filter[4];
  out[2] = settings.gain * settings.steps;
  out[3] = settings.centre[0] + settings.centre[1] + settings.centre[2];
  out[4] = settings.name[0] * 1000 + settings.name[6];
  out[5] = matrix[1][0] * 10 + matrix[0][2];
  out[6] = unset[0] + unset[3];
  out[7] = double(hidden);
  out[8] = course::in_namespace;
}

// Neighbouring lanes read different constants.
__global__ void gather(int* out) {
  out[threadIdx.x] = bytes[(threadIdx.x * 37 + 5) % 256] + matrix[threadIdx.x % 2][threadIdx.x % 3];
}

__global__ void through_pointer(const int* pointer, int* out) { *out = *pointer; }

int main() {
  check::DeviceArray<double> out(9);
  read<<<1, 1>>>(out.get());
  check::expect_equal("initial values", out.download(),
                      {42, double(0.1f + 0.4f + 0.1f), 10.5, 0.25 - 1.0 + 1e10, 'l' * 1000.0 + 'e', 43, 0, -5, 2.5});

  int new_scalar = -7;
  float middle[2] = {8, 16};
  check::succeed(cudaMemcpyToSymbol(scalar, &new_scalar, sizeof new_scalar));
  check::succeed(cudaMemcpyToSymbol(filter, middle, sizeof middle, 2 * sizeof(float)));
  check::succeed(cudaMemcpyToSymbol(settings, &new_scalar, sizeof(int), offsetof(Settings, steps)));
  int last = 9;
  check::succeed(cudaMemcpyToSymbol(unset, &last, sizeof last, 3 * sizeof(int)));
  read<<<1, 1>>>(out.get());
  check::expect_equal("values after cudaMemcpyToSymbol", out.download(),
                      {-7, double(0.1f + 8.0f + 0.1f), -10.5, 0.25 - 1.0 + 1e10, 'l' * 1000.0 + 'e', 43, 9, -5, 2.5});

  float back[5];
  check::succeed(cudaMemcpyFromSymbol(back, filter, sizeof back));
  check::expect_equal("cudaMemcpyFromSymbol", std::vector<float>(back, back + 5), {0.1f, 0.2f, 8, 16, 0.1f});
  float one;
  check::succeed(cudaMemcpyFromSymbol(&one, filter, sizeof one, 3 * sizeof(float)));
  check::expect_equal("cudaMemcpyFromSymbol with an offset", one, 16);

  std::size_t size = 0;
  check::succeed(cudaGetSymbolSize(&size, settings));
  check::expect_equal("cudaGetSymbolSize", size, sizeof(Settings));
  void* address = nullptr;
  check::succeed(cudaGetSymbolAddress(&address, unset));
  check::DeviceArray<int> value(1);
  through_pointer<<<1, 1>>>(static_cast<int*>(address) + 3, value.get());
  check::expect_equal("a constant by its address", value.download()[0], 9);
  // From one device array to a symbol.
  check::DeviceArray<int> source(std::vector<int>{100, 200});
  check::succeed(cudaMemcpyToSymbol(unset, source.get(), 8, 4, cudaMemcpyDeviceToDevice));
  through_pointer<<<1, 1>>>(static_cast<int*>(address) + 2, value.get());
  check::expect_equal("copied from the device", value.download()[0], 200);

  unsigned char table[256];
  for (int i = 0; i < 256; ++i) table[i] = static_cast<unsigned char>(i * i);
  check::succeed(cudaMemcpyToSymbol(bytes, table, sizeof table));
  check::DeviceArray<int> gathered(256);
  gather<<<1, 256>>>(gathered.get());
  auto got = gathered.download();
  for (int t = 0; t < 256; ++t) {
    int i = (t * 37 + 5) % 256;
    check::expect_equal("gathered constant", got[t], i * i % 256 + (t % 2 * 3 + t % 3 + 1));
  }

  check::expect_status("a copy beyond the symbol's end", cudaMemcpyToSymbol(filter, middle, 8, 16),
                       cudaErrorInvalidValue);
  cudaGetLastError();
  return check::verdict();
}
