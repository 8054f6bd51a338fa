// expect: cudaMallocManaged
__managed__ int counter;
