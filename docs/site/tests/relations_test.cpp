// Links between pages, labs and guides: dead, one-way, orphans; images without alternative text.
#include <doctest/doctest.h>

#include "docs/site/tests/fixture.h"

TEST_CASE("related terms") {
  Fixture f;
  SUBCASE("dead") {
    f.replace("glossary/sector.md", "[\"lane\"]", "[\"lane\", \"bank\"]");
    check_says(f, "glossary/sector.md:1", "dead link: \"related\" names \"bank\", but there is no glossary/bank.md");
  }
  SUBCASE("one-way") {
    f.replace("glossary/lane.md", "[\"sector\"]", "[]");
    check_says(f, "glossary/sector.md:1",
               "one-way link: \"related\" names \"lane\", but glossary/lane.md does not name \"sector\"");
  }
  SUBCASE("orphan") {
    f.replace("glossary/lane.md", "[\"sector\"]", "[]");
    f.replace("glossary/sector.md", "[\"lane\"]", "[]");
    f.replace("labs/03-demo/lab.json", "\"needs\": [\"lane\"]", "\"needs\": []");
    check_says(f, "glossary/lane.md:1", "orphan page");
  }
}

TEST_CASE("labs and terms") {
  Fixture f;
  SUBCASE("the lab does not name the page") {
    f.replace("labs/03-demo/lab.json", "\"teaches\": [\"sector\"]", "\"teaches\": []");
    check_says(f, "glossary/sector.md:1",
               "one-way link: \"labs\" names \"03-demo\", but labs/03-demo/lab.json has \"sector\" neither under "
               "\"teaches\" nor under \"needs\"");
  }
  SUBCASE("the page does not name the lab") {
    f.replace("glossary/sector.md", "\"labs\": [\"03-demo\"]", "\"labs\": []");
    check_says(f, "labs/03-demo/lab.json", "one-way link: \"teaches\" names \"sector\"");
  }
  SUBCASE("dead from the lab") {
    f.replace("labs/03-demo/lab.json", "[\"lane\"]", "[\"lane\", \"thread\"]");
    check_says(f, "labs/03-demo/lab.json", "dead link: \"needs\" names \"thread\", but there is no glossary/thread.md");
  }
  SUBCASE("dead from the page") {
    f.replace("glossary/sector.md", "\"labs\": [\"03-demo\"]", "\"labs\": [\"03-demo\", \"09-none\"]");
    check_says(f, "glossary/sector.md:1", "dead link: \"labs\" names \"09-none\"");
  }
  SUBCASE("dead from a check") {
    f.replace("labs/03-demo/lab.json", "\"glossary\": \"sector\"", "\"glossary\": \"sectors\"");
    check_says(f, "labs/03-demo/lab.json", "a check sends the student to \"sectors\"");
  }
  SUBCASE("broken lab.json") {
    f.replace("labs/03-demo/lab.json", "\"title\"", "\"titel\"");
    check_says(f, "labs/03-demo/lab.json", "cannot be read");
  }
  SUBCASE("no README") {
    f.remove("labs/03-demo/README.md");
    check_says(f, "labs/03-demo/lab.json", "has no README.md");
  }
}

TEST_CASE("links and images in texts") {
  Fixture f;
  SUBCASE("dead file, with its line") {
    f.replace("docs/guide.md", "03-demo/README.md", "04-demo/README.md");
    check_says(f, "docs/guide.md:3", "dead link: \"../labs/04-demo/README.md\"");
  }
  SUBCASE("dead anchor") {
    f.replace("labs/03-demo/README.md", "#measured", "#counted");
    check_says(f, "labs/03-demo/README.md:3", "glossary/sector.md has no heading for \"#counted\"");
  }
  SUBCASE("out of the repository") {
    f.replace("docs/guide.md", "../labs/03-demo/README.md", "../../elsewhere.md");
    check_says(f, "docs/guide.md:3", "leads out of the repository");
  }
  SUBCASE("a page reached only by a link is checked too") {
    f.replace("docs/guide.md", "../labs/03-demo/README.md", "../code/README.md");
    f.write("code/README.md", "# Code\n\n[nothing](nothing.md)\n");
    check_says(f, "code/README.md:3", "dead link: \"nothing.md\"");
  }
  SUBCASE("image without alternative text") {
    f.replace("glossary/sector.md", "![Lanes and bytes.]", "![]");
    check_says(f, "glossary/sector.md", "the image figures/demo.svg has no alternative text");
  }
  SUBCASE("<img> without alternative text") {
    f.write("docs/guide.md", "# Guide\n\n<img src=\"x.png\">\n");
    check_says(f, "docs/guide.md:3", "this <img> has no alternative text");
  }
  SUBCASE("links in code are none") {
    f.write("docs/guide.md", "# Guide\n\n`[a](b.md)`\n\n```\n[c](d.md)\n```\n");
    CHECK(f.problems().empty());
  }
}

TEST_CASE("guides and figures") {
  Fixture f;
  SUBCASE("orphan guide") {
    f.write("docs/other.md", "# Other\n");
    check_says(f, "docs/other.md", "orphan page: docs/site/navigation.json does not name \"other\"");
  }
  SUBCASE("guide that is gone") {
    f.remove("docs/guide.md");
    check_says(f, "docs/site/navigation.json", "there is no docs/guide.md");
  }
  SUBCASE("stale figure") {
    f.replace("glossary/figures/demo.json", "in[t]", "in[2 * t]");
    check_says(f, "glossary/figures/demo.svg", "differs from its description");
  }
  SUBCASE("orphan figure") {
    f.write("glossary/figures/alone.svg", "<svg></svg>");
    check_says(f, "glossary/figures/alone.svg", "orphan figure");
  }
}
