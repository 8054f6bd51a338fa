// Work of two streams on the same array with nothing to order it.
//
// expect copy_in_other_stream: unordered-streams: "what the kernel write_surface", "nothing makes this stream wait for it", "cudaStreamWaitEvent"
// expect kernel_in_other_stream: unordered-streams at [reads the array]: "what the kernel write_surface", "wrote in another stream"
// expect event_recorded_too_early: unordered-streams at [reads the array]: "what the kernel write_surface", "wrote in another stream"
#include "faults.h"

__global__ void write_surface(cudaSurfaceObject_t s) { surf2Dwrite(7.f, s, threadIdx.x * 4, 0); }
__global__ void read_surface(cudaSurfaceObject_t s, float* out) {
  out[threadIdx.x] = surf2Dread<float>(s, threadIdx.x * 4, 0);  // [reads the array]
}

struct Surface {
  cudaArray_t array;
  cudaSurfaceObject_t object;
};
Surface surface() {
  Surface made;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&made.array, &format, 32, 1, cudaArraySurfaceLoadStore);
  const std::vector<float> values(32, 1.0f);
  cudaMemcpy2DToArray(made.array, 0, 0, values.data(), 128, 128, 1, cudaMemcpyHostToDevice);
  cudaResourceDesc what{};
  what.resType = cudaResourceTypeArray;
  what.res.array.array = made.array;
  cudaCreateSurfaceObject(&made.object, &what);
  return made;
}
cudaStream_t stream() {
  cudaStream_t made;
  cudaStreamCreateWithFlags(&made, cudaStreamNonBlocking);
  return made;
}

const Case cases[] = {
    {"copy_in_other_stream",
     [] {
       static float host[32];
       const Surface s = surface();
       const cudaStream_t a = stream(), b = stream();
       cudaDeviceSynchronize();
       write_surface<<<1, 32, 0, a>>>(s.object);
       cudaMemcpy2DFromArrayAsync(host, 128, s.array, 0, 0, 128, 1, cudaMemcpyDeviceToHost, b);
     }},
    {"kernel_in_other_stream",
     [] {
       const Surface s = surface();
       float* out = zeros<float>(32);
       const cudaStream_t a = stream(), b = stream();
       cudaDeviceSynchronize();
       write_surface<<<1, 32, 0, a>>>(s.object);
       read_surface<<<1, 32, 0, b>>>(s.object, out);
     }},
    {"event_recorded_too_early",
     [] {
       const Surface s = surface();
       float* out = zeros<float>(32);
       const cudaStream_t a = stream(), b = stream();
       cudaEvent_t done;
       cudaEventCreate(&done);
       cudaDeviceSynchronize();
       cudaEventRecord(done, a);
       write_surface<<<1, 32, 0, a>>>(s.object);
       cudaStreamWaitEvent(b, done, 0);
       read_surface<<<1, 32, 0, b>>>(s.object, out);
     }},
};

int main(int argc, char** argv) { return run_case(cases, argc, argv); }
