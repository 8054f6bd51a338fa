#pragma once
#include <memory>
#include <string>

#include "grading/simulator/ptx/module.h"

namespace sim::ptx {

// Reads a whole module. Throws PtxError for text that is not PTX.
std::unique_ptr<Module> parse(std::string text);

// Bytes of a fundamental type ("b32" -> 4, "pred" -> 0); throws PtxError for an unknown one.
unsigned type_bytes(std::string_view type, std::uint32_t line);

}  // namespace sim::ptx
