// Variables in device memory: initialisers, pointers between them, state that stays from launch to launch.
#include "check.h"

struct Node {
  int value;
  const Node* next;
};

__device__ int counter = 100;
__device__ double table[4] = {0.5, 1.5, 2.5, 3.5};
__device__ Node third = {30, nullptr};
__device__ Node second = {20, &third};
__device__ Node first = {10, &second};
__device__ Node* head = &first;
__device__ int numbers[6] = {1, 2, 3, 4, 5, 6};
__device__ int* middle = numbers + 3;
__device__ const char* words[] = {"alpha", "beta", "gamma"};
__device__ float big[1000];
__device__ unsigned char flag = 1, other_flag = 2;
static __device__ short hidden = -3;

__global__ void walk(int* out) {
  int sum = 0, place = 1;
  for (const Node* node = head; node != nullptr; node = node->next, ++place) sum += node->value * place;
  out[0] = sum;
  out[1] = middle[-1] * 100 + middle[0] * 10 + middle[2];
  out[2] = words[0][1] * 10000 + words[2][4];
  out[3] = int(table[0] + table[3]) + hidden;
  out[4] = flag * 10 + other_flag;
  out[5] = counter;
}

__global__ void change(int by) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&counter, by);
  if (t < 1000) big[t] += t * 0.5f;
  if (t == 0) {
    head = &second;
    middle = numbers;
    ++middle;
    table[3] = 10;
    other_flag = 7;
  }
}

__device__ int calls() {
  __shared__ int in_block;  // one for each block, not one for each launch
  if (threadIdx.x == 0) in_block = blockIdx.x;
  __syncthreads();
  return in_block;
}
__global__ void per_block(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = calls(); }

int main() {
  check::DeviceArray<int> out(6);
  walk<<<1, 1>>>(out.get());
  check::expect_equal("initial values", out.download(), {10 + 40 + 90, 346, 'l' * 10000 + 'a', 1, 12, 100});
  change<<<8, 128>>>(2);
  change<<<8, 128>>>(-1);
  walk<<<1, 1>>>(out.get());
  // `middle` is moved to numbers + 1 by each launch, so that middle[-1], [0], [2] are 1, 2, 4.
  check::expect_equal("changed values", out.download(), {20 + 60, 100 + 20 + 4, 'l' * 10000 + 'a', 7, 17, 100 + 1024});

  float half[2];
  check::succeed(cudaMemcpyFromSymbol(half, big, sizeof half, 998 * sizeof(float)));
  check::expect_equal("big[998]", half[0], 998.0f);
  check::expect_equal("big[999]", half[1], 999.0f);
  int zero = 0;
  check::succeed(cudaMemcpyToSymbol(counter, &zero, sizeof zero));
  void* address = nullptr;
  check::succeed(cudaGetSymbolAddress(&address, numbers));
  check::succeed(cudaMemset(address, 0, sizeof(int)));
  walk<<<1, 1>>>(out.get());
  check::expect_equal("after copies from the host", out.download(), {80, 24, 'l' * 10000 + 'a', 7, 17, 0});
  std::size_t size = 0;
  check::succeed(cudaGetSymbolSize(&size, big));
  check::expect_equal("size of an array", size, std::size_t{4000});

  check::DeviceArray<int> blocks(5 * 33);
  per_block<<<5, 33>>>(blocks.get());
  auto got = blocks.download();
  for (int i = 0; i < 5 * 33; ++i) check::expect_equal("shared variable in a function", got[i], i / 33);
  return check::verdict();
}
