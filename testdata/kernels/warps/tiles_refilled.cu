// Tiles that the threads of a block fill one after the other. The barrier behind the reads of a tile is missing: a warp that is
// ahead fills the next tile.

// The points of a tile are read by threads of a picture, and those outside of it leave.
template <int TILE>
__global__ void nearest(const float *points, int n, int width, int height, float *out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  __shared__ float tile[TILE * 3];
  float best = 1e20f;
  for (int base = 0; base < n; base += TILE) {
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    if (t < TILE && base + t < n) {
#pragma unroll
      // want? potentially-missing-syncthreads "Thread \d+ \(warp \d\) may race with thread \d+ \(warp \d, line 20\) for tile"
      for (int k = 0; k < 3; k++) tile[t * 3 + k] = points[(base + t) * 3 + k];
    }
    __syncthreads();
    for (int i = 0; i < min(TILE, n - base); i++) {
      float u = tile[i * 3] - x, v = tile[i * 3 + 1] - y, r = tile[i * 3 + 2];
      if (u * u + v * v < r && r < best) best = r;
    }
  }
  out[y * width + x] = best;
}

// The same with the barrier.
template <int TILE>
__global__ void nearest_in_turn(const float *points, int n, int width, int height, float *out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  __shared__ float tile[TILE * 3];
  float best = 1e20f;
  for (int base = 0; base < n; base += TILE) {
    int t = threadIdx.y * blockDim.x + threadIdx.x;
    if (t < TILE && base + t < n) {
#pragma unroll
      for (int k = 0; k < 3; k++) tile[t * 3 + k] = points[(base + t) * 3 + k];
    }
    __syncthreads();
    for (int i = 0; i < min(TILE, n - base); i++) {
      float u = tile[i * 3] - x, v = tile[i * 3 + 1] - y, r = tile[i * 3 + 2];
      if (u * u + v * v < r && r < best) best = r;
    }
    __syncthreads();
  }
  out[y * width + x] = best;
}

void run(const float *points, int n, int width, int height, float *out) {
  dim3 threads(8, 8), blocks((width + 7) / 8, (height + 7) / 8);
  nearest<64><<<blocks, threads>>>(points, n, width, height, out);
  nearest_in_turn<64><<<blocks, threads>>>(points, n, width, height, out);
}
