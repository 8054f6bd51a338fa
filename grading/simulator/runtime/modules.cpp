// Registration: what the constructors that clang puts into every compiled .cu file call, before main.
#include <fmt/format.h>

#include <cstring>

#include "grading/simulator/runtime/internal_names.h"
#include "grading/simulator/runtime/properties.h"
#include "grading/simulator/runtime/state.h"

namespace sim::runtime {
namespace {

// The wrapper that clang emits around the embedded device code.
struct FatBinaryWrapper {
  int magic, version;
  const char* data;
  void* unused;
};
constexpr int wrapper_magic = 0x466243b1;

// The front end writes "// front end: clang 19.1.7" as the first line of the PTX.
std::string front_end_of(std::string_view ptx) {
  constexpr std::string_view mark = "// front end: ";
  if (!ptx.starts_with(mark)) return "unknown";
  return std::string(ptx.substr(mark.size(), ptx.find('\n') - mark.size()));
}

// Registered names follow clang's host side; where nvcc made the device side they become its names.
void adopt_names(State& s, const Module& module) {
  const Program& program = *module.program;
  for (auto& [stub, entry] : s.functions)
    if (entry.module == &module && !program.kernel(entry.name))
      if (std::string plain = without_internal_mark(entry.name); program.kernel(plain)) entry.name = std::move(plain);
  for (auto& [shadow, entry] : s.symbols)
    if (entry.module == &module && !program.variable(entry.name))
      if (std::string plain = without_internal_mark(entry.name); program.variable(plain)) entry.name = std::move(plain);
}

void load(State& s, Module& module) {
  module.loaded = true;
  const std::string_view ptx(module.image, std::strlen(module.image));
  s.record.front_end = front_end_of(ptx);
  try {
    module.program = std::make_unique<Program>(ptx, s.memory);
    adopt_names(s, module);
  } catch (const std::exception& error) {
    module.problem = error.what();
    say(s, fmt::format("the device code could not be loaded: {}", module.problem));
  }
}

}  // namespace

void load_modules(State& s) {
  for (const auto& module : s.modules)
    if (!module->loaded) load(s, *module);
}

}  // namespace sim::runtime

using namespace sim::runtime;

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  const auto* fat = static_cast<const FatBinaryWrapper*>(wrapper);
  auto module = std::make_unique<Module>();
  if (fat->magic == wrapper_magic) module->image = fat->data;
  else module->image = "", module->loaded = true, module->problem = "the object was not compiled by clang for the simulated GPU";
  s.modules.push_back(std::move(module));
  return reinterpret_cast<void**>(s.modules.back().get());
}
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}  // at exit, when nothing can launch any more; the evidence may still need it

void __cudaRegisterFunction(void** handle, const char* stub, char*, const char* name, int, void*, void*, void*, void*,
                            int*) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  s.functions[stub] = {reinterpret_cast<Module*>(handle), name, -1};
}
void __cudaRegisterVar(void** handle, char* shadow, char*, const char* name, int, size_t, int, int) {
  State& s = state();
  const std::lock_guard lock(s.mutex);
  s.symbols[shadow] = {reinterpret_cast<Module*>(handle), name};
}

}  // extern "C"
