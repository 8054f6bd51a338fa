// cudaProfilerStart and cudaProfilerStop: accepted, without effect; the simulated GPU always counts.
#pragma once
#include "cuda_runtime_api.h"
