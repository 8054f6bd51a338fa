// expect: refused/latin_1.cu:3:
// expect: save the file as UTF-8
__global__ void kernel(float* x) { float grösse = 1; x[0] = grösse; }
