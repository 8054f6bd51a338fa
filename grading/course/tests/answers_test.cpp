#include "grading/course/answers.h"

#include <doctest/doctest.h>

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
