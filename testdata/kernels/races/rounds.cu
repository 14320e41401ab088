// Loops: what the next iteration writes is not ordered after what this one reads.
// without uninitialized-shared

__global__ void nextWrites(const int *d, int *out, int n) {
  __shared__ int s[32];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < n; k++) {
    s[t] = d[32 * k + t];  // want? potentially-missing-syncwarp "for s"
    __syncwarp();
    sum += s[t ^ 1];
  }
  out[t] = sum;
}

__global__ void twoBarriers(const int *d, int *out, int n) {
  __shared__ int s[32];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < n; k++) {
    s[t] = d[32 * k + t];
    __syncwarp();
    sum += s[t ^ 1];
    __syncwarp();
  }
  out[t] = sum;
}

__global__ void twoBuffers(const int *d, int *out) {
  __shared__ int s[2][32];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 8; k++) {
    s[k % 2][t] = d[32 * k + t];
    __syncwarp();
    sum += s[k % 2][t ^ 1];
  }
  out[t] = sum;
}

// Whoever was in the inner loop comes to the barrier behind it.
__global__ void barrierBehind(const int *d, int *out, int n) {
  __shared__ int c[256];
  __shared__ int rest;
  c[threadIdx.x] = d[threadIdx.x];
  __syncthreads();
  for (int k = 0; k < n; k++) {
    int bin = 0, left = rest;
    while (bin < 255 && c[bin] < left) left -= c[bin++];
    __syncthreads();
    if (threadIdx.x == 0) rest = left;
    __syncthreads();
    c[threadIdx.x] = d[k];
    __syncthreads();
  }
  out[threadIdx.x] = c[threadIdx.x ^ 1];
}

// What is read behind the loop was written in an iteration before the last one.
__global__ void behindTheLast(int *out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x, k = 0;
  for (; k < n; k++) s[t + 32 * k] = k;
  out[t] = s[(t ^ 1) + 32 * (k - 2)];  // want? potentially-missing-syncwarp "for s"
}

void launch(const int *d, int *out, int n) {
  barrierBehind<<<1, 256>>>(d, out, n);
  behindTheLast<<<1, 32>>>(out, n);
  nextWrites<<<1, 32>>>(d, out, n);
  twoBarriers<<<1, 32>>>(d, out, n);
  twoBuffers<<<1, 32>>>(d, out);
}

// A ring of two rows: an iteration writes the row that the one before did not.
__global__ void ringOfTwo(const int *in, int *out, int n) {
  __shared__ int ring[64];
  int lane = threadIdx.x & 31;
  for (int i = 0; i < n; ++i) {
    ring[(i * 32 + lane) & 63] = in[i * 32 + lane];
    __syncwarp();
    out[i * 32 + lane] = ring[(i * 32 + 31 - lane) & 63];
  }
}

__global__ void ringOfOne(const int *in, int *out, int n) {
  __shared__ int ring[32];
  int lane = threadIdx.x & 31;
  for (int i = 0; i < n; ++i) {
    ring[(i * 32 + lane) & 31] = in[i * 32 + lane]; // want? potentially-missing-syncwarp "Lane \d+ may race with lane \d+"
    __syncwarp();
    out[i * 32 + lane] = ring[(i * 32 + 31 - lane) & 31];
  }
}

// without missing-syncthreads
