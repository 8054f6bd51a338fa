// Work of two streams on the same linear memory with nothing to order it.
//
// expect kernel_reads_in_other_stream: unordered-streams at [reads]: "reads element 0 of allocation #2 (256 bytes), which the kernel count_up", "wrote in another stream, and nothing makes this stream wait for it: it may read what was there before", "cudaStreamWaitEvent"
// expect copy_reads_in_other_stream: unordered-streams: "reads byte 0 of allocation #2", "which the kernel count_up", "wrote in another stream"
// expect default_stream_does_not_wait: unordered-streams: "reads byte 0 of allocation #2", "which the kernel count_up"
// expect copy_overwrites_what_is_read: unordered-streams: "writes byte 0 of allocation #2", "which the kernel twice", "reads in another stream", "the other may read the new value"
// expect buffer_used_again_too_early: unordered-streams: "writes byte 0 of allocation #2", "which the kernel twice", "reads in another stream"
// expect kernel_overwrites_what_is_read: unordered-streams at [counts]: "writes element 0 of allocation #2", "which the kernel twice", "reads in another stream"
// expect both_write: unordered-streams at [sets]: "writes element 0 of allocation #2", "which the kernel set", "wrote in another stream", "either of the two values may stay"
// expect cleared_in_other_stream: unordered-streams at [adds]: "which cudaMemsetAsync wrote in another stream"
// expect memset_does_not_wait: unordered-streams at [reads]: "which cudaMemset wrote in another stream"
// expect device_copy_does_not_wait: unordered-streams at [reads]: "which cudaMemcpy wrote in another stream"
// expect second_of_two_readers: unordered-streams at [counts]: "writes element 0 of allocation #2", "which the kernel twice", "reads in another stream"
// expect first_of_two_updates: unordered-streams: "reads byte 0 of allocation #3", "which the kernel add", "wrote in another stream"
// expect allocated_in_other_stream: unordered-streams: "writes byte 0 of", "which cudaMallocAsync allocates in another stream", "the memory may not be there yet"
// expect freed_in_other_stream: unordered-streams: "frees allocation #2", "which the kernel count_up", "uses in another stream"
// expect stream_of_the_thread: unordered-streams at [reads]: "which the kernel count_up", "wrote in another stream"
// expect total_read_too_early: unordered-streams at [reads]: "reads element 0 of allocation #3 (4 bytes), which the kernel add", "wrote in another stream"
// expect only_compared: unordered-streams at [compares]: "which the kernel count_up", "wrote in another stream"
// expect event_of_the_wrong_stream: unordered-streams at [reads]: "which the kernel count_up", "wrote in another stream"
// expect variable_in_other_stream: unordered-streams at [reads the variable]: "reads element 0 of the variable `shared_table`", "wrote in another stream"
// expect one_cell_of_many: unordered-streams at [reads]: "reads element 40 of allocation #2 (256 bytes), which the kernel set"
#include "faults.h"

constexpr int n = 64;

__global__ void count_up(int* out) {
  out[threadIdx.x] = threadIdx.x + 1;  // [counts]
}
__global__ void set(int* out, int value) {
  out[threadIdx.x] = value;  // [sets]
}
__global__ void twice(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x] * 2;  // [reads]
}
__global__ void compare(const int* in, int* out) {
  if (in[threadIdx.x] > 3) out[threadIdx.x] = 1;  // [compares]
}
__global__ void add(const int* in, int* total) {
  atomicAdd(total, in[threadIdx.x]);  // [adds]
}
__device__ int shared_table[n];
__global__ void fill_table() { shared_table[threadIdx.x] = threadIdx.x + 1; }
__global__ void read_table(int* out) {
  out[threadIdx.x] = shared_table[threadIdx.x];  // [reads the variable]
}

struct Streams {
  cudaStream_t a, b;
  Streams() {
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaDeviceSynchronize();
  }
};
int host[n];

