// The cache of compiled objects where the disk is full: what was not written whole is not there.
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "grading/simulator/frontend/cache.h"

namespace fs = std::filesystem;
using sim::frontend::Cache;

namespace {

struct Folder {
  fs::path path = fs::temp_directory_path() / ("cache-test." + std::to_string(getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
};

// No file of this process grows past so many bytes: a write behaves as on a full disk.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  void (*handler_)(int);
  rlimit before_{};
};

}  // namespace

TEST_CASE("cache: an object comes with its warnings, until a file that took part changes") {
  const Folder folder;
  const Cache cache(folder.path);
  const fs::path header = folder.path / "a.h", made = folder.path / "made.o";
  std::ofstream(header) << "1";
  std::ofstream(made) << "object";
  CHECK(!cache.find("key"));
  const auto object = cache.keep("key", made, {header.string()}, {"one\ntwo", "three"});
  REQUIRE(object);
  const auto kept = cache.find("key");
  REQUIRE(kept);
  CHECK(kept->object == *object);
  CHECK(kept->warnings == std::vector<std::string>{"one\ntwo", "three"});
  std::ofstream(header) << "2";
  CHECK(!cache.find("key"));
}

TEST_CASE("cache: on a full disk nothing is kept, and nothing is left that could be found") {
  const Folder folder;
  const Cache cache(folder.path);
  std::vector<std::string> headers;
  for (int i = 0; i < 9; ++i) {
    headers.push_back((folder.path / ("header-" + std::to_string(i) + ".h")).string());
    std::ofstream(headers.back()) << i;
  }
  const auto keep = [&](rlim_t room, const std::vector<std::string>& warnings) {
    const fs::path made = folder.path / "made.o";
    std::ofstream(made) << "object";
    const FullDisk full(room);
    return cache.keep("key", made, headers, warnings);
  };
  // Each line of the list holds 16 digits and a path of more than 16 characters: 64 bytes are two lines at the most.
  CHECK(!keep(64, {}));
  CHECK(!cache.find("key"));
  CHECK(!keep(4096, {std::string(5000, 'w')}));
  CHECK(!cache.find("key"));
  for (const auto& entry : fs::directory_iterator(folder.path)) CHECK(entry.path().string().find(".part.") == std::string::npos);
  CHECK(keep(4096, {std::string(1000, 'w')}));
  CHECK(cache.find("key"));
}
