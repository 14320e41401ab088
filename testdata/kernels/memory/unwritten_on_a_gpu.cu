// Twenty kernels that ran on an H200, each twice behind a kernel that filled all shared memory, with another word each
// time. What the kernels above the line store differs, and what those below store is the same. racecheck reports no
// hazards, and initcheck of CUDA 13.0, which sees global memory alone, reports nothing.
#include <cuda_pipeline.h>

__device__ int given[1024];

__global__ void lacksHalo(int *out) {
  __shared__ int s[130];
  int t = threadIdx.x;
  s[t + 1] = t;
  if (t == 0) s[0] = 0;
  __syncthreads();
  out[t] = s[t] + s[t + 1] + s[t + 2];  // want uninitialized-shared "s\[129\]"
}

__global__ void clearsHalfOfBins(int *out) {
  __shared__ int bins[128];
  int t = threadIdx.x;
  if (t < 64) bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[(t * 7) % 128], 1);  // want uninitialized-shared "bins\[70\]"
  __syncthreads();
  out[t] = bins[t];
}

__global__ void addsAllWarps(int *out) {
  __shared__ int partial[32];
  int t = threadIdx.x, lane = t & 31, v = t;
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
  if (lane == 0) partial[t / 32] = v;
  __syncthreads();
  if (t < 32) {
    int w = partial[lane];  // want uninitialized-shared "partial\[4\]"
    for (int d = 16; d > 0; d >>= 1) w += __shfl_down_sync(0xffffffff, w, d);
    if (t == 0) out[0] = w;
  }
}

__global__ void looksAtFlags(int *out) {
  extern __shared__ int values[];
  int *flags = values + blockDim.x;
  int t = threadIdx.x;
  values[t] = t * 3;
  __syncthreads();
  out[t] = (flags[t] & 1) ? values[t] : -values[t];  // want uninitialized-shared "values\[65\]"
}

__global__ void readsOtherBuffer(int *out) {
  __shared__ int buffer[2][64];
  int t = threadIdx.x, sum = 0;
  for (int i = 0; i < 4; i++) {
    __syncthreads();
    buffer[i & 1][t] = i + t;
    __syncthreads();
    sum += buffer[(i + 1) & 1][63 - t];  // want uninitialized-shared "buffer\[1\]\[63\]"
  }
  out[t] = sum;
}

struct Total { int count; int sum; };

__global__ void clearsOneMember(int *out) {
  __shared__ Total total;
  if (threadIdx.x == 0) total.count = 0;
  __syncthreads();
  atomicAdd(&total.count, 1);
  atomicAdd(&total.sum, (int)threadIdx.x);  // want uninitialized-shared "total.sum"
  __syncthreads();
  if (threadIdx.x == 0) { out[0] = total.count; out[1] = total.sum; }
}

__global__ void copiesHalf(int *out) {
  __shared__ __align__(16) int s[512];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[4 * t], &given[4 * t], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int i = t; i < 512; i += 64)
    out[i] = s[511 - i];  // want uninitialized-shared "s\[511\]"
}

__global__ void beginsAtAnything(int *out) {
  __shared__ int most;
  atomicMax(&most, (int)(threadIdx.x * 37 % 101));  // want uninitialized-shared "most"
  __syncthreads();
  out[threadIdx.x] = most;
}

__global__ void storesFewRows(int *out) {
  __shared__ int tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  for (int j = 0; j < 24; j += 8) tile[y + j][x] = (y + j) * 32 + x;
  __syncthreads();
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * 32 + x] = tile[x][y + j];  // want uninitialized-shared "tile\[24\]\[0\]"
}

__global__ void storesSome(int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n) s[t] = t;
  __syncthreads();
  out[t] = s[t ^ 63];  // want? potentially-uninitialized-shared "s\[63\]"
}

// The line.

__global__ void addsOwnWarps(int *out) {
  __shared__ int partial[32];
  int t = threadIdx.x, lane = t & 31, v = t;
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(0xffffffff, v, d);
  if (lane == 0) partial[t / 32] = v;
  __syncthreads();
  if (t < 32) {
    int w = lane < blockDim.x / 32 ? partial[lane] : 0;
    for (int d = 16; d > 0; d >>= 1) w += __shfl_down_sync(0xffffffff, w, d);
    if (t == 0) out[0] = w;
  }
}

__global__ void clearsAllBins(int *out) {
  __shared__ int bins[200];
  for (int i = threadIdx.x; i < 200; i += blockDim.x) bins[i] = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x * 7 % 200], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 200; i += blockDim.x) out[i] = bins[i];
}

