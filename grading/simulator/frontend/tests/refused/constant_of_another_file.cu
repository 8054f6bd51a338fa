// expect: refused/constant_of_another_file.cu:2: error: gain is declared extern
extern __constant__ int gain;
__global__ void scale(int* out) { out[threadIdx.x] *= gain; }
