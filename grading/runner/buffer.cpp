#include <cuda_runtime.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>
#include <tuple>

#include "grading/runner/case.h"
#include "grading/runner/host_memory.h"
#include "grading/runner/protocol.h"
#include "grading/runner/timing.h"

namespace course::runner {
namespace {

void require(cudaError_t status, const std::string& what) {
  if (status != cudaSuccess)
    throw RunnerFault(protocol::no_device, what + ": " + cudaGetErrorName(status) + ", " + cudaGetErrorString(status));
}

std::vector<std::byte> read_initial(const std::filesystem::path& path, std::size_t bytes) {
  std::ifstream in(path, std::ios::binary);
  std::vector<std::byte> values(bytes);
  in.read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(bytes));
  if (!in || in.peek() != std::ifstream::traits_type::eof())
    throw RunnerFault(protocol::lab_fault,
                      path.string() + " does not hold the " + std::to_string(bytes) + " bytes that the order says");
  return values;
}

cudaChannelFormatDesc format_of(const ArrayOrder& order) {
  const int bits = static_cast<int>(8 * order.element_bytes);
  const auto bits_of = [&](std::size_t channel) { return channel < order.channels ? bits : 0; };
  return cudaCreateChannelDesc(bits_of(0), bits_of(1), bits_of(2), bits_of(3),
                               order.format == "float"    ? cudaChannelFormatKindFloat
                               : order.format == "signed" ? cudaChannelFormatKindSigned
                                                          : cudaChannelFormatKindUnsigned);
}

}  // namespace

std::uint64_t ArrayOrder::seed_of(std::uint64_t call) const {
  std::uint64_t seed = mixed(call);
  for (const char c : name) seed = mixed(seed ^ static_cast<unsigned char>(c));
  return seed;
}

namespace {

// CUDA arrays of timed calls, kept between them like other memory (take_memory), by shape and format.
using ArrayShape = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t, std::string>;

ArrayShape shape_of(const ArrayOrder& order) {
  return {order.columns, order.rows, order.channels, order.element_bytes, order.format};
}
std::multimap<ArrayShape, cudaArray_t>& kept_arrays() {
  static std::multimap<ArrayShape, cudaArray_t> kept;
  return kept;
}

// Host memory of timed calls, by bytes: its pages are there from the second call on.
std::multimap<std::size_t, void*>& kept_host_memory() {
  static std::multimap<std::size_t, void*> kept;
  return kept;
}

unsigned char poison_of(const ArrayOrder& order) {
  return order.role == "input" || order.role == "in_out" ? protocol::given_poison : protocol::poison;
}

}  // namespace

// Large arrays are not filled by the host: poison and values are written by the device. One poison for all roles, since a
// result may come back in an array that was given or in another, and hashes are of whole allocations.
void Buffer::poison_and_draw(void* allocation, std::uint64_t seed) const {
  require(cudaMemset(allocation, protocol::given_poison, order_.total()),
          "the array '" + order_.name + "' cannot be poisoned");
  if (!order_.generated) return;
  try {
    fill_device(static_cast<std::byte*>(allocation) + order_.first(), order_.element, order_.columns, order_.rows,
                order_.pitch, *order_.generated, order_.seed_of(seed));
  } catch (const std::runtime_error& error) {
    throw RunnerFault(protocol::no_device, "the array '" + order_.name + "': " + error.what());
  }
}

