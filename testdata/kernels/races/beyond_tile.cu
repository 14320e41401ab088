// A tile that is filled again races with the reads of the iteration before. Only a size above the tile shows it.

constexpr int tile = 256;

__global__ void filledAgain(const float *in, float *out, int n, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= width || y >= height) return;
  __shared__ float cells[tile];
  const int t = threadIdx.y * 16 + threadIdx.x;
  float best = 1e20f;
  for (int base = 0; base < n; base += tile) {
    if (base + t < n) cells[t] = in[base + t]; // want? potentially-missing-syncthreads "for cells"
    __syncthreads();
    const int count = min(tile, n - base);
    for (int i = 0; i < count; i++) best = fminf(best, cells[i] * x + y);
  }
  out[y * width + x] = best;
}

__global__ void waitsAgain(const float *in, float *out, int n, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  const bool isIn = x < width && y < height;
  __shared__ float cells[tile];
  const int t = threadIdx.y * 16 + threadIdx.x;
  float best = 1e20f;
  for (int base = 0; base < n; base += tile) {
    if (base + t < n) cells[t] = in[base + t];
    __syncthreads();
    const int count = min(tile, n - base);
    for (int i = 0; i < count; i++) best = fminf(best, cells[i] * x + y);
    __syncthreads();
  }
  if (isIn) out[y * width + x] = best;
}

void host(const float *in, float *out, int n, int width, int height) {
  const dim3 grid((width + 15) / 16, (height + 15) / 16), block(16, 16);
  filledAgain<<<grid, block>>>(in, out, n, width, height);
  waitsAgain<<<grid, block>>>(in, out, n, width, height);
}
