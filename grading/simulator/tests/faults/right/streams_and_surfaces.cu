// Right programs that order their work by streams, events and graphs, or read surfaces that a kernel wrote. None of them
// may be reported.
//
// expect event_between_streams: nothing
// expect blocking_streams_and_default: nothing
// expect fork_and_join: nothing
// expect graph_replayed: nothing
// expect graph_of_two_streams: nothing
// expect page_locked_async: nothing
// expect halves_in_two_streams: nothing
// expect host_waits_then_other_stream: nothing
// expect surface_written_then_read: nothing
// expect surface_copied_out: nothing
// expect surface_in_two_kernels: nothing
// expect texture_of_a_copy: nothing
// expect managed_by_both: nothing
// expect async_allocation: nothing
// expect pinned_read_by_kernel: nothing
// expect symbol_filled_by_kernel: nothing
// expect allocation_in_relaxed_capture: nothing
// expect pointer_of_a_symbol: nothing
// expect pointer_in_a_symbol: nothing
#include "../faults.h"

__global__ void twice(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 2;
}
__global__ void add(const int* a, const int* b, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = a[i] + b[i];
}
__global__ void write_surface(cudaSurfaceObject_t s, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < w && y < h) surf2Dwrite(float(x + y), s, x * 4, y);
}
__global__ void blur_surface(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= w || y >= h) return;
  const float left = surf2Dread<float>(in, (x - 1) * 4, y, cudaBoundaryModeClamp), right = surf2Dread<float>(in, (x + 1) * 4, y, cudaBoundaryModeClamp);
  surf2Dwrite(left + right, out, x * 4, y);
}
__global__ void read_surface(cudaSurfaceObject_t s, float* out, int w) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < w) out[blockIdx.y * w + x] = surf2Dread<float>(s, x * 4, blockIdx.y);
}
__global__ void read_texture(cudaTextureObject_t t, float* out, int w) {
  const int x = threadIdx.x;
  if (x < w) out[blockIdx.x * w + x] = tex2D<float>(t, x + 0.5f, blockIdx.x + 0.5f);
}
__device__ int table[64];
__constant__ int* place;
__global__ void fill_table() { table[threadIdx.x] = threadIdx.x * 3; }
__global__ void read_table(int* out) { out[threadIdx.x] = table[63 - threadIdx.x]; }
__global__ void read_place(int* out) { out[threadIdx.x] = place[threadIdx.x]; }

cudaArray_t array(int w, int h) {
  cudaArray_t made;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&made, &format, w, h, cudaArraySurfaceLoadStore);
  return made;
}
cudaSurfaceObject_t surface(cudaArray_t a) {
  cudaResourceDesc what = {};
  what.resType = cudaResourceTypeArray;
  what.res.array.array = a;
  cudaSurfaceObject_t made;
  cudaCreateSurfaceObject(&made, &what);
  return made;
}
cudaStream_t stream(unsigned flags) {
  cudaStream_t made;
  cudaStreamCreateWithFlags(&made, flags);
  return made;
}
cudaEvent_t event() {
  cudaEvent_t made;
  cudaEventCreate(&made);
  return made;
}

