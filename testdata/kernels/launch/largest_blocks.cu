// A block has at most 1024 threads, and 64 along z, however many of its extents are known.

__global__ void rows(float *data) {
  if (threadIdx.y >= 60 && blockDim.z >= 2)
    __syncthreads(); // nobody comes: 16 x 61 x 2 threads are too many
}

__global__ void fewerRows(float *data) {
  if (threadIdx.y >= 30 && blockDim.z >= 2)
    __syncthreads(); // want? potentially-divergent-syncthreads "fewerRows \[block 16x\?x\?"
}

void launchRows(float *data, int n, int m) {
  rows<<<1, dim3(16, n, m)>>>(data);
  fewerRows<<<1, dim3(16, n, m)>>>(data);
}

// Of a block of which nothing is known, with indices along y and z.
__global__ void anyBlock(float *data) {
  if (threadIdx.y >= 8 && threadIdx.z >= 3)
    __syncthreads(); // nobody comes: 32 x 9 x 4 threads are too many
  if (threadIdx.x >= 128 && threadIdx.y >= 6 && blockDim.x % 32 == 0)
    __syncthreads(); // nor here: 160 x 7
}

__global__ void deep(float *data) {
  if (threadIdx.z >= 32)
    __syncthreads(); // nobody comes: 32 x 1 x 33 threads are too many
  if (blockDim.x == 1 && threadIdx.z >= 64)
    __syncthreads();
}

void launchDeep(float *data, int n, int m) { deep<<<1, dim3(1, n, m)>>>(data); }

__global__ void __launch_bounds__(256) bounded(float *data) {
  if (threadIdx.x >= 64 && threadIdx.y >= 2)
    __syncthreads(); // 96 x 3 are more than the bound
}
