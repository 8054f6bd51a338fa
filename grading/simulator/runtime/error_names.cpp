#include "grading/simulator/runtime/error_names.h"

namespace sim::runtime {
namespace {

struct Entry {
  int status;
  const char *name, *text;
};
constexpr Entry entries[] = {
#define CUDASIM_ERROR(name, value, text) {value, #name, text},
#include "sim/error_list.inc"
#undef CUDASIM_ERROR
};
constexpr Entry unknown = {-1, "unrecognized error code", "unrecognized error code"};

const Entry& find(int status) {
  for (const Entry& entry : entries)
    if (entry.status == status) return entry;
  return unknown;
}

}  // namespace

const char* error_name(int status) { return find(status).name; }
const char* error_text(int status) { return find(status).text; }

}  // namespace sim::runtime
