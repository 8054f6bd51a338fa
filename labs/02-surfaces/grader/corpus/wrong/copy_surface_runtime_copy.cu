// Lets the runtime copy the arrays behind the surfaces.
#include <cuda_runtime.h>

#include "tasks.h"

void copy_surface(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  if (width == 0 || height == 0) return;
  cudaResourceDesc from, to;
  cudaGetSurfaceObjectResourceDesc(&from, in);
  cudaGetSurfaceObjectResourceDesc(&to, out);
  cudaMemcpy2DArrayToArray(to.res.array.array, 0, 0, from.res.array.array, 0, 0, 4 * width, height,
                           cudaMemcpyDeviceToDevice);
}
