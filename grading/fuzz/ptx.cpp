// Coverage-guided: whatever the text, the PTX reader returns a module or throws PtxError with a sentence.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "grading/simulator/ptx/parser.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    static_cast<void>(sim::ptx::parse(std::string(reinterpret_cast<const char*>(data), size)));
  } catch (const sim::ptx::PtxError& error) {
    if (std::string(error.what()).empty()) std::abort();
  }
  return 0;
}
