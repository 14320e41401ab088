// Bytes that differ by what the conditions on the way say of sums and products.

// Each lane has a row of a length that is not known.
__global__ void rows(const float *d, float *out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int x = 0; x < n; x++) s[t * n + x] = d[t * n + x];
  float sum = 0;
  for (int x = 0; x < n; x++) sum += s[t * n + x];
  out[t] = sum;
}

// Lane 1 begins with what lane 0 ends with.
__global__ void rowsThatOverlap(const float *d, float *out, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int x = 0; x <= n; x++) s[t * n + x] = d[t * n + x];  // want~ potentially-missing-syncwarp "for s"
}

// What is read lies behind what is written, however far that reaches.
__global__ void halves(float *out, unsigned w) {
  __shared__ float s[1024];
  unsigned t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  for (; w > 0; w >>= 1) {
    if (t < w) s[t] += s[t + w];
    __syncthreads();
  }
  *out = s[0];
}

// What is read may be written in the same iteration.
__global__ void halvesThatOverlap(float *out, unsigned w) {
  __shared__ float s[1024];
  unsigned t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  for (; w > 0; w >>= 1) {
    if (t <= w) s[t] += s[t + w];  // want? potentially-missing-syncwarp "for s"
    __syncthreads();
  }
  *out = s[0];
}

// Two arrays in one, the second where the first ends.
__global__ void behindEachOther(const float *d, float *out, int n) {
  extern __shared__ float s[];
  float *sums = s, *squares = s + n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    sums[i] = d[i];
    squares[i] = d[i] * d[i];
  }
  __syncthreads();
  if (threadIdx.x == 0) *out = sums[0] + squares[0];
}

__global__ void evenAndOdd(float *out, int k) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[2 * t * k] = out[t];
  out[t] = s[2 * (t ^ 1) * k + 1];
}

void launch(const float *d, float *out, int n) {
  rows<<<1, 32, 32 * n * 4>>>(d, out, n);
  rowsThatOverlap<<<1, 32, 33 * n * 4>>>(d, out, n);
  halves<<<1, 512>>>(out, 256);
  halvesThatOverlap<<<1, 512>>>(out, 256);
  behindEachOther<<<1, 256, 8 * n>>>(d, out, n);
  evenAndOdd<<<1, 32>>>(out, n);
}

// without missing-syncthreads
// without uninitialized-shared
