#pragma once
// The hardware's tables: what an H200 counted for every launch of a case file, and which of its columns are compared.
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sim::truth {

// What the simulated GPU promises to count as the hardware does. One family is one line of the summary.
struct Column {
  std::string_view metric;   // name in the table and in the evidence
  std::string_view family;   // "global loads and stores"
  std::string_view heading;  // "ld sectors"
};
const std::vector<Column>& columns();

// Counters of the table that are not compared, with the reason.
struct LeftOut {
  std::string_view metric, reason;
};
const std::vector<LeftOut>& left_out();

struct Launch {
  int index = 0;        // in the program, from 0
  std::string kernel;   // "shared_load<float, 2, 1>", without parameters
  std::map<std::string, std::uint64_t, std::less<>> counters;
};

// Reads NAME.h200.csv. Throws std::runtime_error with file and line for a row of another form.
std::vector<Launch> read_table(const std::filesystem::path& file);

// Reads what `ncu --csv` or `cudasim-run --csv` wrote, one line for each launch and metric. Throws like read_table.
std::vector<Launch> read_profile(const std::filesystem::path& file);

// idc__requests of a row without those that read kernel parameters: the hardware reads parameters through LDC too, one
// request an instruction, and smsp__inst_executed_op_ldc counts both. `own`: load instructions of at most 8 bytes that
// the source makes, by constant_loads().
std::uint64_t constant_requests(const Launch& row, std::uint64_t own);

// Constant loads of at most 8 bytes that a case makes, from its source: warps times loads; one of 16 bytes is two.
std::uint64_t constant_loads(std::string_view kernel);

}  // namespace sim::truth
