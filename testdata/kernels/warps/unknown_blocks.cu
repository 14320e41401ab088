// Blocks of several unknown extents: a likely block that fits the arrays stands for all, and what another likely block does not
// share is unconfirmed.
// without missing-syncwarp

__global__ void eightWide(const int *in, int *out) {
  __shared__ int s[8 * 128];
  int t = threadIdx.y * 64 + threadIdx.x;
  int *row = s + t;
  for (int i = 0; i < 8; i++) row[i * 8] = in[t + i * 8];  // want~ potentially-missing-syncthreads "for s"
  for (int i = 0; i < 8; i++) out[t + i * 8] = row[7 * threadIdx.x + i];  // want~ potentially-missing-syncthreads "for s"
}

__global__ void oneRow(const int *in, int *out, int w) {
  __shared__ int s[256];
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  s[threadIdx.x] = in[y * w + threadIdx.x];           // want~ potentially-missing-syncthreads "for s"
  out[y * w + threadIdx.x] = s[threadIdx.x];          // want~ potentially-missing-syncthreads "for s"
}

__global__ void oneHeaderForAllRows(const int *in, int *out, int w) {
  __shared__ int s[32];
  if (threadIdx.y == 0) s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.y * w + threadIdx.x] = s[threadIdx.x];  // want? potentially-missing-syncthreads "for s"
}

__global__ void transposed(const int *in, int *out, int w) {
  __shared__ int tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * w + x];
  out[y * w + x] = tile[x][y];  // want? potentially-missing-syncthreads "block 16x16"
}

__global__ void transposedInTurn(const int *in, int *out, int w) {
  __shared__ int tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * w + x];
  __syncthreads();
  out[y * w + x] = tile[x][y];
}

__global__ void reversed(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  s[t] = in[t];
  out[t] = s[blockDim.x * blockDim.y - 1 - t];  // want? potentially-missing-syncthreads "for s"
}

__global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float p[16][16], q[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    p[y][x] = a[y * n + k + x];
    q[y][x] = b[(y + k) * n + x];  // want? potentially-missing-syncthreads "for q"
    __syncthreads();
    for (int i = 0; i < 16; i++) sum += p[y][i] * q[i][x];
  }
  c[y * n + x] = sum;
}
