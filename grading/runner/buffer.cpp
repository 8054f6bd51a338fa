#include <cuda_runtime.h>

#include <cstdlib>
#include <cstring>
#include <fstream>

#include "grading/runner/case.h"
#include "grading/runner/protocol.h"

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

}  // namespace

Buffer::Buffer(ArrayOrder order, const std::filesystem::path& folder) : order_(std::move(order)) {
  // The image of the whole allocation is made here and copied in one piece: padding and zones are poison in it.
  std::vector<std::byte> image(order_.total(), std::byte{protocol::poison});
  if (order_.role == "input" || order_.role == "in_out") {
    const auto rows = read_initial(folder / protocol::input_file(order_.name), order_.rows * order_.row_bytes());
    for (std::size_t row = 0; row < order_.rows && order_.row_bytes() != 0; ++row)
      std::memcpy(image.data() + order_.first() + row * order_.pitch, rows.data() + row * order_.row_bytes(),
                  order_.row_bytes());
  }
  if (order_.space == "host") {
    // 256: as aligned as cudaMalloc, so that offsets mean the same in both spaces.
    allocation_ = std::aligned_alloc(256, (image.size() + 255) / 256 * 256);
    if (allocation_ == nullptr) throw RunnerFault(protocol::no_device, "no memory for the array '" + order_.name + "'");
    std::memcpy(allocation_, image.data(), image.size());
    return;
  }
  require(cudaMalloc(&allocation_, image.size()), "no device memory for the array '" + order_.name + "'");
  require(cudaMemcpy(allocation_, image.data(), image.size(), cudaMemcpyHostToDevice),
          "the array '" + order_.name + "' cannot be copied to the device");
}

Buffer::~Buffer() {
  if (allocation_ == nullptr) return;
  if (order_.space == "host") {
    std::free(allocation_);
  } else {
    static_cast<void>(cudaFree(allocation_));  // after a device fault this fails, and nothing is left to do about it
  }
}

bool Buffer::read_back(std::vector<std::byte>& bytes) const {
  bytes.resize(order_.total());
  if (order_.space == "host") {
    std::memcpy(bytes.data(), allocation_, bytes.size());
    return true;
  }
  return cudaMemcpy(bytes.data(), allocation_, bytes.size(), cudaMemcpyDeviceToHost) == cudaSuccess;
}

}  // namespace course::runner
