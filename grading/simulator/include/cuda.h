// The driver interface is not offered; this header serves the version macros and the handle types that programs name.
#pragma once
#define CUDA_VERSION 13000
typedef unsigned long long CUdeviceptr;
typedef int CUdevice;
typedef unsigned int cuuint32_t;
typedef unsigned long long cuuint64_t;
