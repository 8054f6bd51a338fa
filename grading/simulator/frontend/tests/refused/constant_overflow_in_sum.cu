// expect: yours needs 80000 bytes
__constant__ double first[5000];
__constant__ double second[5000];
__global__ void kernel(double* out, int i) { out[0] = first[i] + second[i]; }
