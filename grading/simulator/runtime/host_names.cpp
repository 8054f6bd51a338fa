#include "grading/simulator/runtime/host_names.h"

#include <fmt/format.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>

#include "grading/simulator/runtime/memory_names.h"

namespace sim::runtime {
namespace {

// The variable of the device whose shadow in the host's memory holds the address; nullptr if none does.
const Variable* shadowed(const State& state, Address address) {
  for (const auto& [shadow, entry] : state.symbols) {
    const Variable* variable = entry.module->program ? entry.module->program->variable(entry.name) : nullptr;
    if (variable && address - reinterpret_cast<Address>(shadow) < variable->bytes) return variable;
  }
  return nullptr;
}

enum class Readable { yes, no, unknown };

// The kernel looks, so that an address which leads nowhere is an answer and no crash.
Readable read_word(Address address, Address& word) {
  const iovec to{&word, sizeof word}, from{reinterpret_cast<void*>(address), sizeof word};
  if (::process_vm_readv(::getpid(), &to, 1, &from, 1, 0) == ssize_t(sizeof word)) return Readable::yes;
  return errno == EFAULT ? Readable::no : Readable::unknown;
}

std::string shadow_words(const Variable& variable) {
  return fmt::format("the host's shadow of the {} variable `{}`: outside a kernel its name is not its address on the device",
                     variable.constant ? "__constant__" : "__device__", variable.name);
}

bool is_pointer_kept(const State& state, Address word) { return state.memory.find(word) != nullptr; }

}  // namespace

std::string describe_host(const State& state, Address address) {
  if (const Variable* variable = shadowed(state, address))
    return shadow_words(*variable) + "; use the variable by its name in the kernel, or pass what cudaGetSymbolAddress gives";
  Address word = 0;
  switch (read_word(address, word)) {
    case Readable::yes:
      return is_pointer_kept(state, word)
                 ? "a host pointer; the host keeps a device pointer there, so its address was passed (&pointer) where the pointer itself was meant"
                 : "a host pointer; a kernel follows only what cudaMalloc and its relatives gave, so copy the data there first";
    case Readable::no: return "no host pointer either: a pointer that was never set, or a number that never was a pointer";
    default: return "a host pointer, or a number that never was a pointer";
  }
}

std::string host_hint(const State& state, const void* pointer) {
  const auto address = reinterpret_cast<Address>(pointer);
  if (const Variable* variable = shadowed(state, address))
    return fmt::format("; it is {}; copy with cudaMemcpyToSymbol or cudaMemcpyFromSymbol", shadow_words(*variable));
  Address word = 0;
  if (read_word(address, word) == Readable::yes && is_pointer_kept(state, word))
    return "; the host keeps a device pointer there: pass the pointer itself, not its address (&pointer)";
  return {};
}

}  // namespace sim::runtime
