#include "grading/simulator/runtime/record.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "grading/simulator/runtime/error_names.h"

namespace sim::runtime {
namespace {

using Json = nlohmann::ordered_json;

Json triple(const Dim3& d) { return {d.x, d.y, d.z}; }

Json counters_json(const Counters& counters) {
  Json json = Json::object();
  for (std::size_t i = 0; i < metric_count; ++i)
    if (counters.values[i]) json[std::string(metric_names[i])] = counters.values[i];
  return json;
}

Json launch_json(const LaunchRecord& launch, std::size_t index) {
  Json lines = Json::array();
  for (const LineCounters& line : launch.lines)
    lines.push_back({{"file", line.file}, {"line", line.line}, {"counters", counters_json(line.counters)}});
  return {{"index", index},
          {"kernel", launch.kernel},
          {"symbol", launch.symbol},
          {"grid", triple(launch.grid)},
          {"block", triple(launch.block)},
          {"dynamic_shared", launch.dynamic_shared},
          {"static_shared", launch.static_shared},
          {"argument_bytes", launch.argument_bytes},
          {"registers", launch.registers},
          {"registers_estimated", true},
          {"status", launch.status},
          {"refused", launch.refused},
          {"idle_blocks", launch.idle_blocks},
          {"blocks_swapped", launch.blocks_swapped},
          {"counters", counters_json(launch.total)},
          {"lines", std::move(lines)}};
}

Json record_json(const Record& record) {
  Json json = {{"schema", 1}, {"machine", "sim"}, {"front_end", record.front_end}, {"compute_capability", record.compute_capability}};
  Json& launches = json["launches"] = Json::array();
  for (std::size_t i = 0; i < record.launches.size(); ++i) launches.push_back(launch_json(record.launches[i], i));
  Json& copies = json["copies"] = Json::array();
  for (const CopyRecord& copy : record.copies)
    copies.push_back({{"kind", copy.kind}, {"bytes", copy.bytes}, {"call", copy.call}, {"to_constant", copy.to_constant}});
  json["synchronisations"] = record.synchronisations;
  Json& events = json["events"] = Json::array();
  for (const EventRecord& event : record.events) events.push_back({{"launches_before", event.launches_before}, {"launches_missed", event.launches_missed}});
  Json& errors = json["errors"] = Json::array();
  for (const ErrorRecord& error : record.errors)
    errors.push_back({{"call", error.call},
                      {"status", error.status},
                      {"name", error_name(error.status)},
                      {"sentence", error.sentence}});
  Json& faults = json["faults"] = Json::array();
  for (const auto& [fault, launch] : record.faults)
    faults.push_back({{"kind", fault.kind},
                      {"launch", launch},
                      {"kernel", fault.kernel},
                      {"where", place(fault)},
                      {"block", triple(fault.block)},
                      {"thread", triple(fault.thread)},
                      {"status", fault.status},
                      {"sentence", fault.sentence}});
  json["notes"] = record.notes;
  return json;
}

bool write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t wrote = ::write(file, text.data() + done, text.size() - done);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote < 0) return false;
    done += static_cast<std::size_t>(wrote);
  }
  return true;
}

}  // namespace

void add_note(Record& record, std::string note) {
  if (std::find(record.notes.begin(), record.notes.end(), note) == record.notes.end())
    record.notes.push_back(std::move(note));
}

std::string place(const Fault& fault) {
  if (fault.file.empty() || fault.line == 0) return fault.file;
  return fault.file + ":" + std::to_string(fault.line);
}

std::string short_path(const std::string& path) {
  std::error_code error;
  const std::string below = std::filesystem::current_path(error).string() + "/";
  return !error && path.starts_with(below) ? path.substr(below.size()) : path;
}

int write_record(const Record& record, const std::string& path) {
  // Text that is no UTF-8 (a program can print anything into a sentence) must not lose the whole document.
  const std::string text = record_json(record).dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  const std::string part = path + ".part." + std::to_string(::getpid());
  const int file = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  const bool written = write_all(file, text);
  int failure = written ? 0 : errno;
  if (::close(file) != 0 && !failure) failure = errno;
  if (!failure && std::rename(part.c_str(), path.c_str()) != 0) failure = errno;
  if (failure) ::unlink(part.c_str());
  return failure;
}

}  // namespace sim::runtime
