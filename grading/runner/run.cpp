#include <cuda_runtime.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "grading/runner/case.h"
#include "grading/runner/protocol.h"
#include "grading/runner/stack.h"

namespace course::runner {
namespace {

using nlohmann::json;
using std::filesystem::path;

void write_text(const path& file, const std::string& text) { write_file(file, text.data(), text.size()); }

// Files of this process stay below the order's limit from here on. Not earlier: a runtime may keep device memory in a
// file of its own, which exists once the device has been touched.
void limit_files(std::uint64_t bytes) {
  if (bytes == 0) return;
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
}

void start_device(std::uint64_t file_bytes) {
  const cudaError_t status = cudaFree(nullptr);
  if (status != cudaSuccess)
    throw RunnerFault(protocol::no_device,
                      std::string("no usable GPU: ") + cudaGetErrorName(status) + ", " + cudaGetErrorString(status));
  limit_files(file_bytes);
}

// One call of the student's function and everything that comes back of it. Returns false when the device is lost
// (a fault on a real GPU spoils its context), so that later cases cannot run in this process.
bool run_one(const CaseOrder& order, const std::string& task, const path& folder) {
  Case::State state;
  state.numbers = order.numbers;
  for (const ArrayOrder& array : order.arrays) state.buffers.emplace_back(array, folder);
  if (cudaDeviceSynchronize() != cudaSuccess) throw RunnerFault(protocol::no_device, "the device does not answer");

  reset_evidence();
  Case c(state);
  run_case(c);
  if (!state.asked && !(order.arrays.empty() && order.numbers.empty()))
    throw RunnerFault(protocol::lab_fault, "runner.cpp takes nothing that the grader ordered: has run_case a branch for the "
                                           "task '" + task + "', spelt as in lab.json?");
  const cudaError_t last_error = cudaGetLastError();
  const cudaError_t synchronised = cudaDeviceSynchronize();  // all streams: work elsewhere is part of the answer
  std::fflush(nullptr);
  state.memory.clear();  // or it would be noted as memory that the student's function never freed
  write_evidence(folder / protocol::evidence_file);

  json result = {{"schema", 1},
                 {"timed", state.timed},
                 {"last_error", int(last_error)},
                 {"synchronise", int(synchronised)},
                 {"last_error_name", cudaGetErrorName(last_error)},
                 {"synchronise_name", cudaGetErrorName(synchronised)},
                 {"returned", json::object()},
                 {"returned_names", state.status_names}};
  for (const auto& [name, value] : state.returned)
    std::visit([&, &name = name](auto number) { result["returned"][name] = number; }, value);

  bool answers = synchronised == cudaSuccess;
  std::vector<std::byte> bytes;
  for (const Buffer& buffer : state.buffers) {
    if (answers && !buffer.read_back(bytes)) {
      answers = false;
      result["lost"] = buffer.order().name;
    }
    if (answers) write_file(folder / protocol::output_file(buffer.order().name), bytes.data(), bytes.size());
  }
  result["read_back"] = answers;
  write_text(folder / protocol::result_file, result.dump());  // last: a case with this file is whole
  return answers;
}

int report(const path& folder, const std::string& nonce, int status, const char* sentence) {
  std::fprintf(stderr, "runner: %s\n", sentence);
  const json fault = {{"nonce", nonce}, {"status", status}, {"sentence", sentence}};
  try {
    write_text(folder / protocol::fault_file, fault.dump(-1, ' ', false, json::error_handler_t::replace));
  } catch (const RunnerFault&) {
    // Without room for this file the exit status must do; the harness looks at the disk itself.
  }
  return status;
}

}  // namespace

int run(int argc, char** argv) {
  const std::string_view how = argc == 3 ? argv[1] : "";
  if (how != "--order" && how != "--turns") {
    std::fprintf(stderr, "usage: %s --order|--turns FOLDER   (made by a lab's grader)\n", argc > 0 ? argv[0] : "runner");
    return protocol::lab_fault;
  }
  const path folder = argv[2];
  if (how == "--turns") std::_Exit(take_turns(folder));
  Order order;
  try {
    order = read_order(folder);
    start_device(order.file_bytes);
    report_stack(folder, order.nonce);
    for (std::size_t i = 0; i < order.cases.size(); ++i)
      if (!run_one(order.cases[i], order.task, folder / protocol::case_folder(i))) break;
    write_text(folder / protocol::complete_file, order.nonce);
  } catch (const RunnerFault& fault) {
    return report(folder, order.nonce, fault.exit_status, fault.what());
  }
  // _Exit: what student code registered for the end of the process has no say in results that are complete.
  std::fflush(nullptr);
  std::_Exit(protocol::finished);
}

}  // namespace course::runner
