// A large function without collectives is not run, but for its accesses to shared memory. What it is given addresses of stays as
// it is where it writes to nothing but what it names.

__global__ void loads(const float *a, const float *b, int width, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x, row = t / 8, column = t % 8, r = t / 64, c = t % 64;
  auto load = [&](int k, int from) {
    const float *p = b + k;
    for (int i = 0; i < 64; i += 32)
      s[column + row + from + i] = a[(row + i) * n + k + column];
    for (int i = 0; i < 8; i += 4)
      s[r + c + i] = p[(r + i) * width + c];  // want? potentially-missing-syncwarp "for s"
  };
  load(0, 0);
  for (int k = 8; k <= n; k += 8)
    __syncthreads();
}

__global__ void changesItsBound(const float *a, const float *b, int width, int n) {
  __shared__ float s[4096];
  int t = threadIdx.x, row = t / 8, column = t % 8, r = t / 64, c = t % 64;
  auto load = [&](int k, int from) {
    for (int i = 0; i < 64; i += 32)
      s[column + row + from + i] = a[(row + i) * n + k + column];
    for (int i = 0; i < 8; i += 4)
      s[r + c + i] = b[(k + r + i) * width + c];  // want~ potentially-missing-syncwarp "for s"
    n = t;
  };
  load(0, 0);
  for (int k = 8; k <= n; k += 8)
    __syncthreads();  // want? potentially-divergent-syncthreads "may skip this __syncthreads"
}

// without missing-syncthreads
