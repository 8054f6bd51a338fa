// Which accesses are ordered: streams, events, waits of the host. Copies stand for kernels; grading/simulator/tests/faults
// has kernels.
#include <doctest/doctest.h>

#include "cuda_runtime_api.h"
#include "evidence_of.h"
#include "grading/simulator/runtime/stream_order.h"

namespace {

constexpr int width = 16, height = 4;
constexpr std::size_t row = width * sizeof(float);

// An array and two streams that nothing orders.
struct Fixture {
  cudaArray_t array = nullptr;
  cudaStream_t p = nullptr, q = nullptr;
  float host[width * height] = {};

  explicit Fixture(unsigned flags = cudaStreamNonBlocking) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore);
    cudaStreamCreateWithFlags(&p, flags);
    cudaStreamCreateWithFlags(&q, flags);
    sim_reset_evidence();
  }
  ~Fixture() {
    cudaStreamDestroy(p);
    cudaStreamDestroy(q);
    cudaFreeArray(array);
  }
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  void write(cudaStream_t stream, int first = 0, int rows = height) {
    cudaMemcpy2DToArrayAsync(array, 0, first, host, row, row, rows, cudaMemcpyHostToDevice, stream);
  }
  void read(cudaStream_t stream, int first = 0, int rows = height) {
    cudaMemcpy2DFromArrayAsync(host, row, array, 0, first, row, rows, cudaMemcpyDeviceToHost, stream);
  }
  static std::size_t faults() { return evidence_now()["faults"].size(); }
};

}  // namespace

TEST_CASE("streams: a read in another stream is not ordered after the write") {
  Fixture f;
  f.write(f.p);
  f.read(f.q);
  const nlohmann::json faults = evidence_now()["faults"];
  REQUIRE(faults.size() == 1);
  CHECK(faults[0]["kind"] == "unordered-streams");
  CHECK(contains(faults[0]["sentence"], "what cudaMemcpy2DToArrayAsync wrote in another stream"));
}

TEST_CASE("streams: the default stream does not wait for a non-blocking one, and does for others") {
  Fixture non_blocking;
  non_blocking.write(non_blocking.p);
  non_blocking.read(nullptr);
  CHECK(Fixture::faults() == 1);
  Fixture blocking(cudaStreamDefault);
  blocking.write(blocking.p);
  blocking.read(nullptr);
  blocking.write(nullptr);
  blocking.read(blocking.q);
  CHECK(Fixture::faults() == 0);
}

TEST_CASE("streams: one stream, an event, and waits of the host order") {
  Fixture f;
  SUBCASE("one stream") { f.write(f.p), f.read(f.p); }
  SUBCASE("cudaStreamSynchronize") { f.write(f.p), cudaStreamSynchronize(f.p), f.read(f.q); }
  SUBCASE("cudaDeviceSynchronize") { f.write(f.p), cudaDeviceSynchronize(), f.read(f.q); }
  SUBCASE("cudaStreamQuery") { f.write(f.p), cudaStreamQuery(f.p), f.read(f.q); }
  SUBCASE("a call that waits") {
    cudaMemcpy2DToArray(f.array, 0, 0, f.host, row, row, height, cudaMemcpyHostToDevice);
    f.read(f.q);
  }
  SUBCASE("cudaStreamSynchronize of the default stream") { f.write(nullptr), cudaStreamSynchronize(nullptr), f.read(f.q); }
  SUBCASE("an event that the other stream waits for") {
    cudaEvent_t event;
    cudaEventCreate(&event);
    f.write(f.p);
    cudaEventRecord(event, f.p);
    cudaStreamWaitEvent(f.q, event, 0);
    f.read(f.q);
    cudaEventDestroy(event);
  }
  SUBCASE("an event that the host waits for") {
    cudaEvent_t event;
    cudaEventCreate(&event);
    f.write(f.p);
    cudaEventRecord(event, f.p);
    cudaEventSynchronize(event);
    f.read(f.q);
    cudaEventDestroy(event);
  }
  CHECK(Fixture::faults() == 0);
}

TEST_CASE("streams: whatever is given to the default stream comes between the work of blocking streams") {
  Fixture f(cudaStreamDefault);
  cudaEvent_t event;
  cudaEventCreate(&event);
  f.write(f.p);
  SUBCASE("an event that is recorded") { cudaEventRecord(event, nullptr); }
  SUBCASE("a wait for an event") { cudaStreamWaitEvent(nullptr, event, 0); }
  f.read(f.q);
  cudaEventDestroy(event);
  CHECK(Fixture::faults() == 0);
}

TEST_CASE("streams: a wait of the host for one stream is one for what that stream waits for") {
  cudaStream_t apart;
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
  Fixture f(cudaStreamDefault);
  SUBCASE("the default stream") { f.write(f.p), cudaStreamSynchronize(nullptr); }
  SUBCASE("a blocking stream") { f.write(nullptr), cudaStreamSynchronize(f.p); }
  f.read(apart);
  CHECK(Fixture::faults() == 0);
  cudaStreamDestroy(apart);
}

