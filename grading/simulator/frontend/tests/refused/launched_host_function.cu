// expect: refused/launched_host_function.cu:5:
// expect: kernel call to non-global function 'add'
// expect: write __global__ before the function
void add(float* x) { x[0] = 1; }
void launch(float* x) { add<<<1, 32>>>(x); }
