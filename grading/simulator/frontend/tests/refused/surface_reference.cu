// expect: refused/surface_reference.cu:3:
// expect: make an object (cudaSurfaceObject_t of cudaCreateSurfaceObject)
surface<void, 2> picture;
__global__ void kernel() { surf2Dwrite(1.f, picture, threadIdx.x * 4, 0); }
