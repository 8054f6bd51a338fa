// expect: shade(float) runs on the device but is defined nowhere in this file
__device__ float shade(float x);
__global__ void kernel(float* out) { out[0] = shade(out[1]); }
