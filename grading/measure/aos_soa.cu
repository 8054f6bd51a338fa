// A step over 28-byte particles, kept as structures and as arrays; and one field alone of both.
#include "bench.h"

using namespace measure;

struct Particle {
  float x, y, z, vx, vy, vz, mass;
};

__global__ void step_structures(Particle* p, std::size_t n, float dt) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  p[i].x += dt * p[i].vx;
  p[i].y += dt * p[i].vy;
  p[i].z += dt * p[i].vz;
}
__global__ void step_arrays(float* f, std::size_t n, float dt) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int axis = 0; axis < 3; ++axis) f[axis * n + i] += dt * f[(3 + axis) * n + i];
}
__global__ void mass_of_structures(const Particle* p, float* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = p[i].mass;
}
__global__ void mass_of_arrays(const float* f, float* out, std::size_t n) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f[6 * n + i];
}

int main() {
  Timer timer;
  const std::size_t n = large_count() / 8;
  const Array<float> fields(7 * n), out(n);
  fill(fields, 100);
  auto* particles = reinterpret_cast<Particle*>(fields.get());
  const auto blocks = static_cast<unsigned>((n + 255) / 256);
  Table table("structures_against_arrays");
  const auto row = [&](const char* what, const char* layout, double bytes, double sectors, Time time) {
    table.row({{"work", std::string(what)},
               {"layout", std::string(layout)},
               {"sectors_per_warp", sectors},
               {"ms", time.ms},
               {"useful_gb_per_s", gb_per_s(bytes * static_cast<double>(n), time.ms)}});
  };
  row("a step: six fields read, three written", "structures", 36, 252,
      timer.time([&] { step_structures<<<blocks, 256>>>(particles, n, 0.5f); }));
  row("a step: six fields read, three written", "arrays", 36, 36,
      timer.time([&] { step_arrays<<<blocks, 256>>>(fields.get(), n, 0.5f); }));
  row("one field read, written elsewhere", "structures", 8, 32,
      timer.time([&] { mass_of_structures<<<blocks, 256>>>(particles, out.get(), n); }));
  row("one field read, written elsewhere", "arrays", 8, 8,
      timer.time([&] { mass_of_arrays<<<blocks, 256>>>(fields.get(), out.get(), n); }));
}
