#include "grading/harness/run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "grading/harness/harness.h"
#include "grading/harness/interruption.h"
#include "grading/harness/order_folder.h"
#include "grading/runner/protocol.h"

namespace course::harness {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

std::string make_nonce() {
  std::uint64_t bits[2] = {};
  if (getrandom(bits, sizeof bits, 0) != sizeof bits) throw InfrastructureFault("the system has no random numbers");
  return fmt::format("{:016x}{:016x}", bits[0], bits[1]);
}

void write_bytes(const fs::path& file, const void* bytes, std::size_t count) {
  std::ofstream out(file, std::ios::binary);
  out.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(count));
  out.close();
  if (!out) throw InfrastructureFault(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
}

const char* name_of(Role role) {
  switch (role) {
    case Role::input:
      return "input";
    case Role::output:
      return "output";
    case Role::in_out:
      return "in_out";
    case Role::scratch:
      break;
  }
  return "scratch";
}

const char* name_of(Space space) {
  switch (space) {
    case Space::device:
      return "device";
    case Space::host:
      return "host";
    case Space::array:
      break;
  }
  return "array";
}

// Of the channels of a CUDA array.
const char* format_of(Element element) {
  switch (element) {
    case Element::f32:
      return "float";
    case Element::i8:
    case Element::i16:
    case Element::i32:
      return "signed";
    default:
      return "unsigned";
  }
}

// The names that the runner knows (grading/runner/buffer.cpp); it makes values of these types only.
const char* name_of(Element element) {
  switch (element) {
    case Element::f32:
      return "f32";
    case Element::f64:
      return "f64";
    case Element::i32:
      return "i32";
    case Element::u32:
      return "u32";
    case Element::u8:
      return "u8";
    default:
      return "other";
  }
}

json describe(const Array& array, Placement placement) {
  json described = {{"name", array.name},
          {"element", name_of(array.element)},
          {"role", name_of(array.role)},
          {"space", name_of(array.space)},
          {"format", format_of(array.element)},
          {"channels", array.shape.channels},
          {"element_bytes", array.element_bytes},
          {"columns", array.shape.columns},
          {"rows", array.shape.rows},
          {"pitch", array.pitch()},
          {"offset", array.shape.offset},
          {"red_zone", placement.red_zone_of(array)}};
  if (array.drawn)
    described["generated"] = {{"low", array.drawn->low}, {"high", array.drawn->high}, {"whole", array.drawn->whole}};
  return described;
}

std::uint64_t result_bytes(const RunRequest& request) {
  std::uint64_t bytes = 0;
  for (const Case& one : request.cases)
    for (const Array& array : one.arrays()) bytes += request.placement.total(array);
  return bytes;
}

constexpr std::uint64_t evidence_limit = std::uint64_t{64} << 20;

void write_order(const RunRequest& request, const fs::path& folder, const std::string& nonce) {
  json cases = json::array();
  for (std::size_t i = 0; i < request.cases.size(); ++i) {
    const fs::path at = folder / protocol::case_folder(i);
    std::error_code failed;
    if (!fs::create_directory(at, failed))
      throw InfrastructureFault("cannot make " + at.string() + ": " + failed.message());
    for (const Array& array : request.cases[i].arrays()) {
      if (array.drawn || array.unreferenced)
        throw InfrastructureFault("the grader's case '" + request.cases[i].name() + "' is wrong: array '" + array.name +
                                  "' is one for timed calls");
      if (array.has_initial())
        write_bytes(at / protocol::input_file(array.name), array.initial.data(), array.initial.size());
    }
    cases.push_back(describe_case(request.cases[i], request.placement));
  }
  const json order = {{"schema", 1},
                      {"nonce", nonce},
                      {"task", request.task},
                      {"file_bytes", result_bytes(request) + evidence_limit},
                      {"cases", std::move(cases)}};
  const std::string text = order.dump();
  write_bytes(folder / protocol::order_file, text.data(), text.size());
}

// What the runner's process left is not to be trusted: only plain files up to the size that makes sense, no links, no
// pipes.
std::optional<std::string> read_plain(const fs::path& path, std::uint64_t at_most) {
  const int file = open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::optional<std::string> text;
  struct stat of {};
  if (fstat(file, &of) == 0 && S_ISREG(of.st_mode) && static_cast<std::uint64_t>(of.st_size) <= at_most) {
    text.emplace(static_cast<std::size_t>(of.st_size), '\0');
    std::size_t have = 0;
    while (have < text->size()) {
      const ssize_t count = read(file, text->data() + have, text->size() - have);
      if (count <= 0) break;
      have += static_cast<std::size_t>(count);
    }
    if (have != text->size()) text.reset();
  }
  close(file);
  return text;
}

void read_result(RawCase& into, const std::string& text) {
  const json result = json::parse(text);
  into.timed = result.at("timed").get<bool>();
  into.last_error = result.at("last_error").get<int>();
  into.synchronise = result.at("synchronise").get<int>();
  into.last_error_name = result.at("last_error_name").get<std::string>();
  into.synchronise_name = result.at("synchronise_name").get<std::string>();
  into.read_back = result.at("read_back").get<bool>();
  into.lost = result.value("lost", "");
  into.returned_names = result.at("returned_names").get<std::map<std::string, std::string>>();
  for (const auto& [name, value] : result.at("returned").items()) {
    if (value.is_number_integer()) into.returned[name] = value.get<std::int64_t>();
    if (value.is_number_float()) into.returned[name] = value.get<double>();
    if (value.is_null()) into.returned[name] = std::numeric_limits<double>::quiet_NaN();  // JSON writes NaN and infinity so
  }
}

RawCase read_case(const Case& ordered, Placement placement, const fs::path& folder) {
  RawCase raw;
  const auto text = read_plain(folder / protocol::result_file, evidence_limit);
  if (!text) return raw;
  const auto evidence = read_plain(folder / protocol::evidence_file, evidence_limit);
  if (!evidence) {
    raw.broken = "the evidence is missing";
    return raw;
  }
  try {
    read_result(raw, *text);
    raw.evidence = parse_evidence(*evidence);
  } catch (const json::exception& error) {
    raw.broken = std::string("the result is unreadable: ") + error.what();
    return raw;
  } catch (const EvidenceError& error) {
    raw.broken = std::string("the evidence is unreadable: ") + error.what();
    return raw;
  }
  for (const Array& array : ordered.arrays()) {
    if (!raw.read_back) break;
    const auto bytes = read_plain(folder / protocol::output_file(array.name), placement.total(array));
    if (!bytes || bytes->size() != placement.total(array)) {
      raw.broken = "the array '" + array.name + "' is missing or cut short";
      return raw;
    }
    const auto view = std::as_bytes(std::span(*bytes));
    raw.arrays.emplace_back(view.begin(), view.end());
  }
  raw.ran = true;
  return raw;
}

std::optional<RunnerReport> read_fault(const fs::path& folder, const std::string& nonce) {
  const auto text = read_plain(folder / protocol::fault_file, 1 << 16);
  if (!text) return std::nullopt;
  const json fault = json::parse(*text, nullptr, false);
  if (!fault.is_object() || fault.value("nonce", json()) != nonce ||
      !fault.value("status", json()).is_number_integer() || !fault.value("sentence", json()).is_string())
    return std::nullopt;
  return RunnerReport{fault["status"].get<int>(), fault["sentence"].get<std::string>()};
}

// Nothing of a stack is worth more than a sentence: what is not as it should be is no stack.
std::vector<std::uint64_t> read_stack(const fs::path& folder, const std::string& nonce) {
  std::istringstream lines(read_plain(folder / protocol::stack_file, 1 << 16).value_or(""));
  std::string line;
  std::vector<std::uint64_t> stack;
  if (!std::getline(lines, line) || line != nonce) return stack;
  while (stack.size() < protocol::most_frames && std::getline(lines, line)) {
    std::uint64_t address = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), address, 16);
    if (error != std::errc() || end != line.data() + line.size()) break;
    stack.push_back(address);
  }
  return stack;
}

