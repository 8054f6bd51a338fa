// What a CUDA C++ program includes: the runtime calls, and in CUDA mode the device side of the language.
// A plain C++ compiler sees the calls only.
#pragma once

#if defined(__CUDA__)
#include "sim/device_prelude.h"
#endif

#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "sim/kernel_calls.h"

#if defined(__CUDA__)
#include "sim/device.h"
#endif