Buffer::Buffer(ArrayOrder order, const std::filesystem::path& folder, std::optional<std::uint64_t> seed)
    : order_(std::move(order)) {
  const bool given = (order_.role == "input" || order_.role == "in_out") && !order_.generated;
  if (order_.generated && !seed)
    throw RunnerFault(protocol::lab_fault, "the array '" + order_.name + "' is drawn from a seed, which only timed calls have");
  if (seed && order_.space == "device" && !given) {
    kept_ = true;
    allocation_ = take_memory(order_.total());
    if (allocation_ == nullptr)
      throw RunnerFault(protocol::no_device, "no device memory for the array '" + order_.name + "'");
    poison_and_draw(allocation_, *seed);
    return;
  }
  if (seed && order_.space == "array" && !given) {
    make_drawn_array(*seed);
    return;
  }
  if (seed && order_.space == "host" && !given) {
    make_drawn_host_memory(*seed);
    return;
  }
  // The image of the whole allocation is made here and copied in one piece: padding and zones are poison in it.
  std::vector<std::byte> image(order_.total(), std::byte{poison_of(order_)});
  if (given) {
    const auto rows = read_initial(folder / protocol::input_file(order_.name), order_.rows * order_.row_bytes());
    for (std::size_t row = 0; row < order_.rows && order_.row_bytes() != 0; ++row)
      std::memcpy(image.data() + order_.first() + row * order_.pitch, rows.data() + row * order_.row_bytes(),
                  order_.row_bytes());
  }
  if (order_.space == "array") {
    make_array(image.data(), cudaMemcpyHostToDevice);
    return;
  }
  if (order_.space == "host") {
    // As aligned as cudaMalloc's, so that offsets mean the same in both spaces.
    allocation_ = take_host_memory(image.size());
    if (allocation_ == nullptr) throw RunnerFault(protocol::no_device, "no memory for the array '" + order_.name + "'");
    std::memcpy(allocation_, image.data(), image.size());
    return;
  }
  require(cudaMalloc(&allocation_, image.size()), "no device memory for the array '" + order_.name + "'");
  require(cudaMemcpy(allocation_, image.data(), image.size(), cudaMemcpyHostToDevice),
          "the array '" + order_.name + "' cannot be copied to the device");
  name_memory(base(), order_.name);
  // Poison is no value: a function that reads its output or its scratch memory before it wrote there counts on what it
  // cannot know.
  if (order_.role == "output" || order_.role == "scratch") mark_unwritten(allocation_, image.size());
}

// In linear memory first: kernels of the runner cannot write to arrays of every format.
void Buffer::make_drawn_array(std::uint64_t seed) {
  kept_ = true;
  allocation_ = take_memory(order_.total());
  if (allocation_ == nullptr)
    throw RunnerFault(protocol::no_device, "no device memory for the array '" + order_.name + "'");
  poison_and_draw(allocation_, seed);
  make_array(allocation_, cudaMemcpyDeviceToDevice);
}

void Buffer::make_drawn_host_memory(std::uint64_t seed) {
  kept_ = true;
  if (const auto found = kept_host_memory().find(order_.total()); found != kept_host_memory().end()) {
    allocation_ = found->second;
    kept_host_memory().erase(found);
  } else {
    allocation_ = take_host_memory(order_.total());
  }
  if (allocation_ == nullptr) throw RunnerFault(protocol::no_device, "no memory for the array '" + order_.name + "'");
  const KeptMemory drawn(order_.total(), "drawing the array '" + order_.name + "'");
  poison_and_draw(drawn.get(), seed);
  require(cudaMemcpy(allocation_, drawn.get(), order_.total(), cudaMemcpyDeviceToHost),
          "the array '" + order_.name + "' does not come from the device");
}

