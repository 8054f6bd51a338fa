// Right programs whose streams share linear memory: ordered, or in an order that makes no difference. None of them may be
// reported.
//
// expect both_add_atomically: nothing
// expect both_write_one_value: nothing
// expect both_read: nothing
// expect neighbouring_bytes: nothing
// expect rows_of_a_pitched_copy: nothing
// expect two_buffers_by_turns: nothing
// expect copy_waits_for_the_reader: nothing
// expect host_asks_until_done: nothing
// expect call_that_waits: nothing
// expect freed_and_allocated_again: nothing
// expect host_function_then_other_stream: nothing
// expect volatile_flag: nothing
// expect stream_per_column: nothing
// expect looks_before_it_updates: nothing
// expect pool_by_events: nothing
// expect graph_in_two_streams: nothing
// expect after_a_reset: nothing
// expect memset_of_managed_memory: nothing
#include "../faults.h"

constexpr int n = 64;

__global__ void twice(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x] * 2; }
__global__ void add(const int* in, int* total) { atomicAdd(total, in[threadIdx.x]); }
__global__ void set_flag(int* flag) { *flag = 1; }
__global__ void raise(volatile int* flag) { *flag = 1; }
__global__ void look(const volatile int* flag, int* out) { *out = *flag; }
__global__ void every_other(unsigned char* out, int first) { out[2 * threadIdx.x + first] = (unsigned char)threadIdx.x; }
__global__ void column(int* matrix, int columns, int x) { matrix[threadIdx.x * columns + x] = threadIdx.x; }
__global__ void biggest(const int* in, int* best) {
  if (in[threadIdx.x] > *best) atomicMax(best, in[threadIdx.x]);
}
__device__ int table[n];
__global__ void fill_table() { table[threadIdx.x] = threadIdx.x; }
__global__ void read_table(int* out) { out[threadIdx.x] = table[threadIdx.x]; }

struct Streams {
  cudaStream_t a, b;
  Streams() {
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
  }
};
cudaEvent_t event() {
  cudaEvent_t made;
  cudaEventCreate(&made);
  return made;
}
int host[n];

