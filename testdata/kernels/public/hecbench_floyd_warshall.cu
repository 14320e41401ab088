// Reduced from https://github.com/zjin-lcf/HeCBench/tree/master/src/floydwarshall2-cuda
// Each step reads a row and a column of the tile that other threads store in the same step.

template <bool waits>
__global__ void shortest(int *paths) {
  __shared__ int tile[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = paths[y * 16 + x];
  __syncthreads();
  for (int k = 0; k < 16; k++) {
    // want? potentially-missing-syncwarp "for tile"
    int through = tile[y][k] + tile[k][x];  // want? potentially-missing-syncthreads "for tile"
    if (waits) __syncthreads();
    if (through < tile[y][x]) tile[y][x] = through;  // want? potentially-missing-syncthreads "for tile"
    if (waits) __syncthreads();
  }
  paths[y * 16 + x] = tile[y][x];
}

void launch(int *paths) {
  shortest<false><<<1, dim3(16, 16)>>>(paths);
  shortest<true><<<1, dim3(16, 16)>>>(paths);
}
