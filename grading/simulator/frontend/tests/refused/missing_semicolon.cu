// expect: refused/missing_semicolon.cu:4:
// expect: expected ';'
__global__ void kernel(int* out) {
  out[threadIdx.x] = 3
}
