// Compares a picture of the ray tracers with a rendering on the CPU: compare_ray_tracer PICTURE.png
// Every channel may differ by one step (the kernel computes in float, this program in double). Where float cannot
// decide whether a ray meets a sphere, or which of two is nearer, either answer is right; such pixels are counted and
// few.
#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

namespace {

constexpr int side = 1024, sphere_count = 20;

struct Sphere {
  std::array<double, 3> colour;  // red, green, blue
  double x, y, z, radius;
};

// The scene of the ray tracers: the C library's numbers, unseeded, in the same order.
std::vector<Sphere> scene() {
  auto rnd = [](float limit) { return limit * static_cast<float>(rand()) / static_cast<float>(RAND_MAX); };
  std::vector<Sphere> spheres(sphere_count);
  for (Sphere& s : spheres) {
    for (double& channel : s.colour) channel = rnd(1.0f);
    s.x = rnd(1000.0f) - 500;
    s.y = rnd(1000.0f) - 500;
    s.z = rnd(1000.0f) - 500;
    s.radius = rnd(100.0f) + 20;
  }
  return spheres;
}

// Where a ray meets one sphere, as far as float arithmetic can tell.
struct Hit {
  const Sphere* sphere;
  bool certain;
  double low, high;      // distance towards the eye
  double n_low, n_high;  // brightness, 0 to 1
};

std::vector<Hit> hits(const std::vector<Sphere>& spheres, double ox, double oy) {
  std::vector<Hit> found;
  for (const Sphere& s : spheres) {
    double dx = ox - s.x, dy = oy - s.y, square = s.radius * s.radius - dx * dx - dy * dy;
    double error = 1e-6 * (s.radius * s.radius + dx * dx + dy * dy);  // some units in the last place of float
    if (square <= -error) continue;
    double low = std::sqrt(std::max(0.0, square - error)), high = std::sqrt(square + error);
    found.push_back({&s, square > error, low + s.z - 1e-4, high + s.z + 1e-4, low / s.radius, high / s.radius});
  }
  return found;
}

bool matches(const unsigned char* pixel, const Hit& hit) {
  for (int c = 0; c < 3; ++c) {
    double low = std::floor(hit.sphere->colour[c] * hit.n_low * 255) - 1;
    double high = std::floor(hit.sphere->colour[c] * hit.n_high * 255) + 1;
    if (pixel[c] < low || pixel[c] > high) return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: compare_ray_tracer PICTURE.png\n");
    return 2;
  }
  int width = 0, height = 0, channels = 0;
  stbi_set_flip_vertically_on_load(1);  // the ray tracers' first row is the lowest
  std::unique_ptr<unsigned char, void (*)(void*)> picture(stbi_load(argv[1], &width, &height, &channels, 4),
                                                          stbi_image_free);
  if (!picture) {
    std::fprintf(stderr, "cannot read %s as a picture: %s\n", argv[1], stbi_failure_reason());
    return 1;
  }
  if (width != side || height != side) {
    std::printf("the picture is %d x %d, should be %d x %d\n", width, height, side, side);
    return 1;
  }
  std::vector<Sphere> spheres = scene();
  long covered = 0, undecided = 0, wrong = 0;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const unsigned char* pixel = picture.get() + 4 * (y * side + x);
      std::vector<Hit> found = hits(spheres, x - side / 2, y - side / 2);
      // What is certainly hit hides everything that is certainly behind it.
      bool background = true;
      double nearest = -INFINITY;
      for (const Hit& hit : found) {
        background = background && !hit.certain;
        if (hit.certain) nearest = std::max(nearest, hit.low);
      }
      int visible = background;
      bool right = background && pixel[0] == 0 && pixel[1] == 0 && pixel[2] == 0;
      for (const Hit& hit : found) {
        if (hit.high < nearest) continue;
        ++visible;
        right = right || matches(pixel, hit);
      }
      covered += !background;
      undecided += visible > 1;
      if (right && pixel[3] == 255) continue;
      if (wrong++ < 5) {
        std::printf("pixel (%d, %d) is %d %d %d %d, which no sphere there gives\n", x, y, pixel[0], pixel[1], pixel[2],
                    pixel[3]);
      }
    }
  }
  std::printf("%ld of %d pixels show a sphere, %ld cannot be decided in float, %ld are wrong\n", covered, side * side,
              undecided, wrong);
  bool meaningful = covered > side * side / 10 && undecided < side * side / 1000;
  if (!meaningful) std::printf("the scene decides too little for the comparison to mean much\n");
  return wrong == 0 && meaningful ? 0 : 1;
}