const Case cases[] = {
    {"both_add_atomically",
     [] {
       int *x = counted<int>(n), *total = zeros<int>(1), sum = 0;
       const Streams s;
       add<<<1, n, 0, s.a>>>(x, total);
       add<<<1, n, 0, s.b>>>(x, total);
       cudaDeviceSynchronize();
       cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost);
     }},
    {"both_write_one_value",
     [] {
       int* flag = zeros<int>(1);
       const Streams s;
       set_flag<<<1, 1, 0, s.a>>>(flag);
       set_flag<<<1, 1, 0, s.b>>>(flag);
     }},
    {"both_read",
     [] {
       int *x = counted<int>(n), *y = zeros<int>(n), *z = zeros<int>(n);
       const Streams s;
       twice<<<1, n, 0, s.a>>>(x, y);
       twice<<<1, n, 0, s.b>>>(x, z);
       cudaMemcpyAsync(host, x, sizeof host, cudaMemcpyDeviceToHost, s.b);
     }},
    {"neighbouring_bytes",
     [] {
       unsigned char* bytes = zeros<unsigned char>(2 * n);
       const Streams s;
       every_other<<<1, n, 0, s.a>>>(bytes, 0);
       every_other<<<1, n, 0, s.b>>>(bytes, 1);
     }},
    {"rows_of_a_pitched_copy",
     [] {
       unsigned char *rows = zeros<unsigned char>(4 * 10), values[10] = {};
       const Streams s;
       cudaMemcpy2DAsync(rows, 10, values, 5, 5, 2, cudaMemcpyHostToDevice, s.a);      // bytes 0 to 4 and 10 to 14
       cudaMemcpy2DAsync(rows + 5, 10, values, 5, 5, 2, cudaMemcpyHostToDevice, s.b);  // bytes 5 to 9 and 15 to 19
     }},
    {"two_buffers_by_turns",
     [] {
       int *x[2] = {counted<int>(n), counted<int>(n)}, *y[2] = {zeros<int>(n), zeros<int>(n)};
       const Streams s;
       const cudaStream_t in[2] = {s.a, s.b};
       for (int part = 0; part < 4; ++part) {
         cudaMemcpyAsync(x[part % 2], host, sizeof host, cudaMemcpyHostToDevice, in[part % 2]);
         twice<<<1, n, 0, in[part % 2]>>>(x[part % 2], y[part % 2]);
         cudaMemcpyAsync(host, y[part % 2], sizeof host, cudaMemcpyDeviceToHost, in[part % 2]);
       }
     }},
    {"copy_waits_for_the_reader",
     [] {
       int *x = counted<int>(n), *y = zeros<int>(n);
       const Streams s;
       const cudaEvent_t copied = event(), used = event();
       cudaEventRecord(used, s.b);
       for (int part = 0; part < 3; ++part) {
         cudaStreamWaitEvent(s.a, used, 0);
         cudaMemcpyAsync(x, host, sizeof host, cudaMemcpyHostToDevice, s.a);
         cudaEventRecord(copied, s.a);
         cudaStreamWaitEvent(s.b, copied, 0);
         twice<<<1, n, 0, s.b>>>(x, y);
         cudaEventRecord(used, s.b);
       }
     }},
    {"host_asks_until_done",
     [] {
       int *x = counted<int>(n), *y = zeros<int>(n);
       const Streams s;
       const cudaEvent_t done = event();
       twice<<<1, n, 0, s.a>>>(x, y);
       cudaEventRecord(done, s.a);
       while (cudaEventQuery(done) == cudaErrorNotReady) {
       }
       twice<<<1, n, 0, s.b>>>(y, x);
     }},
    {"call_that_waits",
     [] {
       int *x = counted<int>(n), *y = zeros<int>(n);
       const Streams s;
       cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
       cudaMemset(y, 0, n * sizeof(int));
       cudaStreamSynchronize(cudaStreamLegacy);  // cudaMemset may return before it is done
       twice<<<1, n, 0, s.a>>>(x, y);
     }},
    {"freed_and_allocated_again",
     [] {
       const Streams s;
       for (int turn = 0; turn < 3; ++turn) {
         int *x = counted<int>(n), *y = zeros<int>(n);
         cudaDeviceSynchronize();
         twice<<<1, n, 0, turn % 2 ? s.a : s.b>>>(x, y);
         cudaFree(x);
         cudaFree(y);
       }
     }},
    {"host_function_then_other_stream",
     [] {
       int *x = counted<int>(n), *y = zeros<int>(n);
       const Streams s;
       twice<<<1, n, 0, s.a>>>(x, y);
       cudaLaunchHostFunc(s.a, [](void*) {}, nullptr);
       cudaStreamSynchronize(s.a);
       twice<<<1, n, 0, s.b>>>(y, x);
     }},
    {"volatile_flag",
     [] {
       int *flag = zeros<int>(1), *seen = zeros<int>(1);
       const Streams s;
       raise<<<1, 1, 0, s.a>>>(flag);
       look<<<1, 1, 0, s.b>>>(flag, seen);
     }},
    {"stream_per_column",
     [] {
       int* matrix = zeros<int>(n * 8);
       cudaStream_t streams[8];
       for (cudaStream_t& one : streams) cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
       cudaDeviceSynchronize();
       for (int x = 0; x < 8; ++x) column<<<1, n, 0, streams[x]>>>(matrix, 8, x);
       cudaDeviceSynchronize();
       std::vector<int> all(n * 8);
       cudaMemcpy(all.data(), matrix, all.size() * sizeof(int), cudaMemcpyDeviceToHost);
     }},
    {"looks_before_it_updates",
     [] {
       int *x = counted<int>(n), *best = zeros<int>(1);
       const Streams s;
       biggest<<<1, n, 0, s.a>>>(x, best);
       biggest<<<1, n, 0, s.b>>>(x, best);
     }},
    {"pool_by_events",
     [] {
       const Streams s;
       const cudaEvent_t made = event(), used = event();
       for (int turn = 0; turn < 3; ++turn) {
         int* x = nullptr;
         cudaMallocAsync(&x, n * sizeof(int), s.a);
         cudaEventRecord(made, s.a);
         cudaStreamWaitEvent(s.b, made, 0);
         cudaMemsetAsync(x, 0, n * sizeof(int), s.b);
         cudaEventRecord(used, s.b);
         cudaStreamWaitEvent(s.a, used, 0);
         cudaFreeAsync(x, s.a);
       }
     }},
    // A launch of an executable graph waits for the one before.
    {"graph_in_two_streams",
     [] {
       int* x = counted<int>(n);
       const Streams s;
       cudaGraph_t graph;
       cudaGraphExec_t executable;
       cudaStreamBeginCapture(s.a, cudaStreamCaptureModeGlobal);
       twice<<<1, n, 0, s.a>>>(x, x);
       cudaStreamEndCapture(s.a, &graph);
       cudaGraphInstantiate(&executable, graph, 0);
       cudaGraphLaunch(executable, s.a);
       cudaGraphLaunch(executable, s.b);
     }},
    {"after_a_reset",
     [] {
       const Streams s;
       fill_table<<<1, n, 0, s.a>>>();
       cudaDeviceReset();
       int* y = unwritten<int>(n);
       const Streams fresh;
       read_table<<<1, n, 0, fresh.b>>>(y);
     }},
    {"memset_of_managed_memory",
     [] {
       int *x, *y = zeros<int>(n);
       cudaMallocManaged(&x, n * sizeof(int));
       const Streams s;
       cudaMemset(x, 0, n * sizeof(int));  // waits where the host may look
       twice<<<1, n, 0, s.a>>>(x, y);
     }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
