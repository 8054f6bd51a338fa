#include "grading/harness/evidence.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace course::harness {
namespace {

using nlohmann::json;

// Evidence counts: all its numbers are whole. One that no integer holds was read as a double, whose conversion has no meaning.
void expect_whole_numbers(const json& value) {
  if (value.is_number_float()) throw EvidenceError("evidence with the number " + value.dump() + ", which no counter can be");
  if (value.is_structured())
    for (const json& member : value) expect_whole_numbers(member);
}

Counts read_counts(const json& from) {
  Counts counts;
  for (const auto& [name, value] : from.items()) counts.add(name, value.get<std::uint64_t>());
  return counts;
}

Launch read_launch(const json& from) {
  Launch launch;
  launch.kernel = from.at("kernel").get<std::string>();
  launch.grid = from.at("grid").get<Index3>();
  launch.block = from.at("block").get<Index3>();
  launch.static_shared = from.value("static_shared", std::uint64_t{0});
  launch.dynamic_shared = from.value("dynamic_shared", std::uint64_t{0});
  launch.argument_bytes = from.value("argument_bytes", std::uint64_t{0});
  launch.idle_blocks = from.value("idle_blocks", std::uint64_t{0});
  launch.blocks_swapped = from.value("blocks_swapped", false);
  launch.status = from.at("status").get<int>();
  launch.refused = from.value("refused", "");
  if (from.contains("counters")) launch.counters = read_counts(from.at("counters"));
  if (from.contains("lines"))
    for (const json& line : from.at("lines"))
      launch.lines.push_back(
          {line.at("file").get<std::string>(), line.at("line").get<unsigned>(), read_counts(line.at("counters"))});
  return launch;
}

DeviceFault read_fault(const json& from) {
  DeviceFault fault;
  fault.kind = from.at("kind").get<std::string>();
  fault.kernel = from.at("kernel").get<std::string>();
  fault.where = from.value("where", "");
  fault.sentence = from.at("sentence").get<std::string>();
  fault.block = from.value("block", Index3{});
  fault.thread = from.value("thread", Index3{});
  fault.status = from.value("status", 0);
  fault.launch = from.value("launch", -1);
  return fault;
}

Evidence read_document(const json& from) {
  if (from.at("schema") != 1) throw EvidenceError("evidence of another schema");
  Evidence evidence;
  evidence.machine = from.at("machine").get<std::string>();
  for (const json& one : from.at("launches")) evidence.launches.push_back(read_launch(one));
  for (const json& one : from.at("copies"))
    evidence.copies.push_back(
        {one.at("kind").get<std::string>(), one.at("bytes").get<std::uint64_t>(), one.value("call", ""),
         one.value("to_constant", false)});
  evidence.synchronisations = from.value("synchronisations", std::uint64_t{0});
  if (from.contains("events"))
    for (const json& one : from.at("events"))
      evidence.events.push_back({one.at("launches_before").get<std::uint64_t>(), one.value("launches_missed", std::uint64_t{0})});
  for (const json& one : from.at("errors"))
    evidence.errors.push_back({one.at("call").get<std::string>(), one.value("name", ""), one.value("sentence", ""),
                               one.at("status").get<int>()});
  for (const json& one : from.at("faults")) evidence.faults.push_back(read_fault(one));
  if (from.contains("notes")) evidence.notes = from.at("notes").get<std::vector<std::string>>();
  return evidence;
}

}  // namespace

// Parentheses inside template arguments ("k<(Mode)1>(int)") do not begin the parameters.
std::string without_parameters(const std::string& kernel) {
  std::size_t end = 0;
  for (int depth = 0; end < kernel.size() && (depth > 0 || kernel[end] != '('); ++end)
    depth += kernel[end] == '<' ? 1 : kernel[end] == '>' ? -1 : 0;
  const std::string name = kernel.substr(0, end);
  return name.starts_with("void ") ? name.substr(5) : name;
}

std::string Launch::name() const { return without_parameters(kernel); }

std::string LineCounts::where() const {
  const auto slash = file.rfind('/');
  return (slash == std::string::npos ? file : file.substr(slash + 1)) + ":" + std::to_string(line);
}

Counts Evidence::totals() const {
  Counts sum;
  for (const Launch& launch : launches) sum += launch.counters;
  return sum;
}

std::vector<LineCounts> Evidence::lines() const {
  std::map<std::pair<std::string, unsigned>, Counts> by_place;
  for (const Launch& launch : launches)
    for (const LineCounts& line : launch.lines) by_place[{line.file, line.line}] += line.counters;
  std::vector<LineCounts> lines;
  for (auto& [place, counters] : by_place) lines.push_back({place.first, place.second, std::move(counters)});
  return lines;
}

Evidence& Evidence::operator+=(const Evidence& other) {
  const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  machine = other.machine;
  for (EventMark event : other.events) {
    event.launches_before += launches.size();
    events.push_back(event);
  }
  append(launches, other.launches);
  append(copies, other.copies);
  append(errors, other.errors);
  append(faults, other.faults);
  append(notes, other.notes);
  synchronisations += other.synchronisations;
  return *this;
}

Evidence parse_evidence(std::string_view text) {
  try {
    const json document = json::parse(text);
    expect_whole_numbers(document);
    return read_document(document);
  } catch (const json::exception& error) {
    throw EvidenceError(error.what());
  }
}

}  // namespace course::harness
