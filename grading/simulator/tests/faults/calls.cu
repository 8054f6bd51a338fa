// Launches that are refused and calls of the host that fail, each with its reason.
//
// expect threads_for_all_elements: refused: "2000 threads in a block; the limit is 1024"
// status threads_for_all_elements: 1
// expect tuned_one_too_far: refused: "1056 threads in a block; the limit is 1024"
// status tuned_one_too_far: 1
// expect zero_blocks: refused: "the grid (0, 1, 1) has no blocks", "round the division up"
// status zero_blocks: 1
// expect symbol_by_name: error: "the copy to constant memory failed: the first argument must be the variable, not its name"
// status symbol_by_name: 13
// expect copy_after_free: error: "which was freed"
// status copy_after_free: 1
// expect freed_twice: error: "which was freed"
// status freed_twice: 1
// expect plain_copy_to_array: error: "cudaMemcpy2DToArray"
// status plain_copy_to_array: 1
// expect wrong_direction: error: "the direction or the order of the arguments is the wrong way round"
// status wrong_direction: 1
// expect copy_to_address_of_pointer: error: "is a host address; the host keeps a device pointer there: pass the pointer itself, not its address"
// status copy_to_address_of_pointer: 1
// expect fill_at_address_of_pointer: error: "is a host address; cudaMemset fills device memory; the host keeps a device pointer there"
// status fill_at_address_of_pointer: 1
// expect free_address_of_pointer: error: "this call takes the pointer that cudaMalloc gave; the host keeps a device pointer there"
// status free_address_of_pointer: 1
// expect plain_copy_to_constant: error: "it is the host's shadow of the __constant__ variable `taps`", "copy with cudaMemcpyToSymbol"
// status plain_copy_to_constant: 1
// expect size_overflows: error: "which is -1894967296 taken as a number without a sign", "size_t(n) * sizeof(T)"
// status size_overflows: 2
// expect grid_overflows: refused: "4286578689 blocks in x", "as an int this is -8388607", "compute the number of blocks in size_t"
// status grid_overflows: 1
// expect grid_below_zero: refused: "as an int this is -1: the number of blocks came out negative", "return before the launch when there is no work"
// status grid_below_zero: 1
// expect allocation_in_capture: error: "cudaMalloc may not be called while a stream is being captured", "allocate before cudaStreamBeginCapture"
// status allocation_in_capture: 900
// expect free_in_capture: error: "cudaFree may not be called while a stream is being captured"
// status free_in_capture: 900
// expect array_in_capture: error: "cudaMallocArray may not be called while a stream is being captured"
// status array_in_capture: 900
// expect wait_in_capture: error: "nobody can wait for a stream that is being captured"
// status wait_in_capture: 900
// expect default_stream_in_capture: refused: "this call uses the default stream, which would have to wait for a stream that is being captured"
// status default_stream_in_capture: 906
// expect three_channels: error: "an array holds 1, 2 or 4 equal components"
// status three_channels: 20
// expect copy_too_long: error: "the copy writes 400 bytes into allocation #", "of 200 bytes"
// status copy_too_long: 1
// expect fill_too_long: error: "800 bytes into allocation #", "of 200 bytes"
// status fill_too_long: 1
// expect too_many_blocks_in_y: refused: "70000 blocks in y; the limit is 65535"
// status too_many_blocks_in_y: 1
// expect too_much_shared: refused: "102400 bytes of dynamic shared memory; the limit is 49152", "cudaFuncSetAttribute"
// status too_much_shared: 1
// expect free_in_the_middle: error: "the pointer points 16 bytes into allocation #", "freed by the pointer that the allocation gave"
// status free_in_the_middle: 1
// expect copy_from_unset_pointer: error: "the source pointer is null"
// status copy_from_unset_pointer: 1
// expect symbol_too_small: error: "the copy writes 64 bytes into taps, which has 36 bytes"
// status symbol_too_small: 1
// expect dynamic_not_used: note: "is launched with 512 bytes of dynamic shared memory but declares no extern __shared__ array"
// expect pointer_in_symbol: out-of-bounds at [through the symbol]: "writes 4 bytes", "which is not device memory"
// also pointer_in_symbol: note: "cudaMemcpyToSymbol into `place` was told cudaMemcpyHostToDevice, but reads device memory", "pass the address of the host's variable (&pointer)"
// status pointer_in_symbol: 700
// expect host_follows: host-dereference: "host code followed a device pointer", "copy it with cudaMemcpy first"
#include "faults.h"

__global__ void add_one(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__constant__ float taps[9];
__device__ int* place;
__global__ void write_there() { *place = 3; }  // [through the symbol]

// A stream that records its work from now on; the case ends before it stops, so that the first status is the last one.
cudaStream_t captured(unsigned flags = cudaStreamNonBlocking) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, flags);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  return stream;
}

