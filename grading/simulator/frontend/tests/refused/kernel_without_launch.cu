// expect: refused/kernel_without_launch.cu:5:
// expect: launch it with a number of blocks and of threads in each, name<<<blocks, threads>>>(...)
__global__ void kernel(float* out) { out[threadIdx.x] = 1; }
int main() {
  kernel(nullptr);
}
