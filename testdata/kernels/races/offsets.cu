// Signed numbers in unsigned sums: they may lead backward.

__global__ void rowsAbove(int *out, int w) {
  __shared__ int s[96][33];
  s[threadIdx.y][threadIdx.x] = threadIdx.x;
  if (w < 0) out[threadIdx.x] += s[threadIdx.y + w][threadIdx.x];  // want? potentially-missing-syncwarp "for s"
}

__global__ void cellsBefore(int *out, int n, int m) {
  __shared__ int s[96];
  s[threadIdx.x] = threadIdx.x;
  if (n < m) out[threadIdx.x] = s[threadIdx.x + n - m];  // want? potentially-missing-syncwarp "for s"
}

__global__ void alwaysBefore(int *out, int w) {
  __shared__ int s[96];
  s[threadIdx.x] = threadIdx.x;
  int n = (w & 7) - 8;
  out[threadIdx.x] += s[threadIdx.x + n];  // want missing-syncwarp "for s"
}

// Who compares it as an unsigned number has no negative one in mind.
__global__ void halves(int *out, int n) {
  __shared__ int s[96];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < n) s[threadIdx.x] += s[threadIdx.x + n];
  __syncthreads();
  out[threadIdx.x] = s[0];
}

// Another number that is compared so says nothing of the offset.
__global__ void boundOfTheLanes(int *out, int w, unsigned n) {
  __shared__ int s[96];
  s[threadIdx.x] = threadIdx.x;
  if (w < 0 && threadIdx.x < n) out[threadIdx.x] += s[threadIdx.x + w];  // want? potentially-missing-syncwarp "for s"
}

__global__ void farBehind(int *out, int w) {
  __shared__ int s[96];
  s[threadIdx.x] = threadIdx.x;
  if (w >= 32) out[threadIdx.x] += s[threadIdx.x + w];
}

__global__ void farBefore(int *out, int w) {
  __shared__ int s[96];
  s[threadIdx.x + 64] = threadIdx.x;
  if (w < -32) out[threadIdx.x] += s[threadIdx.x + 64 + w];
}

void launch(int *out, int n, int m) {
  rowsAbove<<<1, dim3(16, 16)>>>(out, n);
  cellsBefore<<<1, 32>>>(out, n, m);
  alwaysBefore<<<1, 32>>>(out, n);
  halves<<<1, 32>>>(out, n);
  boundOfTheLanes<<<1, 32>>>(out, n, m);
  farBehind<<<1, 32>>>(out, n);
  farBefore<<<1, 32>>>(out, n);
}

// without missing-syncthreads
// without uninitialized-shared
