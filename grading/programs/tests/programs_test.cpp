#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "grading/programs/program_path.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>

#include "grading/programs/printed_by.h"

namespace fs = std::filesystem;

namespace {

// A folder with one program, `answer`, which is also the current folder; PATH and the folder before are put back.
class Place {
 public:
  Place() {
    std::string name = (fs::temp_directory_path() / "programs.XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    folder = fs::canonical(name);
    std::ofstream(folder / "answer") << "#!/bin/sh\necho 42\n";
    fs::permissions(folder / "answer", fs::perms::owner_all);
    std::ofstream(folder / "data") << "no program\n";
    fs::current_path(folder);
  }
  ~Place() {
    setenv("PATH", path_.c_str(), 1);
    fs::current_path(current_);
    fs::remove_all(folder);
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  fs::path folder;

 private:
  std::string path_ = std::getenv("PATH");
  fs::path current_ = fs::current_path();
};

}  // namespace

TEST_CASE("programs: found by name in the absolute folders of PATH only") {
  const Place place;
  setenv("PATH", ":.:/usr/bin:", 1);
  CHECK(programs::search_folders() == std::vector<fs::path>{"/usr/bin"});
  CHECK(!programs::program_path("answer"));
  CHECK(!programs::printed_by({"answer"}, {}));
  setenv("PATH", ("/nonexistent:" + place.folder.string()).c_str(), 1);
  CHECK(programs::program_path("answer") == place.folder / "answer");
  CHECK(programs::printed_by({"answer"}, {}) == "42\n");
  CHECK(!programs::program_path("data"));
}

TEST_CASE("programs: a path is taken as it is") {
  const Place place;
  CHECK(programs::program_path("./answer") == "./answer");
  CHECK(programs::printed_by({"./answer"}, {}) == "42\n");
  CHECK(!programs::program_path("./data"));
  CHECK(!programs::program_path("./none"));
}

TEST_CASE("programs: over a limit there is no answer") {
  CHECK(!programs::printed_by({"sleep", "10"}, {.time = std::chrono::milliseconds(100)}));
  CHECK(!programs::printed_by({"head", "-c", "2000", "/dev/zero"}, {.output_bytes = 1000}));
  CHECK(programs::printed_by({"head", "-c", "900", "/dev/zero"}, {.output_bytes = 1000}) == std::string(900, '\0'));
  CHECK(!programs::printed_by({"false"}, {}));
}