// For tools that show counts by line; what is no plain file of the runner's is not passed on.
void keep_evidence(const fs::path& order, const RunRequest& request) {
  std::error_code failed;
  fs::create_directories(request.keep_evidence, failed);
  if (failed)
    throw InfrastructureFault("cannot make " + request.keep_evidence.string() + ": " + failed.message());
  for (std::size_t i = 0; i < request.cases.size(); ++i) {
    const std::string name = protocol::case_folder(i);
    if (const auto text = read_plain(order / name / protocol::evidence_file, evidence_limit))
      write_bytes(request.keep_evidence / (name + ".json"), text->data(), text->size());
  }
}

// What a folder's files take on the disk, counted until it is more than `enough`.
std::uint64_t bytes_in(const fs::path& folder, std::uint64_t enough) {
  std::uint64_t bytes = 0;
  std::error_code gone;
  for (fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, gone), end;
       !gone && at != end && bytes <= enough; at.increment(gone)) {
    struct stat of {};
    constexpr std::uint64_t block = 512;  // of st_blocks, whatever the file system's are
    if (lstat(at->path().c_str(), &of) == 0) bytes += static_cast<std::uint64_t>(of.st_blocks) * block;
  }
  return bytes;
}

std::uint64_t free_bytes(const fs::path& folder) {
  struct statvfs of {};
  return statvfs(folder.c_str(), &of) == 0 ? std::uint64_t{of.f_bavail} * of.f_frsize : 0;
}

}  // namespace

