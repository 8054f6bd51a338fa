#pragma once

#include <string>

#include "report.h"
#include "repository.h"

namespace course {

/// What answers on this machine: CUDA's device 0, the first that CUDA_VISIBLE_DEVICES names.
struct Gpu {
  std::string name;                ///< "NVIDIA H200"; empty: no GPU answers
  std::string compute_capability;  ///< "9.0"
};
Gpu find_gpu();

/// What nvidia-smi tells of that GPU ("driver_version", "memory.total"); "" when it does not.
std::string ask_gpu(const std::string& what);

/// Why find_gpu finds none, as a clause.
std::string no_gpu();

/// "13.0" of the nvcc on PATH, or "".
std::string nvcc_version();

/// Decides for `sim`, `cuda` or `auto` and describes the machine as the report does (kind, name, compute_capability).
/// `auto` takes the GPU when everything that it needs is there, else the simulated one.
/// Throws Problem if `cuda` is asked for and cannot be had.
Machine choose_machine(const Repository& repository, const std::string& wanted);

}  // namespace course
