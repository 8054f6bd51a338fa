// Coverage-guided: whatever the bytes, the readers of lab.json, order.json and evidence.json return a document or throw
// their own error with a sentence. The first byte of an input chooses the reader.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "grading/harness/evidence.h"
#include "grading/lab/lab.h"
#include "grading/runner/case.h"
#include "grading/runner/protocol.h"

namespace {

namespace fs = std::filesystem;

// A folder of this process, for readers that take one; made once, left to the system's temporary folder.
const fs::path& folder() {
  static const fs::path made = [] {
    const fs::path path = fs::temp_directory_path() / ("fuzz-documents." + std::to_string(::getpid()));
    fs::create_directories(path);
    std::atexit([] {
      std::error_code none;
      fs::remove_all(fs::temp_directory_path() / ("fuzz-documents." + std::to_string(::getpid())), none);
    });
    return path;
  }();
  return made;
}

void write(const char* name, std::string_view text) { std::ofstream(folder() / name, std::ios::binary) << text; }

// Calls read(); its own error must say something, any other escapes and ends the run.
template <class Error, class Read>
void holds(Read read) {
  try {
    read();
  } catch (const Error& error) {
    if (std::string_view(error.what()).empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0]) {
    case 'l':
      write("lab.json", text);
      holds<course::LabError>([] { static_cast<void>(course::load_lab(folder())); });
      break;
    case 'o':
      write(course::protocol::order_file, text);
      holds<course::runner::RunnerFault>([] { static_cast<void>(course::runner::read_order(folder())); });
      break;
    case 'e':
      holds<course::harness::EvidenceError>([&] { static_cast<void>(course::harness::parse_evidence(text)); });
      break;
    default: break;
  }
  return 0;
}
