// expect: refused/constant_parameter.cu:2:
__global__ void kernel(__constant__ float* p, float* out) { out[0] = p[0]; }
