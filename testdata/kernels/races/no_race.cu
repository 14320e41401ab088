// What is no race: one lane, one value, one statement, atomics, other cells.

__global__ void ownCells(int *out) {
  __shared__ int s[64];
  __shared__ float4 v[32];
  int t = threadIdx.x;
  s[t] = out[t];
  s[t + 32] = s[t] + 1;
  v[t].x = s[t + 32];
  v[t].w = v[t].x;
  out[t] = s[t] + s[t + 32] + v[t].w;
}

__global__ void oneValue(const int *d, int *out) {
  __shared__ int found;
  found = 0;
  __syncwarp();
  if (d[threadIdx.x] > 3) found = 1;
  if (d[threadIdx.x] < 0) found = 1;
  __syncwarp();
  out[threadIdx.x] = found;
}

__global__ void atomics(const int *d) {
  __shared__ int sum, most;
  if (threadIdx.x == 0) sum = most = 0;
  __syncwarp();
  atomicAdd(&sum, d[threadIdx.x]);
  atomicMax(&most, d[threadIdx.x]);
  atomicAdd(&sum, 1);
}

// Each thread fills what no other thread of its warp does.
__global__ void strips(const int *d, int n) {
  extern __shared__ int s[];
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = d[i];
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] += 1;
}

__global__ void aSliceForEachWarp(int *out) {
  __shared__ int s[8][32];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[warp][lane] = out[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[warp][31 - lane];
}

__device__ void clear() {
  extern __shared__ int words[]; // want several-dynamic-shared-arrays "words \(int\)"
  words[threadIdx.x] = 0;
}

// Dynamic shared memory under a name with another type than it was declared with first.
__global__ void asDoubles(double *out) {
  extern __shared__ double sums[];
  clear();
  __syncthreads();
  sums[threadIdx.x] = out[threadIdx.x];
  out[threadIdx.x] = sums[threadIdx.x] + 1;
}

void launch(const int *d, int *out) {
  ownCells<<<1, 256>>>(out);
  oneValue<<<1, 32>>>(d, out);
  atomics<<<1, 32>>>(d);
  aSliceForEachWarp<<<1, 256>>>(out);
}

// What is not followed may wait for other lanes.
__device__ void elsewhere(int *cells);

__global__ void throughAnotherUnit(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = out[threadIdx.x];
  elsewhere(s);
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

__global__ void throughMemoryBarrier(int *out) {
  __shared__ int s[32];
  __shared__ unsigned long long barrier;
  unsigned address = (unsigned)__cvta_generic_to_shared(&barrier);
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(address) : "memory");
  __syncthreads();
  s[threadIdx.x] = out[threadIdx.x];
  unsigned long long phase;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(phase) : "r"(address) : "memory");
  unsigned done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(address), "l"(phase)
                 : "memory");
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

void launchStrangers(int *out) {
  throughAnotherUnit<<<1, 32>>>(out);
  throughMemoryBarrier<<<1, 32>>>(out);
}

// without missing-syncthreads
