#pragma once
// A PTX module made ready to run: parsed, decoded, its variables placed in device memory.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "grading/simulator/machine/memory.h"

namespace sim {

// Where dynamic shared memory begins in a block whose static variables end at `end`.
constexpr std::uint32_t dynamic_shared_base(std::uint32_t end) { return (end + 15) / 16 * 16; }

// A mangled name as the source has it, without scopes and parameters: "_ZZ4scanPiE1s" is "s".
std::string source_name(std::string_view mangled);

struct Kernel {
  struct Parameter {
    std::uint32_t offset = 0, bytes = 0, align = 1;
  };
  std::string name;                   // as in PTX (mangled)
  std::string pretty_name;            // demangled, as a profiler prints it
  std::vector<Parameter> parameters;  // in order
  std::uint32_t parameter_bytes = 0;  // of the whole parameter block
  // Static shared memory of a block in bytes, as a launch is charged; its variables end at `shared_variables`.
  std::uint32_t static_shared = 0, shared_variables = 0;
  bool uses_dynamic_shared = false;   // an extern __shared__ array is used
  std::uint32_t local_bytes = 0;      // per thread
  std::uint32_t max_threads = 1024;   // __launch_bounds__
  std::uint32_t min_blocks = 0;       // __launch_bounds__, second argument; 0: not given
  std::uint32_t registers_estimate = 0;
  std::string file;                   // of the first line with code; may be empty
  std::uint32_t line = 0;
};

struct Variable {
  std::string name;
  Address address = 0;
  std::size_t bytes = 0;
  bool constant = false;
};

struct ProgramCode;  // decoded instructions, private to the machine

class Program {
 public:
  // Places and initialises the module's variables in `memory`. Throws PtxError with the PTX line for what it cannot
  // read or does not support (name of the instruction and source line in the text).
  Program(std::string_view ptx, DeviceMemory& memory);
  ~Program();
  Program(Program&&) noexcept;

  const Kernel* kernel(std::string_view name) const;  // by mangled name; nullptr if absent
  const Variable* variable(std::string_view name) const;
  const std::vector<Kernel>& kernels() const;
  const ProgramCode& code() const { return *code_; }

 private:
  std::unique_ptr<ProgramCode> code_;
};

}  // namespace sim
