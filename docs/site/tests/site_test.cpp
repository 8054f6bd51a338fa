// What is written for Doxygen, and the checks of the finished site.
#include <doctest/doctest.h>

#include "docs/site/emit.h"
#include "docs/site/html.h"
#include "docs/site/tests/fixture.h"

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("pages for Doxygen") {
  Fixture f;
  f.write("out/stale.md", "# Old\n");
  site::emit(site::load_site(f.root), f.root / "out");
  const auto lab = f.read("out/lab-03-demo.md"), term = f.read("out/sector.md");

  CHECK(contains(lab, "# Lab 03: Demo {#lab-03-demo}"));
  CHECK(contains(lab, "[sectors](sector.html#sector-measured)"));
  CHECK(contains(lab, "| [What is a lane?](lane.html) |"));  // from "needs"
  CHECK(contains(term, "[Lab 03: Demo](lab-03-demo.html) teaches it."));
  CHECK(contains(term, "aria-label=\"Lanes and bytes.\""));
  CHECK(contains(term, "```{.cpp}\n__global__ void demo"));
  CHECK_FALSE(contains(term, "<!--"));
  CHECK_FALSE(std::filesystem::exists(f.root / "out/stale.md"));

  // The site shows the pristine starter, whatever the student wrote.
  CHECK(contains(lab, "[add.cu](source-labs-03-demo-grader-starter-add-cu.html)"));
  CHECK(contains(f.read("out/source-labs-03-demo-grader-starter-add-cu.md"), "// pristine"));

  CHECK(contains(f.read("out/mainpage.md"), "lab-03-demo.html"));
  CHECK(contains(f.read("out/glossary.md"), "@subpage sector"));
  CHECK(contains(f.read("out/extra/search-index.js"), "\"url\": \"sector.html#sector-measured\""));
}

TEST_CASE("words that Doxygen would take for commands") {
  Fixture f;
  f.write("docs/guide.md", "# Guide\n\nA @brief word and `@code`.\n");
  site::emit(site::load_site(f.root), f.root / "out");
  CHECK(contains(f.read("out/docs-guide.md"), "A \\@brief word and `@code`."));
}

TEST_CASE("the finished site") {
  Fixture f;
  f.write("html/a.html",
          "<a id=\"here\"></a><a href=\"b.html#there\">b</a><img src=\"p.png\" alt=\"\"><script>x = '<img>';</script>");
  f.write("html/b.html", "<h1 id=\"there\"></h1><a href=\"a.html#here\">a</a><a href=\"https://example.org/x\">x</a>");
  f.write("html/p.png", "");
  CHECK(site::check_html(f.root / "html").empty());
  SUBCASE("dead file") {
    f.replace("html/b.html", "a.html#here", "c.html");
    CHECK(has(site::check_html(f.root / "html"), "b.html:1", "dead link: there is no c.html"));
  }
  SUBCASE("dead anchor") {
    f.replace("html/a.html", "#there", "#nowhere");
    CHECK(has(site::check_html(f.root / "html"), "a.html:1", "b.html has no place \"#nowhere\""));
  }
  SUBCASE("image without alternative text") {
    f.replace("html/a.html", " alt=\"\"", "");
    CHECK(has(site::check_html(f.root / "html"), "a.html:1", "image without alternative text"));
  }
  SUBCASE("nothing there") { CHECK(has(site::check_html(f.root / "none"), "", "there is no page here")); }
}

TEST_CASE("documented kernels") {
  CHECK(site::documented_kernels(
            "/// One.\n//! [marker]\n__global__ void one(int* x) {}\n// not\n__global__ void two() {}\n"
            "/** Three\n * lines */\ntemplate <int N>\n__global__ void __launch_bounds__(256) three(int a) {}\n"
            "/// A function.\n__device__ int four();\n") == std::vector<std::string>{"one", "three"});
}

TEST_CASE("a documented kernel that Doxygen left out is missed") {
  Fixture f;
  f.write("code/k.cu", "/// Adds.\n__global__ void add(int* x) {}\n");
  f.write("html/k.html", "<td class=\"memname\">void add </td>");
  CHECK(site::check_kernels(f.root / "html", {f.root / "code/k.cu"}).empty());
  f.write("html/k.html", "<td class=\"memname\">void subtract </td>");
  CHECK(has(site::check_kernels(f.root / "html", {f.root / "code/k.cu"}), "",
            "the kernel add is documented, but has no entry"));
  f.write("code/k.cu", "__global__ void add(int* x) {}\n");
  CHECK(has(site::check_kernels(f.root / "html", {f.root / "code/k.cu"}), "docs/Doxyfile.in",
            "no documented kernel was found"));
}

TEST_CASE("Doxygen's warnings about pages count, others do not") {
  Fixture f;
  f.write("log", (f.root / "out/a.md").string() +
                     ":3: warning: unable to resolve reference\n/elsewhere/x.h:1: warning: odd\n");
  const auto found = site::check_warnings(f.root / "log", f.root / "out");
  REQUIRE(found.size() == 1);
  CHECK(contains(found[0].sentence, "unable to resolve reference"));
}
