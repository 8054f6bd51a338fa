// Reads the order, writes results.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "grading/runner/case.h"
#include "grading/runner/protocol.h"

namespace course::runner {
namespace {

using nlohmann::json;

// A member that counts something. What is no whole number, or too large for one, is no order.
std::uint64_t count_at(const json& from, const char* name) {
  const json& value = from.at(name);
  if (!value.is_number_unsigned())
    throw RunnerFault(protocol::lab_fault, std::string("an order's \"") + name + "\" is " + value.dump() + ", not a number of things");
  return value.get<std::uint64_t>();
}

ArrayOrder read_array(const json& from) {
  ArrayOrder array;
  array.name = from.at("name").get<std::string>();
  array.role = from.at("role").get<std::string>();
  array.space = from.at("space").get<std::string>();
  array.format = from.at("format").get<std::string>();
  array.channels = count_at(from, "channels");
  array.element = from.at("element").get<std::string>();
  if (const auto draw = from.find("generated"); draw != from.end())
    array.generated = Draw{draw->at("low").get<double>(), draw->at("high").get<double>(), draw->at("whole").get<bool>()};
  array.element_bytes = count_at(from, "element_bytes");
  array.columns = count_at(from, "columns");
  array.rows = count_at(from, "rows");
  array.pitch = count_at(from, "pitch");
  array.offset = count_at(from, "offset");
  array.red_zone = count_at(from, "red_zone");
  return array;
}

}  // namespace

CaseOrder read_case(const json& from) {
  CaseOrder order;
  for (const auto& [name, value] : from.at("numbers").items())
    order.numbers.emplace(name,
                          value.is_number_float() ? Number(value.get<double>()) : Number(value.get<std::int64_t>()));
  for (const json& array : from.at("arrays")) order.arrays.push_back(read_array(array));
  return order;
}

Order read_order(const std::filesystem::path& folder) {
  const auto path = folder / protocol::order_file;
  std::ifstream in(path, std::ios::binary);
  if (!in) throw RunnerFault(protocol::lab_fault, path.string() + " cannot be read");
  try {
    const json document = json::parse(in);
    Order order;
    order.nonce = document.at("nonce").get<std::string>();
    order.task = document.at("task").get<std::string>();
    order.file_bytes = count_at(document, "file_bytes");
    for (const json& one : document.at("cases")) order.cases.push_back(read_case(one));
    return order;
  } catch (const json::exception& error) {
    throw RunnerFault(protocol::lab_fault, path.string() + " is not an order: " + error.what());
  }
}

void write_file(const std::filesystem::path& path, const void* bytes, std::size_t count) {
  // POSIX calls: the reason of a failure (no space, no permission) is worth reporting, streams hide it.
  const auto fail = [&] {
    throw RunnerFault(protocol::cannot_write, "cannot write " + path.string() + ": " + std::strerror(errno));
  };
  const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) fail();
  const auto* at = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = write(file, at, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      const int reason = errno;
      close(file);
      errno = reason;
      fail();
    }
    at += written;
    count -= static_cast<std::size_t>(written);
  }
  if (close(file) != 0) fail();
}

}  // namespace course::runner
