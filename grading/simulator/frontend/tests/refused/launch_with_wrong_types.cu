// expect: refused/launch_with_wrong_types.cu:3:
__global__ void kernel(int* out, int n) { if (n) *out = n; }
void run(int* out) { kernel<<<1, 1>>>(out, out); }
