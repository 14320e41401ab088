// Accesses to shared memory in functions that call themselves, as deep as constants say, and beside such calls.
__device__ int deep(int x, int k) { return k <= 0 ? x : deep(x + k, k - 1); }
__global__ void k(int *d, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t & 31] += deep(d[t], 1);
  // want missing-syncwarp "Lane 0 races with lane 1"
  d[t] = s[t ^ 1];
}
__device__ void spread(int *s, int k) {
  if (k <= 0) return;
  // want missing-syncwarp "races with lane"
  s[(threadIdx.x & 31) ^ k] = k;
  spread(s, k - 1);
}
__global__ void apart(int *d) {
  __shared__ int s[64];
  spread(s, 2);
  // want missing-syncwarp "Lane 0 races with lane 2"
  d[threadIdx.x] = s[threadIdx.x & 31];
}
__device__ int added(int *s, int k) {
  if (k <= 0) return 0;
  // want missing-syncwarp "Lane 0 races with lane 2"
  int v = s[(threadIdx.x + k) & 31];
  // want missing-syncwarp "Lane 0 races with lane 29"
  s[threadIdx.x & 31] = k;
  return v + added(s, k - 1);
}
__global__ void within(int *d) {
  __shared__ int s[32];
  s[threadIdx.x & 31] = d[threadIdx.x];
  __syncwarp();
  d[threadIdx.x] = added(s, 3);
}
__device__ void only(int *s, int k) {
  if (k > 0) { only(s, k - 1); return; }
  s[0] = threadIdx.x;
}
__global__ void last(int *d) {
  __shared__ int s[32];
  only(s, 2);
  // want missing-syncwarp "Lane 0 races with lane 1"
  d[threadIdx.x] = s[0];
}

// without missing-syncthreads
