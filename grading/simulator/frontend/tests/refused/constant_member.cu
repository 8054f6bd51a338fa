// expect: refused/constant_member.cu:4:
// expect: constant memory is declared at file scope and used by name
struct Filter {
  __constant__ float taps[4];
};
__global__ void kernel(const Filter* filter, float* out) { out[0] = filter->taps[0]; }
