#include "grading/harness/copy_hint.h"

#include <fmt/format.h>

#include "grading/simulator/counting/metrics.h"

namespace course::harness {
namespace {

// A size in elements (or rows of them) where the call wants bytes: a copy just as long as a host array has elements.
std::string count_for_bytes(const Case& ordered, const Evidence& evidence) {
  for (const Copy& copy : evidence.copies) {
    for (const Array& array : ordered.arrays()) {
      const std::size_t bytes = array.count() * array.element_bytes;
      if (array.space != Space::host || copy.bytes >= bytes) continue;
      const bool elements = copy.bytes == array.count();
      if (!elements && (array.shape.rows == 1 || copy.bytes != array.shape.rows)) continue;
      return fmt::format(
          " {} copied {} bytes: that is the number of {} of `{}`, which has {} bytes. Sizes of copies count bytes.",
          copy.call, copy.bytes, elements ? "elements" : "rows", array.name, bytes);
    }
  }
  return "";
}

// sizeof of a pointer, which has 8 bytes whatever it points to.
std::string size_of_a_pointer(const Case& ordered, const Evidence& evidence) {
  for (const Copy& copy : evidence.copies) {
    if (copy.kind != "symbol" || copy.bytes != sizeof(void*)) continue;
    for (const Array& array : ordered.arrays())
      if (const std::size_t bytes = array.count() * array.element_bytes; array.space == Space::host && bytes > copy.bytes)
        return fmt::format(" {} copied 8 bytes, and `{}` has {}. sizeof of a pointer is 8 however much it points to: multiply the number "
                           "of elements by the size of one.",
                           copy.call, array.name, bytes);
  }
  return "";
}

std::string nothing_uploaded(const Evidence& evidence) {
  const auto loads = evidence.totals()[sim::metric_names[static_cast<std::size_t>(sim::Metric::constant_instructions)]];
  if (loads == 0 || !evidence.copies.empty()) return "";
  return " The kernels read constant memory, and this call copied nothing there: a variable without an initializer "
         "then holds zeros, or what an earlier call left. Fill it with cudaMemcpyToSymbol in every call; an assignment "
         "on the host changes only the host's copy of the variable. (The arguments of a kernel lie in constant memory too: "
         "if the table is one of them, look at what the host put into it.)";
}

}  // namespace

std::string copy_hint(const Case& ordered, const Evidence& evidence) {
  for (const std::string& size : {count_for_bytes(ordered, evidence), size_of_a_pointer(ordered, evidence)})
    if (!size.empty()) return size;
  return nothing_uploaded(evidence);
}

std::string failed_call_hint(const Evidence& evidence, int fault_status) {
  for (const CallError& error : evidence.errors) {
    if (error.status == fault_status) return "";
    return fmt::format(" Before that, {} failed with {} (status {}){}{}", error.call, error.name, error.status,
                       error.sentence.empty() ? "" : ": " + error.sentence, error.sentence.ends_with('.') ? "" : ".");
  }
  return "";
}

}  // namespace course::harness