__global__ void hasHalo(int *out) {
  __shared__ int s[130];
  int t = threadIdx.x;
  s[t + 1] = t;
  if (t < 2) s[t * 129] = 0;
  __syncthreads();
  out[t] = s[t] + s[t + 1] + s[t + 2];
}

// What the last thread reads has no effect.
__global__ void readsOneTooMany(int *out) {
  __shared__ int s[129];
  int t = threadIdx.x;
  s[t] = t;
  __syncthreads();
  int x = ((volatile int *)s)[t + 1];
  out[t] = t < 127 ? x : 0;
}

__global__ void pads(int *out) {
  __shared__ int tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[y + j][x] = (y + j) * 32 + x;
  __syncthreads();
  for (int j = 0; j < 32; j += 8) out[(y + j) * 32 + x] = tile[x][y + j];
}

__global__ void exchanges(int *out) {
  __shared__ int owner;
  if (threadIdx.x == 5) atomicExch(&owner, 0);
  __syncthreads();
  atomicAdd(&owner, 2);
  __syncthreads();
  out[threadIdx.x] = owner;
}

__global__ void fillsBothParts(int *out, int n) {
  extern __shared__ int values[];
  int *flags = values + n;
  for (int i = threadIdx.x; i < n; i += blockDim.x) { values[i] = i; flags[i] = i & 1; }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = flags[n - 1 - i] ? values[i] : -values[i];
}

__global__ void waitsForStages(int *out) {
  __shared__ __align__(16) int s[2][256];
  int t = threadIdx.x, sum = 0;
  __pipeline_memcpy_async(&s[0][4 * t], &given[4 * t], 16);
  __pipeline_commit();
  for (int i = 0; i < 4; i++) {
    if (i < 3) __pipeline_memcpy_async(&s[(i + 1) & 1][4 * t], &given[(i + 1) * 256 + 4 * t], 16);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    sum += s[i & 1][255 - t] + s[i & 1][t];
    __syncthreads();
  }
  out[t] = sum;
}

struct Item { char kind; double weight; };

__global__ void storesRecords(int *out) {
  __shared__ Item s[64];
  int t = threadIdx.x;
  Item mine = {(char)(t & 3), t * 0.5};
  s[t] = mine;
  __syncthreads();
  Item other = s[63 - t];
  out[t] = other.kind + (int)(2 * other.weight);
}

__global__ void boundsBoth(int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n) s[t] = t;
  __syncthreads();
  if (t < n) out[t] = s[n - 1 - t];
}

// Each kernel is launched by a lambda that a loop calls, as benchmarks do.
template <class F> void twice(F f, int *out) {
  for (int i = 0; i < 2; i++) f(out);
}

void start(int *out) {
  twice([](int *o) { lacksHalo<<<1, 128>>>(o); }, out);
  twice([](int *o) { clearsHalfOfBins<<<1, 128>>>(o); }, out);
  twice([](int *o) { addsAllWarps<<<1, 128>>>(o); }, out);
  twice([](int *o) { looksAtFlags<<<1, 64, 64 * 8>>>(o); }, out);
  twice([](int *o) { readsOtherBuffer<<<1, 64>>>(o); }, out);
  twice([](int *o) { clearsOneMember<<<1, 96>>>(o); }, out);
  twice([](int *o) { copiesHalf<<<1, 64>>>(o); }, out);
  twice([](int *o) { beginsAtAnything<<<1, 128>>>(o); }, out);
  twice([](int *o) { storesFewRows<<<1, dim3(32, 8)>>>(o); }, out);
  twice([](int *o) { storesSome<<<1, 64>>>(o, 40); }, out);
  twice([](int *o) { addsOwnWarps<<<1, 128>>>(o); }, out);
  twice([](int *o) { clearsAllBins<<<1, 128>>>(o); }, out);
  twice([](int *o) { hasHalo<<<1, 128>>>(o); }, out);
  twice([](int *o) { readsOneTooMany<<<1, 128>>>(o); }, out);
  twice([](int *o) { pads<<<1, dim3(32, 8)>>>(o); }, out);
  twice([](int *o) { exchanges<<<1, 64>>>(o); }, out);
  twice([](int *o) { fillsBothParts<<<1, 64, 800>>>(o, 100); }, out);
  twice([](int *o) { waitsForStages<<<1, 64>>>(o); }, out);
  twice([](int *o) { storesRecords<<<1, 64>>>(o); }, out);
  twice([](int *o) { boundsBoth<<<1, 64>>>(o, 40); }, out);
}
