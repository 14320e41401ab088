// Idioms of shared memory, each right and with a cell that is left unwritten.
#include <cuda_runtime.h>

__device__ float warpSum(float v) {
  for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(~0u, v, d);
  return v;
}

// 256 threads write eight sums, and 32 are added up.
__global__ void addsUnwrittenSums(float *out, const float *in) {
  __shared__ float sums[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = warpSum(in[threadIdx.x]);
  if (lane == 0) sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = warpSum(sums[lane]);  // want uninitialized-shared "sums\[8\]"
    if (lane == 0) out[0] = v;
  }
}

__global__ void addsAllSums(float *out, const float *in) {
  __shared__ float sums[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = warpSum(in[threadIdx.x]);
  if (lane == 0) sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = warpSum(sums[lane]);
    if (lane == 0) out[0] = v;
  }
}

__global__ void scansInTwoBuffers(int *out, const int *in) {
  __shared__ int s[2][128];
  int t = threadIdx.x, from = 0;
  s[0][t] = in[t];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
    from = 1 - from;
    __syncthreads();
  }
  out[t] = s[from][t];
}

// Thread 0 negates zero, so that its flag has no effect. Those of other threads have.
__global__ void negatesByFlags(int *out) {
  extern __shared__ int values[];
  int *flags = values + blockDim.x;
  int t = threadIdx.x;
  values[t] = t * 3;
  __syncthreads();
  out[t] = flags[t] & 1 ? -values[t] : values[t];  // want uninitialized-shared "values\[65\]"
}

// No flag has an effect, as all numbers are zero.
__global__ void negatesZeros(int *out) {
  extern __shared__ int values[];
  int *flags = values + blockDim.x;
  int t = threadIdx.x;
  values[t] = 0;
  __syncthreads();
  out[t] = flags[t] & 1 ? -values[t] : values[t];
}

// The last buffer is the other one: seven steps end in s[1].
__global__ void scansAndReadsOther(int *out, const int *in) {
  __shared__ int s[8][128];
  int t = threadIdx.x, k = 0;
  s[0][t] = in[t];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2, k++) {
    s[k + 1][t] = s[k][t] + (t >= d ? s[k][t - d] : 0);
    __syncthreads();
  }
  out[t] = s[k + 1][t];  // want uninitialized-shared "s\[7\]"
}

// Both cells of a thread are written if the second one is below n, which is the number of threads.
__global__ void scansHalf(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x, n = blockDim.x;
  if (2 * t + 1 < n) {
    s[2 * t] = in[2 * t];
    s[2 * t + 1] = in[2 * t + 1];
  }
  __syncthreads();
  out[2 * t] = s[2 * t + 1];  // want uninitialized-shared "s\[65\]"
}

__global__ void filtersWithOneHalo(float *out, const float *in) {
  __shared__ float s[68];
  int t = threadIdx.x, i = 64 * blockIdx.x + t;
  s[t + 2] = in[i];
  if (t < 2) s[t] = i >= 2 ? in[i - 2] : 0;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 5; k++) sum += s[t + k];  // want uninitialized-shared "s\[66\]"
  out[i] = sum;
}

__global__ void filtersWithHalos(float *out, const float *in) {
  __shared__ float s[68];
  int t = threadIdx.x, i = 64 * blockIdx.x + t;
  s[t + 2] = in[i];
  if (t < 2) {
    s[t] = i >= 2 ? in[i - 2] : 0;
    s[t + 66] = in[i + 64];
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 5; k++) sum += s[t + k];
  out[i] = sum;
}

__global__ void transposes(float *out, const float *in) {
  __shared__ float tile[32][33];
  for (int j = threadIdx.y; j < 32; j += 8) tile[j][threadIdx.x] = in[32 * j + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8) out[32 * j + threadIdx.x] = tile[threadIdx.x][j];
}

__global__ void transposesThreeQuarters(float *out, const float *in) {
  __shared__ float tile[32][33];
  for (int j = threadIdx.y; j < 24; j += 8) tile[j][threadIdx.x] = in[32 * j + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8) out[32 * j + threadIdx.x] = tile[threadIdx.x][j];  // want uninitialized-shared "tile\[24\]"
}

// The loop that clears stops short by one. Data decide whether the addition finds that cell. What an atomic computes from an unwritten value counts as unwritten, and it is read always.
__global__ void clearsAllButOne(int *out, const int *in) {
  __shared__ int h[256];
  for (int i = threadIdx.x; i < 255; i += blockDim.x) h[i] = 0;
  __syncthreads();
  atomicAdd(&h[in[threadIdx.x] & 255], 1);  // want~ potentially-uninitialized-shared "h\[255\]"
  __syncthreads();
  atomicAdd(&out[threadIdx.x], h[threadIdx.x]);  // want uninitialized-shared "h\[255\]"
}

__global__ void clearsAll(int *out, const int *in) {
  __shared__ int h[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) h[i] = 0;
  __syncthreads();
  atomicAdd(&h[in[threadIdx.x] & 255], 1);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], h[threadIdx.x]);
}

