// Pictures: what is written is what is read, and what cannot be drawn is said.
#include "grading/harness/picture.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <limits>

using namespace course::harness;

namespace {

struct Folder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("course-picture-" + std::to_string(::getpid()));
  Folder() { std::filesystem::create_directory(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

// Rec. 709, without gamma: enough to order colours by lightness.
double lightness(Pixel p) { return 0.2126 * p.r + 0.7152 * p.g + 0.0722 * p.b; }

}  // namespace

TEST_CASE("a picture comes back pixel for pixel, rows from top to bottom") {
  const Folder folder;
  const std::vector<Pixel> pixels{{1, 2, 3, 255}, {4, 5, 6, 0}, {7, 8, 9, 10}, {255, 0, 255, 255}, {}, {0, 1, 0, 128}};
  write_png(folder.path / "p.png", 3, 2, pixels);
  const Picture back = read_png(folder.path / "p.png");
  CHECK(back.width == 3);
  CHECK(back.height == 2);
  CHECK(back.pixels == pixels);
}

TEST_CASE("what cannot be written or read is said with the file's name") {
  const Folder folder;
  const std::vector<Pixel> two(2);
  CHECK_THROWS_WITH_AS(write_png(folder.path / "p.png", 3, 1, two), doctest::Contains("2 pixels for 3 x 1"),
                       InfrastructureFault);
  CHECK_THROWS_WITH_AS(write_png(folder.path / "absent" / "p.png", 2, 1, two), doctest::Contains("absent/p.png"),
                       InfrastructureFault);
  CHECK_THROWS_WITH_AS(read_png(folder.path / "none.png"), doctest::Contains("none.png cannot be read"),
                       InfrastructureFault);
  std::ofstream(folder.path / "text.png") << "no picture";
  CHECK_THROWS_WITH_AS(read_png(folder.path / "text.png"), doctest::Contains("text.png cannot be read"),
                       InfrastructureFault);
}

TEST_CASE("colours of a field grow lighter from low to high, and mark what is no number") {
  double before = -1;
  for (int i = 0; i <= 40; ++i) {
    const double now = lightness(colour_of(-1 + i * 0.05f, -1, 1));
    CHECK(now > before);
    before = now;
  }
  CHECK(colour_of(-7, -1, 1) == colour_of(-1, -1, 1));
  CHECK(colour_of(std::numeric_limits<float>::infinity(), -1, 1) == colour_of(1, -1, 1));
  CHECK(colour_of(std::nanf(""), -1, 1) == Pixel{255, 0, 255, 255});
  CHECK(colour_of(0, 0, 0) == colour_of(-1, 0, 1));  // a field of one value
}
