// expect: refused/surface_reference.cu:2:
surface<void, 2> picture;
__global__ void kernel() { surf2Dwrite(1.f, picture, threadIdx.x * 4, 0); }