TEST_CASE("streams: an asynchronous copy that names the default stream waits for nothing") {
  Fixture f;
  f.write(cudaStreamLegacy);
  f.read(f.q);
  CHECK(Fixture::faults() == 1);
}

TEST_CASE("streams: the stream of a host thread is one of its own, and blocking") {
  Fixture f;
  f.write(cudaStreamPerThread);
  SUBCASE("beside another stream") {
    f.read(f.q);
    CHECK(Fixture::faults() == 1);
  }
  SUBCASE("before the default stream") {
    f.read(nullptr);
    CHECK(Fixture::faults() == 0);
  }
  SUBCASE("waited for") {
    cudaStreamSynchronize(cudaStreamPerThread);
    f.read(f.q);
    CHECK(Fixture::faults() == 0);
  }
}

TEST_CASE("streams: an event recorded before the write orders nothing") {
  Fixture f;
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventRecord(event, f.p);
  f.write(f.p);
  cudaStreamWaitEvent(f.q, event, 0);
  f.read(f.q);
  cudaEventDestroy(event);
  CHECK(Fixture::faults() == 1);
}

TEST_CASE("streams: halves of an array that two streams write and read are nobody else's") {
  Fixture f;
  f.write(f.p, 0, 2), f.write(f.q, 2, 2);
  f.read(f.p, 0, 2), f.read(f.q, 2, 2);
  CHECK(Fixture::faults() == 0);
  f.read(f.p, 1, 2);
  CHECK(Fixture::faults() == 1);
}

TEST_CASE("streams: an event misses the launches that its stream does not wait for") {
  sim::runtime::StreamOrder order;
  const std::uint32_t blocking = order.add_stream(true), apart = order.add_stream(false);
  const auto launch = [&](std::uint32_t stream) { order.work(stream), order.launched(); };
  launch(apart);
  launch(blocking);
  CHECK(order.launches_missed(apart) == 1);
  CHECK(order.launches_missed(blocking) == 1);
  CHECK(order.launches_missed(0) == 1);  // the default stream waits for the blocking one alone
  SUBCASE("an event") { order.stream_waits(0, order.moment(apart)); }
  SUBCASE("a wait of the host") { order.host_waits(order.moment(apart)); }
  SUBCASE("only launches that are asked about count") { order.forget_launches(); }
  CHECK(order.launches_missed(0) == 0);
  launch(0);
  CHECK(order.launches_missed(blocking) == 0);
  CHECK(order.launches_missed(apart) != 0);
}

TEST_CASE("streams: rows of linear memory that a copy writes in one stream and another reads or writes") {
  cudaStream_t p, q;
  cudaStreamCreateWithFlags(&p, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&q, cudaStreamNonBlocking);
  char host[64] = {};
  void* allocated = nullptr;
  cudaMalloc(&allocated, 64);
  char* memory = static_cast<char*>(allocated);
  cudaDeviceSynchronize();
  sim_reset_evidence();
  const auto faults = [] { return evidence_now()["faults"]; };
  // Rows of 6 bytes, 8 apart: bytes 0 to 5, 8 to 13, ...
  const auto write = [&](int from, cudaStream_t in) { cudaMemcpy2DAsync(memory + from, 8, host, 8, 6, 4, cudaMemcpyHostToDevice, in); };
  const auto read = [&](int from, cudaStream_t in) { cudaMemcpy2DAsync(host, 8, memory + from, 8, 2, 4, cudaMemcpyDeviceToHost, in); };
  write(0, p);
  SUBCASE("the two bytes between the rows are nobody's") {
    read(6, q);
    CHECK(faults().empty());
  }
  SUBCASE("one byte of a row is read") {
    read(13, q);
    REQUIRE(faults().size() == 1);
    CHECK(contains(faults()[0]["sentence"], "reads byte 13 of"));
    CHECK(contains(faults()[0]["sentence"], "which cudaMemcpy2DAsync wrote in another stream"));
  }
  SUBCASE("one byte of a row is written again") {
    cudaMemsetAsync(memory + 29, 0, 1, q);
    REQUIRE(faults().size() == 1);
    CHECK(contains(faults()[0]["sentence"], "writes byte 29 of"));
    CHECK(contains(faults()[0]["sentence"], "either of the two values may stay"));
  }
  SUBCASE("freeing waits, and what is allocated then is new") {
    cudaFree(memory);
    cudaMalloc(&allocated, 64);
    memory = static_cast<char*>(allocated);
    read(0, q);
    CHECK(faults().empty());
  }
  cudaFree(memory);
  cudaStreamDestroy(p);
  cudaStreamDestroy(q);
}
