// A barrier that some threads have left the kernel before. The guide forbids it; hardware lets the rest of the block go on,
// and so does the simulated GPU, which reports it.
#include "check.h"

// Threads that have ended count as arrived: the rest of the block goes on.
__global__ void some_leave(int* out, int stay) {
  __shared__ int values[256];
  int t = threadIdx.x;
  if (t >= stay) return;
  values[t] = t * 2;
  __syncthreads();
  out[t] = values[stay - 1 - t];
}

int main() {
  for (int stay : {1, 32, 45, 100, 256}) {
    check::DeviceArray<int> out(stay);
    some_leave<<<1, 256>>>(out.get(), stay);
    auto got = out.download();
    for (int t = 0; t < stay; ++t) check::expect_equal("after some left", got[t], (stay - 1 - t) * 2);
  }
  return check::verdict();
}
