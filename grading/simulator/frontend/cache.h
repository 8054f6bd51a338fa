#pragma once
// Compiled objects under a hash of flags and source path; each with a list of the files that took part and their
// contents' hashes, so that a changed header is noticed without running the preprocessor.
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sim::frontend {

// FNV-1a, 64 bits: tells versions of a file apart; no defence against an attacker.
std::uint64_t hash(std::string_view text, std::uint64_t seed = 0xcbf29ce484222325u);

class Cache {
 public:
  // `folder` exists.
  explicit Cache(std::filesystem::path folder) : folder_(std::move(folder)) {}

  struct Kept {
    std::filesystem::path object;
    std::vector<std::string> warnings;  // what the compiler warned of when it made the object
  };

  // What was made under this key, if every file that took part still has the same contents.
  std::optional<Kept> find(const std::string& key) const;

  // Takes over the object `made`; `files` took part in it. Returns its place, or nothing when it cannot be kept (no room, no
  // rights): nothing is found under the key then, since half a list of files would hide that one of the others changed.
  std::optional<std::filesystem::path> keep(const std::string& key, const std::filesystem::path& made, const std::vector<std::string>& files,
                                            const std::vector<std::string>& warnings) const;

 private:
  std::filesystem::path folder_;
};

// The files of a make rule that clang wrote with -MD.
std::vector<std::string> files_of_rule(const std::filesystem::path& rule);

}  // namespace sim::frontend
