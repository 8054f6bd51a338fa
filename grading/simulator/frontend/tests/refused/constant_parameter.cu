// expect: refused/constant_parameter.cu:3:
// expect: constant memory is declared at file scope and used by name
__global__ void kernel(__constant__ float* p, float* out) { out[0] = p[0]; }
