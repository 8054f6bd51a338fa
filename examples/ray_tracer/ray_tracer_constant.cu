// A ray tracer for spheres in the manner of "CUDA by Example", the spheres in constant memory:
// all lanes of a warp ask for the same sphere at the same time, which the constant cache answers once.
// Each pixel sends one ray straight into the scene and takes the colour of the nearest sphere, darker towards its rim.
#include "../common/book.h"
#include "../common/cpu_bitmap.h"

#define DIM 1024

#define rnd(x) (x * rand() / (float)RAND_MAX)
#define SPHERES 20
#define INF 2e10f

struct Sphere {
  float r, b, g;
  float radius;
  float x, y, z;

  // How near the ray through (ox, oy) meets the sphere, -INF if it misses; *n is 1 at the centre and 0 at the rim.
  __device__ float hit(float ox, float oy, float* n) {
    float dx = ox - x;
    float dy = oy - y;
    if (dx * dx + dy * dy < radius * radius) {
      float dz = sqrtf(radius * radius - dx * dx - dy * dy);
      *n = dz / radius;
      return dz + z;
    }
    return -INF;
  }
};

__constant__ Sphere s[SPHERES];

__global__ void kernel(unsigned char* ptr) {
  int x = threadIdx.x + blockIdx.x * blockDim.x;
  int y = threadIdx.y + blockIdx.y * blockDim.y;
  int offset = x + y * blockDim.x * gridDim.x;
  float ox = (x - DIM / 2);
  float oy = (y - DIM / 2);

  float r = 0, g = 0, b = 0;
  float maxz = -INF;
  for (int i = 0; i < SPHERES; i++) {
    float n;
    float t = s[i].hit(ox, oy, &n);
    if (t > maxz) {
      r = s[i].r * n;
      g = s[i].g * n;
      b = s[i].b * n;
      maxz = t;
    }
  }

  ptr[offset * 4 + 0] = (int)(r * 255);
  ptr[offset * 4 + 1] = (int)(g * 255);
  ptr[offset * 4 + 2] = (int)(b * 255);
  ptr[offset * 4 + 3] = 255;
}

// What display_and_exit hands back to the callback at the end.
struct DataBlock {
  unsigned char* dev_bitmap;
};

void cleanup(void* data) {
  DataBlock* block = (DataBlock*)data;
  HANDLE_ERROR(cudaFree(block->dev_bitmap));
}

int main(void) {
  DataBlock data;
  cudaEvent_t start, stop;
  HANDLE_ERROR(cudaEventCreate(&start));
  HANDLE_ERROR(cudaEventCreate(&stop));
  HANDLE_ERROR(cudaEventRecord(start, 0));

  CPUBitmap bitmap(DIM, DIM, &data);
  unsigned char* dev_bitmap;
  HANDLE_ERROR(cudaMalloc((void**)&dev_bitmap, bitmap.image_size()));
  data.dev_bitmap = dev_bitmap;

  Sphere* temp_s = (Sphere*)malloc(sizeof(Sphere) * SPHERES);
  HANDLE_NULL(temp_s);
  for (int i = 0; i < SPHERES; i++) {
    temp_s[i].r = rnd(1.0f);
    temp_s[i].g = rnd(1.0f);
    temp_s[i].b = rnd(1.0f);
    temp_s[i].x = rnd(1000.0f) - 500;
    temp_s[i].y = rnd(1000.0f) - 500;
    temp_s[i].z = rnd(1000.0f) - 500;
    temp_s[i].radius = rnd(100.0f) + 20;
  }
  HANDLE_ERROR(cudaMemcpyToSymbol(s, temp_s, sizeof(Sphere) * SPHERES));
  free(temp_s);

  dim3 grids(DIM / 16, DIM / 16);
  dim3 threads(16, 16);
  kernel<<<grids, threads>>>(dev_bitmap);

  HANDLE_ERROR(cudaMemcpy(bitmap.get_ptr(), dev_bitmap, bitmap.image_size(), cudaMemcpyDeviceToHost));
  HANDLE_ERROR(cudaEventRecord(stop, 0));
  HANDLE_ERROR(cudaEventSynchronize(stop));
  float elapsedTime;
  HANDLE_ERROR(cudaEventElapsedTime(&elapsedTime, start, stop));
  printf("Time to generate:  %3.1f ms\n", elapsedTime);
  HANDLE_ERROR(cudaEventDestroy(start));
  HANDLE_ERROR(cudaEventDestroy(stop));

  bitmap.display_and_exit(cleanup);
}
