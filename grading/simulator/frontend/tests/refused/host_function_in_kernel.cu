// expect: refused/host_function_in_kernel.cu:5:
// expect: it is a host function
int twice(int x) { return 2 * x; }
__global__ void kernel(int* out) {
  out[threadIdx.x] = twice(out[threadIdx.x]);
}
