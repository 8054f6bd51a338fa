// Runner of lab 03: hands buffers of the device to the student's functions.
#include "grading/runner/runner.h"

#include "tasks.h"

namespace course::runner {

void run_case(Case& c) {
  if constexpr (task == "scale_image") {
    c.timed([&] {
      scale_image(c.in<float>("in"), c.pitch("in"), c.out<float>("out"), c.pitch("out"), c.number<int>("width"),
                  c.number<int>("height"), c.number<float>("gain"));
    });
  } else if constexpr (task == "move_particles") {
    // Records are ordered as rows of seven floats, so that a wrong one is named by its particle and field.
    const auto* in = reinterpret_cast<const Particle*>(c.in<float>("in"));
    auto* out = reinterpret_cast<Particle*>(c.out<float>("out"));
    const int n = c.number<int>("n"), steps = c.number<int>("steps");
    const float dt = c.number<float>("dt");
    // The particle store: neither input nor result, so it is no array of the order. To the float, so that the simulated
    // GPU sees the first access past its end; poison, so that a word that was never written shows in the result.
    auto* store = static_cast<float*>(c.memory(sizeof(Particle) * static_cast<std::size_t>(store_capacity(n)), "store"));
    c.timed([&] {
      load_particles(in, store, n);
      for (int step = 0; step < steps; ++step) move_particles(store, n, dt);
      save_particles(store, out, n);
    });
  } else if constexpr (task == "copy_shifted") {
    c.timed([&] { copy_shifted(c.in<float>("in"), c.out<float>("out"), c.number<int>("n")); });
  }
}

}  // namespace course::runner
