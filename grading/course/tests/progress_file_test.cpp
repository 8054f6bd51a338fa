#include "grading/course/progress_file.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <fstream>

#include "grading/course/files.h"

using namespace course;

namespace {

struct Checkout {
  Repository repository;
  Checkout() {
    std::string name = fs::temp_directory_path() / "progress_test.XXXXXX";
    REQUIRE(mkdtemp(name.data()) != nullptr);
    repository.root = name;
    repository.build = repository.root / "build";
    make_folder(repository.build);
  }
  ~Checkout() { fs::remove_all(repository.root); }
  fs::path file() const { return repository.root / "progress.json"; }
};

void reach(const Checkout& checkout, double points) {
  change_progress(checkout.repository, [&](Progress& progress) {
    TaskProgress& task = progress.task("03-coalescing", "scale");
    ++task.gradings;
    task.best_points = points;
    task.passed = {"sectors"};
    task.hints = {"look at x"};
    task.predictions["loads"] = {.predicted = 4.5, .before_grading = false, .counted = 32};
    task.predictions["stores"] = {.predicted = 1, .before_grading = true, .counted = {}};
  });
}

}  // namespace

TEST_CASE("everything is there again when it is read") {
  const Checkout checkout;
  reach(checkout, 5);
  reach(checkout, 7);
  const TaskProgress task = read_progress(checkout.repository).seen("03-coalescing", "scale");
  CHECK(task.gradings == 2);
  CHECK(task.best_points == 7);
  CHECK(task.passed == std::set<std::string>{"sectors"});
  CHECK(task.hints == std::vector<std::string>{"look at x"});
  CHECK(task.predictions.at("loads").predicted == 4.5);
  CHECK(task.predictions.at("loads").counted == 32);
  CHECK_FALSE(task.predictions.at("loads").before_grading);
  CHECK_FALSE(task.predictions.at("stores").counted);
  CHECK(read_progress(checkout.repository).seen("03-coalescing", "other").gradings == 0);
}

TEST_CASE("a damaged file is kept aside and a new one begun; reading alone touches nothing") {
  for (const char* damage : {"", "{ \"schema\": 1, \"labs\": { \"03", "[]", "{\"schema\": 2, \"labs\": {}}",
                             "{\"schema\": 1, \"labs\": {\"03\": {\"scale\": {\"gradings\": \"x\"}}}}"}) {
    const Checkout checkout;
    INFO(damage);
    std::ofstream(checkout.file()) << damage;
    CHECK(read_progress(checkout.repository).seen("03-coalescing", "scale").gradings == 0);
    CHECK(read_file(checkout.file()) == damage);
    reach(checkout, 5);
    CHECK(read_file(checkout.file().string() + ".1.broken") == damage);
    CHECK(read_progress(checkout.repository).seen("03-coalescing", "scale").best_points == 5);
  }
}

TEST_CASE("a file that cannot be written costs no grading") {
  Checkout checkout;
  const Repository whole = checkout.repository;
  checkout.repository.root /= "gone";
  CHECK_NOTHROW(reach(checkout, 5));
  CHECK_FALSE(fs::exists(checkout.file()));
  checkout.repository = whole;  // for the clean-up
}

TEST_CASE("a concept is met by a check about it, and all of a lab's when all points are reached") {
  LabEntry entry{.name = "03-coalescing", .folder = {}, .lab = Lab{}, .broken = {}};
  entry.lab->teaches = {"coalescing", "sector"};
  Task task;
  task.name = "scale";
  const auto check = [](const std::string& name, int points, const std::string& glossary) {
    CheckEntry one;
    one.name = name;
    one.points = points;
    one.glossary = glossary;
    return one;
  };
  task.checks = {check("any_size", 5, ""), check("sectors", 5, "coalescing"), check("time", 0, "")};
  entry.lab->tasks = {task};
  Progress progress;
  CHECK(concepts_met(progress, entry).empty());
  progress.task(entry.name, "scale").passed = {"sectors"};
  CHECK(concepts_met(progress, entry) == std::set<std::string>{"coalescing"});
  progress.task(entry.name, "scale").passed = {"sectors", "any_size"};
  CHECK(concepts_met(progress, entry) == std::set<std::string>{"coalescing", "sector"});
}