void Buffer::make_array(const void* image, cudaMemcpyKind from) {
  if (order_.first() != 0 || order_.pitch != order_.row_bytes() || order_.channels == 0 ||
      order_.columns % order_.channels != 0)
    throw RunnerFault(protocol::lab_fault, "the CUDA array '" + order_.name +
                                               "' is ordered with a pitch, an offset, a red zone, or rows that are no "
                                               "whole number of its elements");
  if (order_.rows * order_.columns == 0) return;
  if (kept_) {
    if (const auto found = kept_arrays().find(shape_of(order_)); found != kept_arrays().end()) {
      array_ = found->second;
      kept_arrays().erase(found);
    }
  }
  const cudaChannelFormatDesc format = format_of(order_);
  if (array_ == nullptr)
    require(cudaMallocArray(&array_, &format, order_.columns / order_.channels, order_.rows, cudaArraySurfaceLoadStore),
          "no CUDA array for '" + order_.name + "'");
  name_memory(array_, order_.name);
  require(cudaMemcpy2DToArray(array_, 0, 0, image, order_.row_bytes(), order_.row_bytes(), order_.rows, from),
          "the array '" + order_.name + "' cannot be copied to the device");
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array_;
  require(cudaCreateSurfaceObject(&surface_, &resource), "no surface object for '" + order_.name + "'");
}

Buffer::~Buffer() {
  // After a device fault these fail, and nothing is left to do about it.
  if (surface_ != 0) static_cast<void>(cudaDestroySurfaceObject(surface_));
  if (array_ != nullptr && kept_)
    kept_arrays().emplace(shape_of(order_), array_);
  else if (array_ != nullptr)
    static_cast<void>(cudaFreeArray(array_));
  if (allocation_ == nullptr) return;
  if (order_.space == "host" && kept_) {
    kept_host_memory().emplace(order_.total(), allocation_);
  } else if (order_.space == "host") {
    give_host_memory(allocation_, order_.total());
  } else if (kept_) {
    give_memory(allocation_);
  } else {
    static_cast<void>(cudaFree(allocation_));
  }
}

bool Buffer::read_back(std::vector<std::byte>& bytes) const {
  bytes.assign(order_.total(), std::byte{poison_of(order_)});  // what stands for an array without elements
  if (order_.space == "host") {
    std::memcpy(bytes.data(), allocation_, bytes.size());
    return true;
  }
  if (order_.space == "array") {
    cudaResourceDesc description;  // that a function destroyed the caller's surface object shows nowhere else
    return array_ == nullptr || (cudaGetSurfaceObjectResourceDesc(&description, surface_) == cudaSuccess &&
                                 cudaMemcpy2DFromArray(bytes.data(), order_.row_bytes(), array_, 0, 0, order_.row_bytes(),
                                                       order_.rows, cudaMemcpyDeviceToHost) == cudaSuccess);
  }
  return cudaMemcpy(bytes.data(), allocation_, bytes.size(), cudaMemcpyDeviceToHost) == cudaSuccess;
}

const void* Buffer::in_linear_memory(std::optional<KeptMemory>& room) const {
  if (order_.space == "device") return allocation_;
  const std::string what = "a look at the array '" + order_.name + "'";
  void* there = order_.space == "array" ? allocation_ : nullptr;  // one that was drawn has memory beside it
  if (there == nullptr) there = room.emplace(order_.total(), what).get();
  if (order_.space == "array")
    require(cudaMemcpy2DFromArray(there, order_.row_bytes(), array_, 0, 0, order_.row_bytes(), order_.rows,
                                  cudaMemcpyDeviceToDevice),
            "the array '" + order_.name + "' does not come back");
  else
    require(cudaMemcpy(there, allocation_, order_.total(), cudaMemcpyHostToDevice),
            "the array '" + order_.name + "' does not reach the device");
  return there;
}

std::vector<double> Buffer::samples(std::uint64_t salt, std::size_t count) const {
  if (order_.space == "array" && array_ == nullptr) return {};  // without elements
  std::optional<KeptMemory> room;
  const auto* bytes = static_cast<const std::byte*>(in_linear_memory(room));
  return sample_device(bytes + order_.first(), order_.element, order_.columns, order_.rows, order_.pitch, salt, count);
}

std::uint64_t Buffer::hash(std::uint64_t salt) const {
  if (order_.space == "array" && array_ == nullptr) return 0;
  std::optional<KeptMemory> room;
  return hash_device(in_linear_memory(room), order_.total(), salt);
}

}  // namespace course::runner
