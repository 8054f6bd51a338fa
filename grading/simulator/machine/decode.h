#pragma once
#include <set>

#include "grading/simulator/machine/code.h"

namespace sim {

// What symbols stand for while a module is decoded.
struct SymbolTable {
  std::unordered_map<std::string_view, Address> addresses;             // global and constant variables
  std::unordered_map<std::string_view, std::uint32_t> shared;          // offset in the block's shared memory
  std::unordered_map<std::string_view, std::uint32_t> shared_bytes;    // their sizes
  std::set<std::string_view> dynamic_shared;                           // extern .shared arrays
  std::unordered_map<std::string_view, std::uint32_t> functions;
};

// Decodes one function of the module into code.functions[index]. `kernel` (null for .func) gets its memory sizes.
void decode_function(ProgramCode& code, const ptx::Function& function, FunctionCode& out, SymbolTable& symbols,
                     Kernel* kernel);

}  // namespace sim
