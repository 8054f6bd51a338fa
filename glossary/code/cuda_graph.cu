// A pair of launches recorded once as a graph and replayed, and events around it; the host checks the result.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_one(const int* from, int* to) { *to = *from + 1; }

int main() {
  constexpr int pairs = 10;
  int *a = nullptr, *b = nullptr, result = -1;
  cudaMalloc(&a, sizeof(int));
  cudaMalloc(&b, sizeof(int));
  cudaMemset(a, 0, sizeof(int));
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  //! [record a graph]
  cudaGraph_t graph;
  cudaGraphExec_t there_and_back;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  add_one<<<1, 1, 0, stream>>>(a, b);  // recorded, not run
  add_one<<<1, 1, 0, stream>>>(b, a);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&there_and_back, graph, 0);  // checked and prepared once
  //! [record a graph]

  //! [events around work]
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventRecord(start, stream);
  for (int pair = 0; pair < pairs; ++pair) cudaGraphLaunch(there_and_back, stream);
  cudaEventRecord(stop, stream);
  cudaEventSynchronize(stop);  // the host waits here, and only here
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, start, stop);
  //! [events around work]

  const cudaError_t status = cudaMemcpy(&result, a, sizeof(int), cudaMemcpyDeviceToHost);
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  cudaGraphExecDestroy(there_and_back);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(a);
  cudaFree(b);
  std::printf("%d pairs of launches: %d, %s\n", pairs, result, cudaGetErrorString(status));
  return result != 2 * pairs || milliseconds <= 0 || status != cudaSuccess;
}
