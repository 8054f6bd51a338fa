// expect: refused/constant_overflow.cu:3: error: constant memory holds 65536 bytes (16384 floats) per module; yours needs 65540 bytes (16385 floats)
// One float more than the bank.
__constant__ float big[16385];
__global__ void kernel(float* out, int i) { out[0] = big[i]; }
