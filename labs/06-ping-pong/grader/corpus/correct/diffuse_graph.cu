// Two steps, there and back, recorded once as a graph and replayed: one call of the host for each pair.
#include <cuda_runtime.h>

#include "tasks.h"

__global__ void step_kernel(const float* from, float* to, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int i = y * width + x;
  float now = from[i];
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
    now += diffusivity * (from[i - 1] + from[i + 1] + from[i - width] + from[i + width] - 4 * now);
  }
  to[i] = now;
}

void replay_pairs(float* a, float* b, int width, int height, int pairs, dim3 grid, dim3 block) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraph_t graph;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  step_kernel<<<grid, block, 0, stream>>>(a, b, width, height);
  step_kernel<<<grid, block, 0, stream>>>(b, a, width, height);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphExec_t replay;
  cudaGraphInstantiate(&replay, graph, 0);
  for (int pair = 0; pair < pairs; ++pair) cudaGraphLaunch(replay, stream);
  cudaGraphExecDestroy(replay);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);  // the work that it holds is still done
}

float* diffuse(float* a, float* b, int width, int height, int steps) {
  if (width == 0 || height == 0) return a;
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  if (steps >= 2) replay_pairs(a, b, width, height, steps / 2, grid, block);
  if (steps % 2 == 0) return a;
  step_kernel<<<grid, block>>>(a, b, width, height);
  return b;
}
