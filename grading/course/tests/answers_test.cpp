#include "grading/course/answers.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include "grading/course/files.h"

using namespace course;

TEST_CASE("an answer is what stands below its line, up to the next question") {
  const auto answers = read_answers(
      "# Lab 03: answers in words\n\nWrite below.\n\n## 1. First\n\nWhy?\n\nYour answer:\n\nBecause of\nsectors.\n\n"
      "## 2. Second\n\nHow many?\n\nYour answer: four\n\n## 3. Third\n\nYour answer:\n\n<!-- think -->\n \n## 4. Fourth\nfive");
  REQUIRE(answers.size() == 4);
  CHECK(answers[0].question == "1. First");
  CHECK(answers[0].text == "Because of\nsectors.");
  CHECK(answers[1].text == "four");
  CHECK(answers[2].text.empty());  // a comment is no answer
  CHECK(answers[2].has_place);
  CHECK(answers[3].text.empty());
  CHECK_FALSE(answers[3].has_place);
}

TEST_CASE("an answer may quote the line that begins it; line ends of other systems do not matter") {
  const auto answers = read_answers("## 1. A\r\nYour answer:\r\nfirst\r\nYour answer: is what you ask\r\n");
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].text == "first\r\nYour answer: is what you ask");
  CHECK(read_answers("").empty());
  CHECK(read_answers("no question here\nYour answer: 4\n").empty());
}

namespace {

struct LabFolder {
  fs::path path;
  LabFolder() {
    std::string name = fs::temp_directory_path() / "answers_test.XXXXXX";
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path = name;
  }
  ~LabFolder() { fs::remove_all(path); }
  LabEntry entry() const { return {.name = "03-x", .folder = path, .lab = {}, .broken = {}}; }
};

}  // namespace

TEST_CASE("predictions are kept under a heading of their own, which is no question") {
  const LabFolder folder;
  write_file(folder.path / "answers.md", "## 1. A\n\nYour answer: four");
  CHECK(keep_predictions(folder.entry(), {"- one"}));
  CHECK(read_file(folder.path / "answers.md") == "## 1. A\n\nYour answer: four\n\n## Predictions\n\n- one\n");
  CHECK(keep_predictions(folder.entry(), {"- two", "- three"}));
  CHECK(read_file(folder.path / "answers.md") ==
        "## 1. A\n\nYour answer: four\n\n## Predictions\n\n- one\n- two\n- three\n");
  const auto answers = answers_of(folder.entry());
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].text == "four");
}

TEST_CASE("line ends stay those of the file; without a file nothing is made, and the short form says how to get it") {
  const LabFolder folder;
  write_file(folder.path / "answers.md", "## 1. A\r\nYour answer:\r\n");
  CHECK(keep_predictions(folder.entry(), {"- one"}));
  CHECK(read_file(folder.path / "answers.md") == "## 1. A\r\nYour answer:\r\n\r\n## Predictions\r\n\r\n- one\r\n");
  CHECK(answers_of(folder.entry()).front().text.empty());
  fs::remove(folder.path / "answers.md");
  CHECK_FALSE(keep_predictions(folder.entry(), {"- one"}));
  CHECK_FALSE(fs::exists(folder.path / "answers.md"));
  Repository repository;
  repository.root = folder.path;
  CHECK(answers_in_short(repository, folder.entry()) ==
        "answers.md is missing: git checkout -- answers.md puts its questions back");
}