const Case cases[] = {
    {"event_between_streams",
     [] {
       const cudaStream_t a = stream(cudaStreamNonBlocking), b = stream(cudaStreamNonBlocking);
       const cudaEvent_t done = event();
       int *x = counted<int>(100), *y = unwritten<int>(100), *z = unwritten<int>(100);
       cudaDeviceSynchronize();
       twice<<<1, 128, 0, a>>>(x, y, 100);
       cudaEventRecord(done, a);
       cudaStreamWaitEvent(b, done, 0);
       twice<<<1, 128, 0, b>>>(y, z, 100);
       cudaStreamSynchronize(b);
     }},
    {"blocking_streams_and_default",
     [] {
       const cudaStream_t a = stream(cudaStreamDefault), b = stream(cudaStreamDefault);
       int *x = counted<int>(100), *y = unwritten<int>(100), *z = unwritten<int>(100);
       twice<<<1, 128, 0, a>>>(x, y, 100);
       twice<<<1, 128>>>(y, z, 100);
       twice<<<1, 128, 0, b>>>(z, y, 100);
     }},
    {"fork_and_join",
     [] {
       const cudaStream_t a = stream(cudaStreamNonBlocking), b = stream(cudaStreamNonBlocking);
       const cudaEvent_t fork = event(), join = event();
       int *x = counted<int>(100), *y = unwritten<int>(100), *z = unwritten<int>(100), *sum = unwritten<int>(100);
       cudaDeviceSynchronize();
       twice<<<1, 128, 0, a>>>(x, x, 100);
       cudaEventRecord(fork, a);
       cudaStreamWaitEvent(b, fork, 0);
       twice<<<1, 128, 0, a>>>(x, y, 100);
       twice<<<1, 128, 0, b>>>(x, z, 100);
       cudaEventRecord(join, b);
       cudaStreamWaitEvent(a, join, 0);
       add<<<1, 128, 0, a>>>(y, z, sum, 100);
       std::vector<int> host(100);
       cudaMemcpyAsync(host.data(), sum, 400, cudaMemcpyDeviceToHost, a);
       cudaStreamSynchronize(a);
     }},
    {"graph_replayed",
     [] {
       const cudaStream_t a = stream(cudaStreamNonBlocking);
       int *x = counted<int>(100), *y = unwritten<int>(100);
       cudaDeviceSynchronize();
       cudaGraph_t graph;
       cudaGraphExec_t ready;
       cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
       twice<<<1, 128, 0, a>>>(x, y, 100);
       twice<<<1, 128, 0, a>>>(y, x, 100);
       cudaStreamEndCapture(a, &graph);
       cudaGraphInstantiate(&ready, graph, 0);
       for (int k = 0; k < 5; ++k) cudaGraphLaunch(ready, a);
       cudaStreamSynchronize(a);
       cudaGraphExecDestroy(ready);
       cudaGraphDestroy(graph);
     }},
    {"graph_of_two_streams",
     [] {
       const cudaStream_t a = stream(cudaStreamNonBlocking), b = stream(cudaStreamNonBlocking);
       const cudaEvent_t fork = event(), join = event();
       int *x = counted<int>(100), *y = unwritten<int>(100), *z = unwritten<int>(100), *sum = unwritten<int>(100);
       cudaDeviceSynchronize();
       cudaGraph_t graph;
       cudaGraphExec_t ready;
       cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
       cudaEventRecord(fork, a);
       cudaStreamWaitEvent(b, fork, 0);
       twice<<<1, 128, 0, a>>>(x, y, 100);
       twice<<<1, 128, 0, b>>>(x, z, 100);
       cudaEventRecord(join, b);
       cudaStreamWaitEvent(a, join, 0);
       add<<<1, 128, 0, a>>>(y, z, sum, 100);
       cudaStreamEndCapture(a, &graph);
       cudaGraphInstantiate(&ready, graph, 0);
       cudaGraphLaunch(ready, a);
       cudaGraphLaunch(ready, a);
       cudaStreamSynchronize(a);
     }},
    {"page_locked_async",
     [] {
       int *host, *x = unwritten<int>(100), *y = unwritten<int>(100);
       cudaMallocHost(&host, 400);
       for (int k = 0; k < 100; ++k) host[k] = k;
       const cudaStream_t a = stream(cudaStreamNonBlocking);
       cudaMemcpyAsync(x, host, 400, cudaMemcpyHostToDevice, a);
       twice<<<1, 128, 0, a>>>(x, y, 100);
       cudaMemcpyAsync(host, y, 400, cudaMemcpyDeviceToHost, a);
       cudaStreamSynchronize(a);
       for (int k = 0; k < 100; ++k) host[k] += 1;
     }},
    {"halves_in_two_streams",
     [] {
       const cudaStream_t a = stream(cudaStreamNonBlocking), b = stream(cudaStreamNonBlocking);
       int *x = counted<int>(200), *y = unwritten<int>(200);
       cudaDeviceSynchronize();
       twice<<<1, 128, 0, a>>>(x, y, 100);
       twice<<<1, 128, 0, b>>>(x + 100, y + 100, 100);
       cudaDeviceSynchronize();
     }},
    {"host_waits_then_other_stream",
     [] {
       const cudaStream_t a = stream(cudaStreamNonBlocking), b = stream(cudaStreamNonBlocking);
       int *x = counted<int>(100), *y = unwritten<int>(100), *z = unwritten<int>(100);
       cudaDeviceSynchronize();
       twice<<<1, 128, 0, a>>>(x, y, 100);
       cudaStreamSynchronize(a);
       twice<<<1, 128, 0, b>>>(y, z, 100);
       cudaStreamSynchronize(b);
     }},
    {"surface_written_then_read",
     [] {
       const cudaSurfaceObject_t s = surface(array(64, 8));
       write_surface<<<dim3(1, 8), 64>>>(s, 64, 8);
       read_surface<<<dim3(1, 8), 64>>>(s, unwritten<float>(64 * 8), 64);
     }},
    {"surface_copied_out",
     [] {
       const cudaArray_t a = array(64, 8);
       write_surface<<<dim3(1, 8), 64>>>(surface(a), 64, 8);
       std::vector<float> host(64 * 8);
       cudaMemcpy2DFromArray(host.data(), 256, a, 0, 0, 256, 8, cudaMemcpyDeviceToHost);
     }},
    {"surface_in_two_kernels",
     [] {
       const cudaSurfaceObject_t a = surface(array(70, 8)), b = surface(array(70, 8));
       write_surface<<<dim3(2, 8), 64>>>(a, 70, 8);
       for (int k = 0; k < 2; ++k) {
         blur_surface<<<dim3(2, 8), 64>>>(a, b, 70, 8);
         blur_surface<<<dim3(2, 8), 64>>>(b, a, 70, 8);
       }
     }},
    {"texture_of_a_copy",
     [] {
       const cudaArray_t a = array(32, 4);
       const std::vector<float> host(32 * 4, 2.f);
       cudaMemcpy2DToArray(a, 0, 0, host.data(), 128, 128, 4, cudaMemcpyHostToDevice);
       cudaResourceDesc what = {};
       what.resType = cudaResourceTypeArray;
       what.res.array.array = a;
       cudaTextureDesc how = {};
       how.filterMode = cudaFilterModeLinear;
       cudaTextureObject_t t;
       cudaCreateTextureObject(&t, &what, &how, nullptr);
       read_texture<<<4, 32>>>(t, unwritten<float>(128), 32);
     }},
    {"managed_by_both",
     [] {
       int* x;
       cudaMallocManaged(&x, 400);
       for (int k = 0; k < 100; ++k) x[k] = k;
       twice<<<1, 128>>>(x, x, 100);
       cudaDeviceSynchronize();
       for (int k = 0; k < 100; ++k) x[k] += x[99 - k];
       twice<<<1, 128>>>(x, x, 100);
     }},
    {"async_allocation",
     [] {
       const cudaStream_t a = stream(cudaStreamNonBlocking);
       int *x = nullptr, *y = unwritten<int>(100);
       cudaMallocAsync(&x, 400, a);
       cudaMemsetAsync(x, 0, 400, a);
       twice<<<1, 128, 0, a>>>(x, y, 100);
       cudaFreeAsync(x, a);
       cudaStreamSynchronize(a);
     }},
    {"pinned_read_by_kernel",
     [] {
       int *host, *device;
       cudaHostAlloc(&host, 400, cudaHostAllocMapped);
       for (int k = 0; k < 100; ++k) host[k] = k;
       cudaHostGetDevicePointer(&device, host, 0);
       twice<<<1, 128>>>(device, unwritten<int>(100), 100);
     }},
    {"symbol_filled_by_kernel",
     [] {
       fill_table<<<1, 64>>>();
       read_table<<<1, 64>>>(unwritten<int>(64));
       int host[64];
       cudaMemcpyFromSymbol(host, table, sizeof host);
     }},
    {"allocation_in_relaxed_capture",
     [] {
       const cudaStream_t a = stream(cudaStreamNonBlocking);
       int *x = counted<int>(100), *y = nullptr;
       cudaDeviceSynchronize();
       cudaGraph_t graph;
       cudaStreamBeginCapture(a, cudaStreamCaptureModeRelaxed);
       cudaMalloc(&y, 400);
       twice<<<1, 128, 0, a>>>(x, y, 100);
       cudaStreamEndCapture(a, &graph);
       cudaGraphExec_t ready;
       cudaGraphInstantiate(&ready, graph, 0);
       cudaGraphLaunch(ready, a);
       cudaStreamSynchronize(a);
     }},
    {"pointer_of_a_symbol",
     [] {
       void* address;
       cudaGetSymbolAddress(&address, table);
       cudaMemset(address, 0, sizeof table);
       twice<<<1, 64>>>(static_cast<const int*>(address), unwritten<int>(64), 64);
     }},
    {"pointer_in_a_symbol",
     [] {
       int* const x = counted<int>(64);
       cudaMemcpyToSymbol(place, &x, sizeof x);
       read_place<<<1, 64>>>(unwritten<int>(64));
     }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
