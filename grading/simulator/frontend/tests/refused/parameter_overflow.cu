// expect: refused/parameter_overflow.cu:4: error: the arguments of a kernel have 32764 bytes of constant memory at most; those of kernel(Table, float*) need 32776
// One float more than fits, and the pointer at a multiple of 8 behind it.
struct Table { float values[8192]; };
__global__ void kernel(Table table, float* out) { out[0] = table.values[threadIdx.x]; }
void launch(float* out) { kernel<<<1, 1>>>(Table{}, out); }
