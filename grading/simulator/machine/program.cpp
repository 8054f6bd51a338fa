#include "grading/simulator/machine/program.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <set>

#include "grading/simulator/machine/decode.h"
#include "grading/simulator/ptx/parser.h"

namespace sim {
namespace {

// "void scale<4>(float*)" -> "scale<4>(float*)"
std::string pretty(std::string_view mangled) {
  int status = 0;
  const std::string name(mangled);
  char* text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 && text ? text : name;
  std::free(text);
  if (result.starts_with("void ")) result.erase(0, 5);
  return result;
}

using Names = std::set<std::string_view>;

void names_in(const ptx::Operand& o, Names& out) {
  if (o.kind == ptx::Operand::Kind::symbol) out.insert(o.name);
  for (const auto& e : o.elements) names_in(e, out);
}
Names names_in(const ptx::Function& f) {
  Names out;
  for (const auto& s : f.body)
    for (const auto& o : s.instruction.operands) names_in(o, out);
  return out;
}

class Loader {
 public:
  Loader(ProgramCode& code, DeviceMemory& memory) : code_(code), module_(*code.module), memory_(memory) {}

  void run() {
    place_variables();
    number_functions();
    place_shared();
    code_.lines.push_back({});
    for (std::size_t k = 0; k < order_.size(); ++k) decode(static_cast<std::uint32_t>(k));
    std::uint32_t sites = 0, images = 0, blocks = 0;
    for (FunctionCode& f : code_.functions) {
      f.first_memory = sites;
      f.first_image = images;
      f.first_block = blocks;
      sites += static_cast<std::uint32_t>(f.memory.size());
      images += static_cast<std::uint32_t>(f.images.size());
      blocks += static_cast<std::uint32_t>(f.blocks.size());
    }
    code_.memory_sites = sites;
    code_.image_sites = images;
    code_.block_count = blocks;
  }

 private:
  void place_variables() {
    std::uint64_t constant_bytes = 0;
    for (const auto& v : module_.variables) {
      if (v.space != ptx::Space::global && v.space != ptx::Space::constant) continue;
      if (v.is_extern)
        throw ptx::PtxError(0, "the variable '" + std::string(v.name) +
                                   "' is declared extern and defined in no file that was compiled: without relocatable device code "
                                   "every file needs its own definition");
      Variable placed;
      placed.name = v.name;
      placed.bytes = v.bytes;
      placed.constant = v.space == ptx::Space::constant;
      if (placed.constant) constant_bytes += v.bytes;
      placed.address = memory_.allocate(v.bytes, Allocation::Kind::symbol, placed.name);
      if (placed.address == 0) throw ptx::PtxError(0, "no device memory left for the variable '" + placed.name + "'");
      std::byte* host = memory_.host(placed.address);
      std::memset(host, 0, v.bytes);
      if (!v.initial.empty()) std::memcpy(host, v.initial.data(), v.initial.size());
      symbols_.addresses[v.name] = placed.address;
      code_.variable_index[placed.name] = static_cast<std::uint32_t>(code_.variables.size());
      code_.variables.push_back(std::move(placed));
    }
    if (constant_bytes > 65536)
      throw ptx::PtxError(0, "the __constant__ variables need " + std::to_string(constant_bytes) +
                                 " bytes; constant memory holds 65536 bytes (16384 floats) per module");
  }

  void number_functions() {
    for (const auto& f : module_.functions) {
      if (f.is_declaration) continue;
      symbols_.functions[f.name] = static_cast<std::uint32_t>(order_.size());
      order_.push_back(&f);
    }
    code_.functions.resize(order_.size());
    for (const auto& v : module_.variables) relocate(v);
  }

  void relocate(const ptx::Variable& v) {
    if (v.relocations.empty() || !symbols_.addresses.count(v.name)) return;
    std::byte* host = memory_.host(symbols_.addresses[v.name]);
    for (const auto& r : v.relocations) {
      std::uint64_t value = 0;
      if (auto it = symbols_.addresses.find(r.symbol); it != symbols_.addresses.end())
        value = it->second;
      else if (auto f = symbols_.functions.find(r.symbol); f != symbols_.functions.end())
        value = function_window + f->second;
      else
        throw ptx::PtxError(0, "initial value of '" + std::string(v.name) + "' names '" + std::string(r.symbol) + "', which is not defined");
      value += static_cast<std::uint64_t>(r.addend);
      std::memcpy(host + r.offset, &value, std::min<std::size_t>(8, v.bytes - r.offset));
    }
  }

