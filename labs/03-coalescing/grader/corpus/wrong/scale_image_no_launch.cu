// Does nothing at all.
#include <cuda_runtime.h>

#include "tasks.h"

void scale_image(const float*, std::size_t, float*, std::size_t, int, int, float) {}
