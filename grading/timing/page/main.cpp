// limits_page RECORD PAGE [--check]: writes the page, or says whether it is what the record gives.
#include <fmt/format.h>

#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "grading/timing/page/limits_page.h"

namespace {

std::string text_of(const char* file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(std::string(file) + " cannot be read");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

}  // namespace

int main(int argc, char** argv) try {
  const bool check = argc == 4 && std::string_view(argv[3]) == "--check";
  if (argc != 3 && !check) throw std::runtime_error("usage: limits_page RECORD PAGE [--check]");
  const std::string page = course::timing::limits_page(nlohmann::ordered_json::parse(text_of(argv[1])));
  if (check) {
    if (text_of(argv[2]) == page) return 0;
    throw std::runtime_error(std::string(argv[2]) + " is not what its record gives: build the target limits_refresh");
  }
  std::ofstream out(argv[2]);
  out << page;
  if (!out.flush()) throw std::runtime_error(std::string(argv[2]) + " cannot be written");
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "limits_page: {}\n", error.what());
  return 1;
}
