// What a killed grader leaves behind goes away with the next one, and nothing else does.
#include "grading/harness/order_folder.h"

#include "grading/harness/remove_tree.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>

using namespace course::harness;
namespace fs = std::filesystem;

namespace {

struct Temporary {
  fs::path path;
  Temporary() {
    std::string name = fs::temp_directory_path() / "order_folder_test.XXXXXX";
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
    setenv("TMPDIR", path.c_str(), 1);
  }
  ~Temporary() {
    unsetenv("TMPDIR");
    fs::remove_all(path);
  }
};

void make_old(const fs::path& folder) {
  fs::last_write_time(folder, fs::file_time_type::clock::now() - std::chrono::hours(1));
}

fs::path only_entry(const fs::path& folder) { return fs::directory_iterator(folder)->path(); }

}  // namespace

TEST_CASE("the folder of a process that was killed is removed, that of a living one is kept") {
  const Temporary temporary;
  int told[2];
  REQUIRE(pipe(told) == 0);
  const pid_t killed = fork();
  if (killed == 0) {
    const OrderFolder folder;
    std::ofstream(folder.path() / "order.json") << "{}";
    static_cast<void>(!write(told[1], "x", 1));
    pause();
    _exit(0);
  }
  char x = 0;
  REQUIRE(read(told[0], &x, 1) == 1);
  const fs::path left = only_entry(temporary.path);
  make_old(left);
  remove_left_behind(temporary.path);
  CHECK(fs::exists(left / "order.json"));  // however old: its process lives

  kill(killed, SIGKILL);
  waitpid(killed, nullptr, 0);
  fs::last_write_time(left, fs::file_time_type::clock::now());
  remove_left_behind(temporary.path);
  CHECK(fs::exists(left));  // its owner may be about to lock it
  make_old(left);
  remove_left_behind(temporary.path);
  CHECK_FALSE(fs::exists(left));
  close(told[0]);
  close(told[1]);
}

TEST_CASE("only folders of orders are removed, never what a link leads to") {
  const Temporary temporary;
  const fs::path other = temporary.path / "course-notes", precious = temporary.path / "precious";
  for (const fs::path& folder : {other, precious}) {
    fs::create_directory(folder);
    std::ofstream(folder / "kept") << "kept";
  }
  fs::create_directory_symlink(precious, temporary.path / "course-order-abcdef");
  for (const fs::path& folder : {other, precious}) make_old(folder);
  remove_left_behind(temporary.path);
  CHECK(fs::exists(other / "kept"));
  CHECK(fs::exists(precious / "kept"));
}

// Deeper than there are descriptors, and without permissions (which bind anybody but root).
TEST_CASE("a folder is removed however deep it is and whatever its permissions are") {
  const Temporary temporary;
  const fs::path top = temporary.path / "order", precious = temporary.path / "precious";
  std::ofstream(precious) << "kept";
  REQUIRE(fs::create_directory(top));
  const int home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  REQUIRE(home >= 0);
  REQUIRE(chdir(top.c_str()) == 0);
  for (int depth = 0; depth < 300; ++depth) {
    for (const char* name : {"a", "b"}) REQUIRE(mkdir(name, 0700) == 0);
    std::ofstream("b/file") << "x";
    REQUIRE(symlink(precious.c_str(), "link") == 0);
    REQUIRE(mkfifo("pipe", 0600) == 0);
    REQUIRE(chdir("a") == 0);
    REQUIRE(chmod("../b", 0) == 0);
  }
  REQUIRE(fchdir(home) == 0);
  close(home);
  REQUIRE(chmod((top / "a").c_str(), 0) == 0);
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_NOFILE, &before) == 0);
  const rlimit few{32, before.rlim_max};
  REQUIRE(setrlimit(RLIMIT_NOFILE, &few) == 0);
  CHECK(remove_tree(top, std::chrono::minutes(1)));
  REQUIRE(setrlimit(RLIMIT_NOFILE, &before) == 0);
  CHECK_FALSE(fs::exists(top));
  CHECK(fs::exists(precious));
}

TEST_CASE("removing a folder takes no longer than it may, and goes on where it stopped") {
  const Temporary temporary;
  const fs::path top = temporary.path / "course-order-abcdef";
  for (int i = 0; i < 100; ++i) fs::create_directories(top / std::to_string(i) / "deeper");
  CHECK_FALSE(remove_tree(top, std::chrono::milliseconds(-1)));
  CHECK(fs::exists(top / "99" / "deeper"));
  make_old(top);
  remove_left_behind(temporary.path);
  const bool gone_at_once = !fs::exists(top);
  CHECK((gone_at_once || remove_tree(top, std::chrono::minutes(1))));
  CHECK_FALSE(fs::exists(top));
}
