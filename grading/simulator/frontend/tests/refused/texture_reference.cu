// expect: refused/texture_reference.cu:4:
// expect: texture references were removed in CUDA 12
// expect: cudaTextureObject_t
texture<float, 2> picture;
__global__ void kernel(float* out) { out[threadIdx.x] = tex2D(picture, threadIdx.x + 0.5f, 0.5f); }