const Case cases[] = {
    {"threads_for_all_elements", [] { add_one<<<1, 2000>>>(zeros<int>(2000)); }},
    {"tuned_one_too_far", [] { add_one<<<1, dim3(33, 32)>>>(zeros<int>(2000)); }},
    {"zero_blocks", [] { add_one<<<20 / 256, 256>>>(zeros<int>(20)); }},
    {"symbol_by_name",
     [] {
       const std::vector<float> host(9, 1.0f);
       cudaMemcpyToSymbol("taps", host.data(), sizeof taps);
     }},
    {"copy_after_free",
     [] {
       int host[8], *device = counted<int>(8);
       cudaFree(device);
       cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
     }},
    {"freed_twice",
     [] {
       int* device = counted<int>(8);
       cudaFree(device);
       cudaFree(device);
     }},
    {"plain_copy_to_array",
     [] {
       cudaArray_t array;
       const cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
       cudaMallocArray(&array, &format, 64, 4);
       const std::vector<unsigned char> host(256, 1);
       cudaMemcpy(array, host.data(), 256, cudaMemcpyHostToDevice);
     }},
    {"wrong_direction",
     [] {
       int host[8] = {}, *device = counted<int>(8);
       cudaMemcpy(host, device, sizeof host, cudaMemcpyHostToDevice);
     }},
    {"three_channels",
     [] {
       cudaArray_t array;
       const cudaChannelFormatDesc format = cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned);
       cudaMallocArray(&array, &format, 64, 4, cudaArraySurfaceLoadStore);
     }},
    {"copy_to_address_of_pointer",
     [] {
       const int host[8] = {};
       int* device = counted<int>(8);
       cudaMemcpy(&device, host, sizeof host, cudaMemcpyHostToDevice);
     }},
    {"fill_at_address_of_pointer",
     [] {
       int* device = counted<int>(8);
       cudaMemset(&device, 0, 8);
     }},
    {"free_address_of_pointer",
     [] {
       int* device = counted<int>(8);
       cudaFree(&device);
     }},
    {"plain_copy_to_constant",
     [] {
       const std::vector<float> host(9, 1.0f);
       cudaMemcpy(taps, host.data(), sizeof taps, cudaMemcpyHostToDevice);
     }},
    {"size_overflows",
     [] {
       volatile unsigned n = 600000000;  // the product as an int: 2400000000 - 2^32
       const int bytes = int(n * 4);
       void* device = nullptr;
       cudaMalloc(&device, bytes);
     }},
    {"grid_overflows",
     [] {
       volatile unsigned n = 2147483647;
       add_one<<<int(n + 255) / 256, 256>>>(zeros<int>(256));
     }},
    {"grid_below_zero",
     [] {
       volatile int n = 200;
       add_one<<<n / 256 - 1, 256>>>(zeros<int>(256));
     }},
    {"allocation_in_capture",
     [] {
       captured();
       void* device = nullptr;
       cudaMalloc(&device, 32);
     }},
    {"free_in_capture",
     [] {
       int* device = counted<int>(8);
       captured();
       cudaFree(device);
     }},
    {"array_in_capture",
     [] {
       captured();
       cudaArray_t array;
       const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
       cudaMallocArray(&array, &format, 64, 4);
     }},
    {"wait_in_capture", [] { cudaStreamSynchronize(captured()); }},
    {"default_stream_in_capture",
     [] {
       int* device = counted<int>(256);
       captured(cudaStreamDefault);
       add_one<<<1, 256>>>(device);
     }},
    {"copy_in_capture",
     [] {
       int host[8], *device = counted<int>(8);
       captured();
       cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
     }},
    {"copy_too_long",
     [] {
       int host[100] = {};
       cudaMemcpy(zeros<int>(50), host, sizeof host, cudaMemcpyHostToDevice);
     }},
    {"fill_too_long", [] { cudaMemset(zeros<int>(50), 0, 50 * 4 * sizeof(int)); }},
    {"too_many_blocks_in_y", [] { add_one<<<dim3(1, 70000), 256>>>(zeros<int>(256)); }},
    {"too_much_shared", [] { add_one<<<1, 256, 100 * 1024>>>(zeros<int>(256)); }},
    {"free_in_the_middle", [] { cudaFree(counted<int>(8) + 4); }},
    {"copy_from_unset_pointer",
     [] {
       int host[8], *device = nullptr;
       cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
     }},
    {"symbol_too_small",
     [] {
       const std::vector<float> host(16, 1.0f);
       cudaMemcpyToSymbol(taps, host.data(), 16 * sizeof(float));
     }},
    {"dynamic_not_used", [] { add_one<<<1, 64, 512>>>(zeros<int>(64)); }},
    {"pointer_in_symbol",
     [] {
       int* device = unwritten<int>(2);
       cudaMemset(device, 0x18, 8);
       cudaMemcpyToSymbol(place, device, sizeof device);  // the pointer's own bytes are at &device
       write_there<<<1, 1>>>();
     }},
    {"host_follows",
     [] {
       int* device = counted<int>(8);
       std::printf("%d\n", device[3]);
     }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
