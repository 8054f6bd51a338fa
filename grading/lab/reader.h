#pragma once
// A JSON value together with its place in the file, so that every complaint can say where and what was expected.
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "grading/lab/lab.h"

namespace course::detail {

class Reader {
 public:
  Reader(const nlohmann::json& value, std::string file, std::string pointer = "")
      : value_(value), file_(std::move(file)), pointer_(std::move(pointer)) {}

  [[noreturn]] void refuse(const std::string& expected_and_found) const {
    throw LabError(file_ + ": at " + (pointer_.empty() ? "the top" : pointer_) + ": " + expected_and_found);
  }
  [[noreturn]] void refuse_type(const std::string& expected) const {
    refuse("expected " + expected + ", found " + found());
  }

  bool has(const std::string& key) const { return value_.contains(key); }

  // The member, which must be there.
  Reader operator[](const std::string& key) const {
    object();
    if (!has(key)) refuse("expected a member \"" + key + "\", found none");
    return {value_.at(key), file_, pointer_ + "/" + key};
  }

  // An object whose members are all known: a misspelt name would otherwise silently lose a limit or a hint.
  const Reader& only(const std::set<std::string_view>& known) const {
    object();
    for (const auto& [key, ignored] : value_.items()) {
      if (known.contains(key)) continue;
      std::string names;
      for (const auto name : known) names += (names.empty() ? "" : ", ") + std::string(name);
      Reader(value_.at(key), file_, pointer_ + "/" + key).refuse("nothing has this name here; known are " + names);
    }
    return *this;
  }

  std::string text() const {
    if (!value_.is_string() || value_.get_ref<const std::string&>().empty()) refuse_type("a text that is not empty");
    return value_.get<std::string>();
  }
  // A name that becomes part of a path, a command or a target.
  std::string word() const {
    const std::string name = text();
    for (const char c : name) {
      const bool fine =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
      if (!fine) refuse("expected letters, digits, _ and -, found \"" + name + "\"");
    }
    return name;
  }
  // A path inside the lab. Spelt in one way only, since places that name the same file are found by comparing.
  std::string path() const {
    const std::string name = text();
    if (name.front() == '/' || name.find("..") != std::string::npos)
      refuse("expected a path inside the lab's folder, found \"" + name + "\"");
    const std::string shortest = std::filesystem::path(name).lexically_normal().string();
    if (name != shortest) refuse("expected the path \"" + shortest + "\", found \"" + name + "\"");
    return name;
  }
  int whole(int low, int high = std::numeric_limits<int>::max()) const {
    const bool fits = value_.is_number_integer() && value_ >= low && value_ <= high;
    if (!fits) {
      std::string expected = "a whole number of at least " + std::to_string(low);
      if (high != std::numeric_limits<int>::max() || (value_.is_number_integer() && value_ > high)) expected += " and at most " + std::to_string(high);
      refuse_type(expected);
    }
    return value_.get<int>();
  }
  double number() const {
    if (!value_.is_number() || !std::isfinite(value_.get<double>())) refuse_type("a number");
    return value_.get<double>();
  }

  std::vector<Reader> items(const std::string& of_what) const {
    if (!value_.is_array()) refuse_type("a list of " + of_what);
    std::vector<Reader> all;
    for (std::size_t i = 0; i < value_.size(); ++i)
      all.emplace_back(value_[i], file_, pointer_ + "/" + std::to_string(i));
    return all;
  }
  std::vector<std::pair<std::string, Reader>> members(const std::string& of_what) const {
    if (!value_.is_object()) refuse_type("an object of " + of_what);
    std::vector<std::pair<std::string, Reader>> all;
    for (const auto& [key, member] : value_.items()) all.emplace_back(key, Reader(member, file_, pointer_ + "/" + key));
    return all;
  }

 private:
  void object() const {
    if (!value_.is_object()) refuse_type("an object");
  }
  std::string found() const {
    switch (value_.type()) {
      case nlohmann::json::value_t::null:
        return "null";
      case nlohmann::json::value_t::object:
        return "an object";
      case nlohmann::json::value_t::array:
        return "a list";
      case nlohmann::json::value_t::string:
        return "the text " + value_.dump();
      default:
        return value_.dump();
    }
  }

  const nlohmann::json& value_;
  std::string file_, pointer_;
};

}  // namespace course::detail
