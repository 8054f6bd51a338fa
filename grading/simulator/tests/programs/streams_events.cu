// Streams and events: order inside a stream, waiting across streams, callbacks, times, and asynchronous copies.
#include "check.h"

__global__ void append(int* list, int* size, int value) { list[(*size)++] = value; }

__global__ void multiply_add(int* values, int factor, int term) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  values[i] = values[i] * factor + term;
}

void CUDART_CB note(void* data) { *static_cast<int*>(data) += 1; }

int main() {
  // In one stream (and in the default one) work runs in the order of the calls.
  check::DeviceArray<int> list(32), size(1);
  cudaStream_t first, second;
  check::succeed(cudaStreamCreate(&first));
  check::succeed(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  for (int i = 0; i < 10; ++i) append<<<1, 1, 0, first>>>(list.get(), size.get(), i);

  // The second stream goes on where the first one is, by an event.
  cudaEvent_t halfway, start, stop;
  check::succeed(cudaEventCreateWithFlags(&halfway, cudaEventDisableTiming));
  check::succeed(cudaEventRecord(halfway, first));
  check::succeed(cudaStreamWaitEvent(second, halfway, 0));
  for (int i = 10; i < 20; ++i) append<<<1, 1, 0, second>>>(list.get(), size.get(), i);
  check::succeed(cudaStreamSynchronize(second));
  check::expect_status("cudaStreamQuery", cudaStreamQuery(second), cudaSuccess);
  check::expect_status("cudaEventQuery", cudaEventQuery(halfway), cudaSuccess);
  auto got = list.download();
  for (int i = 0; i < 20; ++i) check::expect_equal("order of launches", got[i], i);

  // Copies and kernels of one stream in turn.
  constexpr int count = 256;
  int *pinned = nullptr, *result = nullptr;
  check::succeed(cudaMallocHost(&pinned, count * sizeof(int)));
  check::succeed(cudaMallocHost(&result, count * sizeof(int)));
  for (int i = 0; i < count; ++i) pinned[i] = i;
  check::DeviceArray<int> values(count);
  check::succeed(cudaEventCreate(&start));
  check::succeed(cudaEventCreate(&stop));
  int notes = 0;
  check::succeed(cudaEventRecord(start, first));
  check::succeed(cudaMemcpyAsync(values.get(), pinned, count * sizeof(int), cudaMemcpyHostToDevice, first));
  multiply_add<<<2, 128, 0, first>>>(values.get(), 3, 1);
  multiply_add<<<2, 128, 0, first>>>(values.get(), 2, 5);
  check::succeed(cudaLaunchHostFunc(first, note, &notes));
  check::succeed(cudaMemcpyAsync(result, values.get(), count * sizeof(int), cudaMemcpyDeviceToHost, first));
  check::succeed(cudaEventRecord(stop, first));
  check::succeed(cudaEventSynchronize(stop));
  for (int i = 0; i < count; ++i) check::expect_equal("stream of work", result[i], (i * 3 + 1) * 2 + 5);
  check::expect_equal("host functions called", notes, 1);
  float milliseconds = -1;
  check::succeed(cudaEventElapsedTime(&milliseconds, start, stop));
  check::expect(milliseconds >= 0 && milliseconds < 60000, "elapsed time is " + check::text(milliseconds));
  check::expect_status("elapsed time of an event without timing", cudaEventElapsedTime(&milliseconds, halfway, stop),
                       cudaErrorInvalidResourceHandle);
  cudaGetLastError();

  // A launch through the API with an array of pointers to arguments.
  int* pointer = values.get();
  int factor = -1, term = 4;
  void* arguments[] = {&pointer, &factor, &term};
  check::succeed(cudaLaunchKernel(multiply_add, dim3(2), dim3(128), arguments, 0, first));
  check::succeed(cudaStreamSynchronize(first));
  got = values.download();
  for (int i = 0; i < count; ++i) check::expect_equal("cudaLaunchKernel", got[i], -((i * 3 + 1) * 2 + 5) + 4);

  for (cudaEvent_t event : {halfway, start, stop}) check::succeed(cudaEventDestroy(event));
  check::succeed(cudaStreamDestroy(first));
  check::succeed(cudaStreamDestroy(second));
  check::succeed(cudaFreeHost(pinned));
  check::succeed(cudaFreeHost(result));
  return check::verdict();
}
