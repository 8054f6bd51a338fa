// Kept for programs that name it; everything comes with cuda_runtime.h.
#pragma once
#include "cuda_runtime.h"