const Case cases[] = {
    {"kernel_reads_in_other_stream",
     [] {
       int *x = counted<int>(n), *y = zeros<int>(n);
       const Streams s;
       count_up<<<1, n, 0, s.a>>>(x);
       twice<<<1, n, 0, s.b>>>(x, y);
     }},
    {"copy_reads_in_other_stream",
     [] {
       int* x = counted<int>(n);
       const Streams s;
       count_up<<<1, n, 0, s.a>>>(x);
       cudaMemcpyAsync(host, x, sizeof host, cudaMemcpyDeviceToHost, s.b);
     }},
    {"default_stream_does_not_wait",
     [] {
       int* x = counted<int>(n);
       const Streams s;
       count_up<<<1, n, 0, s.a>>>(x);
       cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
     }},
    {"copy_overwrites_what_is_read",
     [] {
       int *x = counted<int>(n), *y = zeros<int>(n);
       const Streams s;
       twice<<<1, n, 0, s.a>>>(x, y);
       cudaMemcpyAsync(x, host, sizeof host, cudaMemcpyHostToDevice, s.b);
     }},
    // One stream copies, the other computes: the kernel waits for its copy, and the next copy for nothing.
    {"buffer_used_again_too_early",
     [] {
       int *x = counted<int>(n), *y = zeros<int>(n);
       const Streams s;
       cudaEvent_t copied;
       cudaEventCreate(&copied);
       for (int part = 0; part < 2; ++part) {
         cudaMemcpyAsync(x, host, sizeof host, cudaMemcpyHostToDevice, s.a);
         cudaEventRecord(copied, s.a);
         cudaStreamWaitEvent(s.b, copied, 0);
         twice<<<1, n, 0, s.b>>>(x, y);
       }
     }},
    {"kernel_overwrites_what_is_read",
     [] {
       int *x = counted<int>(n), *y = zeros<int>(n);
       const Streams s;
       twice<<<1, n, 0, s.a>>>(x, y);
       count_up<<<1, n, 0, s.b>>>(x);
     }},
    {"both_write",
     [] {
       int* x = counted<int>(n);
       const Streams s;
       set<<<1, n, 0, s.a>>>(x, 1);
       set<<<1, n, 0, s.b>>>(x, 2);
     }},
    {"cleared_in_other_stream",
     [] {
       int *x = counted<int>(n), *total = zeros<int>(1);
       const Streams s;
       cudaMemsetAsync(total, 0, sizeof(int), s.a);
       add<<<1, n, 0, s.b>>>(x, total);
     }},
    {"memset_does_not_wait",
     [] {
       int *x = counted<int>(n), *y = zeros<int>(n);
       const Streams s;
       cudaMemset(x, 0, n * sizeof(int));
       twice<<<1, n, 0, s.a>>>(x, y);
     }},
    {"device_copy_does_not_wait",
     [] {
       int *x = counted<int>(n), *y = counted<int>(n), *z = zeros<int>(n);
       const Streams s;
       cudaMemcpy(y, x, n * sizeof(int), cudaMemcpyDeviceToDevice);
       twice<<<1, n, 0, s.a>>>(y, z);
     }},
    {"second_of_two_readers",
     [] {
       int *x = counted<int>(n), *y = zeros<int>(n), *z = zeros<int>(n);
       const Streams s;
       twice<<<1, n, 0, s.a>>>(x, y);
       twice<<<1, n, 0, s.b>>>(x, z);
       count_up<<<1, n, 0, s.a>>>(x);
     }},
    {"first_of_two_updates",
     [] {
       int *x = counted<int>(n), *total = zeros<int>(1);
       const Streams s;
       add<<<1, n, 0, s.a>>>(x, total);
       add<<<1, n, 0, s.b>>>(x, total);
       cudaMemcpyAsync(host, total, sizeof(int), cudaMemcpyDeviceToHost, s.b);
     }},
    {"allocated_in_other_stream",
     [] {
       const Streams s;
       int* x = nullptr;
       cudaMallocAsync(&x, n * sizeof(int), s.a);
       cudaMemsetAsync(x, 0, n * sizeof(int), s.b);
     }},
    {"freed_in_other_stream",
     [] {
       const Streams s;
       int* x = counted<int>(n);
       count_up<<<1, n, 0, s.a>>>(x);
       cudaFreeAsync(x, s.b);
     }},
    {"stream_of_the_thread",
     [] {
       int *x = counted<int>(n), *y = zeros<int>(n);
       const Streams s;
       cudaStream_t other;
       cudaStreamCreate(&other);
       count_up<<<1, n, 0, cudaStreamPerThread>>>(x);
       twice<<<1, n, 0, other>>>(x, y);
     }},
    {"total_read_too_early",
     [] {
       int *x = counted<int>(n), *total = zeros<int>(1), *y = zeros<int>(1);
       const Streams s;
       add<<<1, n, 0, s.a>>>(x, total);
       twice<<<1, 1, 0, s.b>>>(total, y);
     }},
    {"only_compared",
     [] {
       int *x = counted<int>(n), *y = zeros<int>(n);
       const Streams s;
       count_up<<<1, n, 0, s.a>>>(x);
       compare<<<1, n, 0, s.b>>>(x, y);
     }},
    {"event_of_the_wrong_stream",
     [] {
       int *x = counted<int>(n), *y = zeros<int>(n);
       const Streams s;
       cudaEvent_t done;
       cudaEventCreate(&done);
       count_up<<<1, n, 0, s.a>>>(x);
       cudaEventRecord(done, s.b);
       cudaStreamWaitEvent(s.b, done, 0);
       twice<<<1, n, 0, s.b>>>(x, y);
     }},
    {"variable_in_other_stream",
     [] {
       int* y = zeros<int>(n);
       const Streams s;
       fill_table<<<1, n, 0, s.a>>>();
       read_table<<<1, n, 0, s.b>>>(y);
     }},
    {"one_cell_of_many",
     [] {
       int *x = counted<int>(n), *y = zeros<int>(n);
       const Streams s;
       set<<<1, 1, 0, s.a>>>(x + 40, 5);
       twice<<<1, n, 0, s.b>>>(x, y);
     }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