  // Shared variables that functions use get the lowest offsets, the same in every kernel; each kernel's own follow.
  void place_shared() {
    std::map<std::string_view, const ptx::Variable*> shared;
    for (const auto& v : module_.variables)
      if (v.space == ptx::Space::shared) {
        if (v.bytes == 0 || v.is_extern)
          symbols_.dynamic_shared.insert(v.name);
        else
          shared[v.name] = &v;
      }
    for (const ptx::Function* f : order_)
      for (const auto& v : f->variables)
        if (v.space == ptx::Space::shared) shared[v.name] = &v;
    for (const auto& [name, v] : shared) symbols_.shared_bytes[name] = static_cast<std::uint32_t>(v->bytes);
    auto place = [&](const ptx::Variable& v, std::uint32_t& at) {
      at = (at + v.align - 1) / v.align * v.align;
      symbols_.shared[v.name] = at;
      at += static_cast<std::uint32_t>(v.bytes);
    };
    std::vector<Names> used;
    for (const ptx::Function* f : order_) used.push_back(names_in(*f));
    for (std::size_t k = 0; k < order_.size(); ++k)
      if (!order_[k]->is_entry)
        for (auto name : used[k])
          if (auto it = shared.find(name); it != shared.end() && !symbols_.shared.count(name)) place(*it->second, common_shared_);
    static_shared_.assign(order_.size(), 0);
    kernel_offsets_.resize(order_.size());
    for (std::size_t k = 0; k < order_.size(); ++k) {
      if (!order_[k]->is_entry) continue;
      const bool calls = std::any_of(used[k].begin(), used[k].end(), [&](auto name) { return symbols_.functions.count(name) != 0; }) ||
                         std::any_of(order_[k]->body.begin(), order_[k]->body.end(), [](const ptx::Statement& s) {
                           return s.label.empty() && s.instruction.parts[0] == "call" &&
                                  std::any_of(s.instruction.operands.begin(), s.instruction.operands.end(),
                                              [](const ptx::Operand& o) { return o.kind == ptx::Operand::Kind::reg; });
                         });
      bool uses_common = calls;
      for (auto name : used[k]) uses_common = uses_common || symbols_.shared.count(name) != 0;
      std::uint32_t at = uses_common ? common_shared_ : 0;
      for (auto name : used[k]) {
        const auto it = shared.find(name);
        if (it == shared.end() || symbols_.shared.count(name)) continue;
        const ptx::Variable& v = *it->second;
        at = (at + v.align - 1) / v.align * v.align;
        kernel_offsets_[k][name] = at;
        at += static_cast<std::uint32_t>(v.bytes);
      }
      static_shared_[k] = at;
    }
  }

  void decode(std::uint32_t k) {
    const ptx::Function& f = *order_[k];
    FunctionCode& out = code_.functions[k];
    SymbolTable symbols = symbols_;
    for (const auto& [name, offset] : kernel_offsets_[k]) symbols.shared[name] = offset;
    Kernel kernel;
    if (f.is_entry) {
      kernel.name = f.name;
      kernel.pretty_name = pretty(f.name);
      // Where a module declares dynamic shared memory, ptxas ends the static part of all its kernels where that may begin.
      kernel.shared_variables = kernel.static_shared = static_shared_[k];
      if (!symbols_.dynamic_shared.empty()) kernel.static_shared = dynamic_shared_base(kernel.shared_variables);
      if (f.max_threads != 0) kernel.max_threads = std::min(f.max_threads, 1024u);
      kernel.min_blocks = f.min_blocks;
      if (f.where.line != 0 && f.where.file < module_.files.size()) {
        kernel.file = module_.files[f.where.file];
        kernel.line = f.where.line;
      }
    }
    try {
      decode_function(code_, f, out, symbols, f.is_entry ? &kernel : nullptr);
    } catch (const ptx::CannotRun& error) {
      // Only a launch that reaches this code fails.
      out = FunctionCode{};
      out.is_entry = f.is_entry;
      out.error = error.sentence;
      if (error.where.line != 0 && error.where.file < module_.files.size()) {
        out.error_file = module_.files[error.where.file];
        out.error_line = error.where.line;
      }
    } catch (const ptx::PtxError& error) {
      out = FunctionCode{};
      out.is_entry = f.is_entry;
      out.error = error.what();
    }
    if (!f.is_entry) return;
    // A guess: live values plus what addressing and the calling convention take; real counts come from ptxas only.
    kernel.registers_estimate = std::clamp<std::uint32_t>(out.pressure + 6, 16, 255);
    code_.kernel_index[kernel.name] = static_cast<std::uint32_t>(code_.kernels.size());
    code_.kernel_function.push_back(k);
    code_.kernels.push_back(std::move(kernel));
  }

  ProgramCode& code_;
  const ptx::Module& module_;
  DeviceMemory& memory_;
  SymbolTable symbols_;
  std::vector<const ptx::Function*> order_;
  std::uint32_t common_shared_ = 0;
  std::vector<std::uint32_t> static_shared_;
  std::vector<std::map<std::string_view, std::uint32_t>> kernel_offsets_;
};

}  // namespace

std::string source_name(std::string_view mangled) {
  // clang splits an array of which only some elements are named: "..E1s_$_0".
  std::string name(mangled.substr(0, mangled.find("_$_")));
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  char* text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  if (status == 0 && text) name = text;
  std::free(text);
  if (const auto colon = name.rfind("::"); colon != std::string::npos) name.erase(0, colon + 2);
  return name;
}

Program::Program(std::string_view ptx, DeviceMemory& memory) : code_(std::make_unique<ProgramCode>()) {
  code_->module = ptx::parse(std::string(ptx));
  code_->memory = &memory;
  Loader(*code_, memory).run();
}
Program::~Program() = default;
Program::Program(Program&&) noexcept = default;

const Kernel* Program::kernel(std::string_view name) const {
  const auto it = code_->kernel_index.find(std::string(name));
  return it == code_->kernel_index.end() ? nullptr : &code_->kernels[it->second];
}
const Variable* Program::variable(std::string_view name) const {
  const auto it = code_->variable_index.find(std::string(name));
  return it == code_->variable_index.end() ? nullptr : &code_->variables[it->second];
}
const std::vector<Kernel>& Program::kernels() const { return code_->kernels; }

}  // namespace sim
