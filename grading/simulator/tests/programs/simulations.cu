// Small programs of the kind that courses ask for: Game of Life, Mandelbrot, sparse matrix, breadth-first search, prime
// sieve, random walk, matrix powers, knapsack.
#include "check.h"

__global__ void life(const unsigned char* now, unsigned char* next, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy) neighbours += now[(y + dy + height) % height * width + (x + dx + width) % width];
  next[y * width + x] = neighbours == 3 || (neighbours == 2 && now[y * width + x]);
}

void check_life() {
  // A glider comes back one place further after four steps; the torus is 7 x 5, so it also wraps.
  constexpr int width = 7, height = 5;
  std::vector<unsigned char> cells(width * height), wanted(width * height);
  const int glider[5][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
  constexpr int rounds = 6;
  for (auto [x, y] : glider) {
    cells[y * width + x] = 1;
    wanted[(y + rounds) % height * width + (x + rounds) % width] = 1;
  }
  check::DeviceArray<unsigned char> a(cells), b(cells.size());
  for (int step = 0; step < rounds * 2; ++step) {
    life<<<dim3(2, 2), dim3(4, 4)>>>(a.get(), b.get(), width, height);
    life<<<dim3(2, 2), dim3(4, 4)>>>(b.get(), a.get(), width, height);
  }
  check::expect_equal("glider", a.download(), wanted);
}

// Fixed-point numbers: the same on every machine.
__host__ __device__ int escape_time(int px, int py) {
  int cx = px * 200 - 8192, cy = py * 200 - 4096, x = 0, y = 0, turns = 0;  // 12 bits after the point
  while (turns < 200 && (x * x >> 12) + (y * y >> 12) < 4 << 12) {
    int next = (x * x >> 12) - (y * y >> 12) + cx;
    y = (x * y >> 11) + cy;
    x = next;
    ++turns;
  }
  return turns;
}
__global__ void mandelbrot(int* turns, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) turns[y * width + x] = escape_time(x, y);
}

void check_mandelbrot() {
  constexpr int width = 60, height = 41;
  check::DeviceArray<int> turns(width * height);
  mandelbrot<<<dim3(4, 6), dim3(16, 8)>>>(turns.get(), width, height);
  std::vector<int> wanted(width * height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) wanted[y * width + x] = escape_time(x, y);
  check::expect_equal("Mandelbrot set", turns.download(), wanted);
  check::expect(wanted[20 * width + 40] == 200 && wanted[0] < 5, "the picture shows inside and outside");
}

__global__ void multiply_rows(const int* starts, const int* columns, const int* values, const int* x, int* y,
                              int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int sum = 0;
  for (int k = starts[row]; k < starts[row + 1]; ++k) sum += values[k] * x[columns[k]];
  y[row] = sum;
}

// One level a launch; `changed` tells the host whether to go on.
__global__ void search_level(const int* starts, const int* neighbours, int* level, int current, int nodes,
                             int* changed) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes || level[node] != current) return;
  for (int k = starts[node]; k < starts[node + 1]; ++k) {
    if (level[neighbours[k]] < 0) {
      level[neighbours[k]] = current + 1;
      *changed = 1;
    }
  }
}

void check_graph() {
  // Node n leads to 2n + 1, 2n + 2 and n - 3: the level of a node is its depth in a binary heap.
  constexpr int nodes = 500;
  std::vector<int> starts = {0}, neighbours, values, level(nodes, -1), ones(nodes), wanted(nodes), depth(nodes);
  for (int n = 0; n < nodes; ++n) {
    ones[n] = n % 10;
    for (int next : {2 * n + 1, 2 * n + 2, n - 3}) {
      if (next < 0 || next >= nodes) continue;
      neighbours.push_back(next);
      values.push_back(n + next);
      wanted[n] += (n + next) * (next % 10);
    }
    starts.push_back(int(neighbours.size()));
    depth[n] = n == 0 ? 0 : depth[(n - 1) / 2] + 1;
  }
  level[0] = 0;
  check::DeviceArray<int> device_starts(starts), device_neighbours(neighbours), device_values(values),
      device_level(level), x(ones), y(nodes), changed(1);
  multiply_rows<<<4, 128>>>(device_starts.get(), device_neighbours.get(), device_values.get(), x.get(), y.get(), nodes);
  check::expect_equal("sparse matrix by vector", y.download(), wanted);
  for (int current = 0, go_on = 1; go_on; ++current) {
    changed.upload({0});
    search_level<<<4, 128>>>(device_starts.get(), device_neighbours.get(), device_level.get(), current, nodes,
                             changed.get());
    go_on = changed.download()[0];
  }
  check::expect_equal("breadth-first levels", device_level.download(), depth);
}

__global__ void sieve(unsigned char* composite, int limit) {
  int n = blockIdx.x * blockDim.x + threadIdx.x + 2;
  for (int multiple = 2 * n; multiple < limit; multiple += n) composite[multiple] = 1;
}

__global__ void walk(unsigned* state, int* places, int steps) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned s = state[t];
  int place = 0;
  for (int i = 0; i < steps; ++i) {
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    place += s & 1 ? 1 : -1;
  }
  state[t] = s;
  places[t] = place;
}

// Best value for each capacity, one item a launch, from one buffer into the other.
__global__ void take_item(const int* before, int* after, int capacity, int weight, int value) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c > capacity) return;
  int best = before[c];
  if (c >= weight) best = max(best, before[c - weight] + value);
  after[c] = best;
}

int main() {
  check_life();
  check_mandelbrot();
  check_graph();

  constexpr int limit = 3000;
  check::DeviceArray<unsigned char> composite(limit);
  sieve<<<12, 128>>>(composite.get(), limit);
  auto flags = composite.download();
  int primes = 0;
  for (int n = 2; n < limit; ++n) primes += !flags[n];
  check::expect_equal("primes below 3000", primes, 430);

  std::vector<unsigned> state(96);
  std::vector<int> wanted(96);
  for (unsigned i = 0; i < 96; ++i) state[i] = i * 2654435761u + 1;
  check::DeviceArray<unsigned> device_state(state);
  check::DeviceArray<int> places(96);
  walk<<<3, 32>>>(device_state.get(), places.get(), 100);
  for (int i = 0; i < 96; ++i)
    for (int k = 0; k < 100; ++k) {
      unsigned& s = state[i];
      s ^= s * 8192u;
      s ^= s / 131072u;
      s ^= s * 32u;
      wanted[i] += s % 2 ? 1 : -1;
    }
  check::expect_equal("random walk", places.download(), wanted);
  check::expect_equal("random state", device_state.download(), state);

  constexpr int capacity = 150, items = 6;
  const int weights[items] = {23, 31, 29, 44, 53, 38}, values[items] = {92, 57, 49, 68, 60, 43};
  check::DeviceArray<int> first(capacity + 1), second(capacity + 1);
  int *from = first.get(), *to = second.get();
  for (int i = 0; i < items; ++i) {
    take_item<<<2, 128>>>(from, to, capacity, weights[i], values[i]);
    std::swap(from, to);
  }
  std::vector<int> best(capacity + 1);
  check::synchronise();
  check::succeed(cudaMemcpy(best.data(), from, best.size() * sizeof(int), cudaMemcpyDeviceToHost));
  int largest = 0;  // every subset
  for (int set = 0; set < 1 << items; ++set) {
    int weight = 0, value = 0;
    for (int i = 0; i < items; ++i)
      if (set >> i & 1) weight += weights[i], value += values[i];
    if (weight <= capacity) largest = std::max(largest, value);
  }
  check::expect_equal("knapsack", best[capacity], largest);
  return check::verdict();
}