json describe_case(const Case& one, Placement placement) {
  json arrays = json::array(), numbers = json::object();
  for (const Array& array : one.arrays()) arrays.push_back(describe(array, placement));
  for (const auto& [name, value] : one.numbers())
    std::visit([&, &key = name](auto number) { numbers[key] = number; }, value);
  return {{"arrays", std::move(arrays)}, {"numbers", std::move(numbers)}};
}

Run run(const RunRequest& request) {
  if (access(request.runner.c_str(), X_OK) != 0)
    throw InfrastructureFault(fmt::format("the runner {} is not there: {}. Run ./course grade, which builds it",
                                          request.runner.string(), std::strerror(errno)));
  if (interruption() != 0) throw Interrupted();  // doctest goes on with the next check after one that threw
  const OrderFolder folder;
  const std::string nonce = make_nonce();
  const std::uint64_t needed = 2 * result_bytes(request) + (std::uint64_t{4} << 20);
  if (free_bytes(folder.path()) < needed)
    throw InfrastructureFault(
        fmt::format("{} has less than the {} MiB that this check needs (TMPDIR can name another place)",
                    folder.path().parent_path().string(), (needed >> 20) + 1));
  write_order(request, folder.path(), nonce);

  Run result;
  result.outcome =
      run_process(fs::absolute(request.runner), {"--order", folder.path().string()}, folder.path(), request.limits);
  result.place = find_place(fs::absolute(request.runner), read_stack(folder.path(), nonce), request.file);
  result.complete = read_plain(folder.path() / protocol::complete_file, 256) == nonce;
  result.fault = read_fault(folder.path(), nonce);
  // Asked where the order's folder was made: it may be gone, which is no fault of the disk.
  result.disk_full = free_bytes(folder.path().parent_path()) < (std::uint64_t{1} << 20);
  // All that a runner writes takes less.
  result.filled_disk = result.disk_full && bytes_in(folder.path(), needed) > needed;
  for (std::size_t i = 0; i < request.cases.size(); ++i)
    result.cases.push_back(read_case(request.cases[i], request.placement, folder.path() / protocol::case_folder(i)));
  if (!request.keep_evidence.empty()) keep_evidence(folder.path(), request);
  return result;
}

}  // namespace course::harness
