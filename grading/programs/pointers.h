#pragma once
/// @file
/// @brief Arguments and environment as exec and posix_spawn take them.
#include <string>
#include <vector>

namespace programs {

/// A pointer to each word and a null pointer behind the last. The words must stay where they are meanwhile.
inline std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> all;
  for (const std::string& word : words) all.push_back(const_cast<char*>(word.c_str()));
  all.push_back(nullptr);
  return all;
}

}  // namespace programs