__global__ void asksUnwrittenFlag(int *out, const int *in) {
  __shared__ bool done;
  if (!done) out[threadIdx.x] = in[threadIdx.x];  // want uninitialized-shared "Reads done"
  __syncthreads();
  if (threadIdx.x == 0) done = true;
  __syncthreads();
  if (done) out[threadIdx.x + 64] = 1;
}

__global__ void takesFromQueue(int *out, const int *in) {
  __shared__ int tail, queue[64];
  int t = threadIdx.x;
  if (t == 0) tail = 0;
  __syncthreads();
  if (in[t] > 0) queue[atomicAdd(&tail, 1)] = t;
  __syncthreads();
  for (int i = t; i < tail; i += 64) out[i] = queue[i];
}

__global__ void takesOneMoreFromQueue(int *out, const int *in) {
  __shared__ int tail, queue[65];
  int t = threadIdx.x;
  if (t == 0) tail = 0;
  __syncthreads();
  if (in[t] > 0) queue[atomicAdd(&tail, 1)] = t;
  __syncthreads();
  for (int i = t; i <= tail; i += 64) out[i] = queue[i];  // want? potentially-uninitialized-shared "queue"
}

__global__ void readsBehindTheDynamic(int *out, const int *in) {
  extern __shared__ int buffer[];
  buffer[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x + blockDim.x];  // want uninitialized-shared "buffer"
}

// The first step reads a buffer that only the step before would have filled.
__global__ void pipelinesWithoutPrologue(float *out, const float *in) {
  __shared__ float stage[2][64];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 4; k++) {
    stage[(k + 1) & 1][t] = in[64 * k + t];
    sum += stage[k & 1][63 - t];  // want uninitialized-shared "stage\[0\]"
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void pipelinesWithPrologue(float *out, const float *in) {
  __shared__ float stage[2][64];
  int t = threadIdx.x;
  float sum = 0;
  stage[0][t] = in[t];
  __syncthreads();
  for (int k = 0; k < 4; k++) {
    if (k < 3) stage[(k + 1) & 1][t] = in[64 * (k + 1) + t];
    sum += stage[k & 1][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void writesBaseForSome(int *out, int n) {
  __shared__ int base;
  if (threadIdx.x == 0 && n > 3) base = n;
  __syncthreads();
  out[threadIdx.x] = base;  // want? potentially-uninitialized-shared "base"
}

__global__ void leavesBeforeItWrites(int *out, const int *in, int n) {
  __shared__ int s[65];
  int t = threadIdx.x;
  if (t == 0) s[64] = 0;
  if (t >= n) return;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t + 1];  // want? potentially-uninitialized-shared "s"
}

struct Pair { int first, second; };
__global__ void writesOneOfTwo(int *out, const int *in) {
  __shared__ Pair p;
  if (threadIdx.x == 0) p.first = in[0];
  __syncthreads();
  out[threadIdx.x] = p.first + p.second;  // want uninitialized-shared "p.second"
}

// Flags that only warps with something set.
__global__ void setsSomeFlags(int *out, const int *in) {
  __shared__ int flags[8];
  int t = threadIdx.x;
  if (__any_sync(~0u, in[t] > 0) && t % 32 == 0) flags[t / 32] = 1;
  __syncthreads();
  int n = 0;
  for (int i = 0; i < 8; i++) n += flags[i];  // want? potentially-uninitialized-shared "flags"
  out[t] = n;
}

void launch(float *f, int *out, int *in, int n) {
  addsUnwrittenSums<<<1, 256>>>(f, f + 4096);
  addsAllSums<<<1, 1024>>>(f, f + 4096);
  scansInTwoBuffers<<<1, 128>>>(out, in);
  scansAndReadsOther<<<1, 128>>>(out, in);
  scansHalf<<<1, 64>>>(out, in);
  filtersWithOneHalo<<<4, 64>>>(f, f + 4096);
  filtersWithHalos<<<4, 64>>>(f, f + 4096);
  transposes<<<1, dim3(32, 8)>>>(f, f + 4096);
  transposesThreeQuarters<<<1, dim3(32, 8)>>>(f, f + 4096);
  clearsAllButOne<<<1, 256>>>(out, in);
  clearsAll<<<1, 256>>>(out, in);
  asksUnwrittenFlag<<<1, 64>>>(out, in);
  takesFromQueue<<<1, 64>>>(out, in);
  takesOneMoreFromQueue<<<1, 64>>>(out, in);
  readsBehindTheDynamic<<<1, 64, 512>>>(out, in);
  pipelinesWithoutPrologue<<<1, 64>>>(f, f + 4096);
  pipelinesWithPrologue<<<1, 64>>>(f, f + 4096);
  writesBaseForSome<<<1, 64>>>(out, n);
  leavesBeforeItWrites<<<1, 64>>>(out, in, n);
  writesOneOfTwo<<<1, 64>>>(out, in);
  setsSomeFlags<<<1, 256>>>(out, in);
  negatesByFlags<<<1, 64, 512>>>((int *)out);
  negatesZeros<<<1, 64, 512>>>((int *)out);
}
