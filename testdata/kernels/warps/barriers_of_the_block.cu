// Threads of two warps and one cell of shared memory: what a barrier of the block orders, and what does not.

__global__ void reversed(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[255 - t];  // want missing-syncthreads "races with thread .* for s"
}

__global__ void reversedBehindABarrier(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[255 - t];
}

__global__ void reversedBehindABarrierOfTheWarp(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  out[t] = s[255 - t];  // want missing-syncthreads "for s"
}

__global__ void broadcast(const int *in, int *out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = in[0];
  out[threadIdx.x] = s;  // want missing-syncthreads "Thread 32 .warp 1. races with thread 0 .warp 0, line 28. for s"
}

__global__ void broadcastBehindABarrier(const int *in, int *out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = in[0];
  __syncthreads();
  out[threadIdx.x] = s;
}

__global__ void broadcastAgain(const int *in, int *out) {
  __shared__ int s;
  for (int k = 0; k < 3; k++) {
    if (threadIdx.x == 0) s = in[k];  // want missing-syncthreads "for s"
    __syncthreads();
    out[k * 256 + threadIdx.x] = s;
  }
}

__global__ void broadcastAgainBehindTwo(const int *in, int *out) {
  __shared__ int s;
  for (int k = 0; k < 3; k++) {
    if (threadIdx.x == 0) s = in[k];
    __syncthreads();
    out[k * 256 + threadIdx.x] = s;
    __syncthreads();
  }
}

__global__ void twoBuffers(const int *in, int *out) {
  __shared__ int s[2][256];
  int t = threadIdx.x;
  for (int k = 0; k < 4; k++) {
    s[k & 1][t] = in[k * 256 + t];
    __syncthreads();
    out[k * 256 + t] = s[k & 1][255 - t];
  }
}

__global__ void sum(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) *out = s[0];
}

__global__ void sumWithoutABarrier(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 128; d > 0; d /= 2)
    if (t < d) s[t] += s[t + d];  // want missing-syncthreads "for s"
  if (t == 0) *out = s[0];
}

__global__ void ifAnArgumentSaysSo(const int *in, int *out, int n) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  if (n > 5) __syncthreads();
  out[t] = s[255 - t];  // want? potentially-missing-syncthreads "for s"
}

__global__ void slicesOfWarps(const int *in, int *out) {
  __shared__ int s[8][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  s[warp][lane] = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s[warp][31 - lane];
}

__global__ void partOfTheNextWarp(const int *in, int *out) {
  __shared__ int s[9 * 32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  out[t] = s[t + 1];  // want missing-syncthreads "for s"
}

__global__ void oneValue(const int *in, int *out) {
  __shared__ int found;
  found = 0;
  __syncthreads();
  if (in[threadIdx.x] > 5) found = 1;
  __syncthreads();
  out[threadIdx.x] = found;
}

__global__ void readBesideOneValue(const int *in, int *out) {
  __shared__ int found;
  found = 0;
  __syncthreads();
  if (in[threadIdx.x] > 5) found = 1;
  out[threadIdx.x] = found;  // want? potentially-missing-syncthreads "for found"
}

__global__ void atomics(const int *in, int *out) {
  __shared__ int n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  atomicAdd(&n, in[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) *out = n;
}

__global__ void readBesideAtomics(const int *in, int *out) {
  __shared__ int n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  atomicAdd(&n, in[threadIdx.x]);
  if (threadIdx.x == 0) *out = n;  // want missing-syncthreads "for n"
}

__device__ int blockSum(int v) {
  __shared__ int parts[8];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  if (lane == 0) parts[warp] = v;  // want missing-syncthreads "for parts"
  __syncthreads();
  int sum = 0;
  for (int w = 0; w < 8; w++) sum += parts[w];
  return sum;
}

__global__ void aSumBehindAnother(const int *in, int *out) {
  int a = blockSum(in[threadIdx.x]);
  int b = blockSum(in[256 + threadIdx.x]);
  out[threadIdx.x] = a + b;
}

__device__ int blockSumOnce(int v) {
  __shared__ int parts[8];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  __syncthreads();
  if (lane == 0) parts[warp] = v;
  __syncthreads();
  int sum = 0;
  for (int w = 0; w < 8; w++) sum += parts[w];
  return sum;
}

__global__ void aSumBehindAnotherInTurn(const int *in, int *out) {
  int a = blockSumOnce(in[threadIdx.x]);
  int b = blockSumOnce(in[256 + threadIdx.x]);
  out[threadIdx.x] = a + b;
}

__global__ void whoLeavesEarly(const int *in, int *out) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t >= 128) return;
  __syncthreads();
  out[t] = s[255 - t];
}

__global__ void persistent(const int *in, int *out, int n) {
  __shared__ int tile[256];
  int t = threadIdx.x;
  for (int k = blockIdx.x; k < n; k += gridDim.x) {
    __syncthreads();
    tile[t] = in[k * 256 + t];
    __syncthreads();
    out[k * 256 + t] = tile[255 - t];
  }
}

__global__ void persistentWithOneBarrier(const int *in, int *out, int n) {
  __shared__ int tile[256];
  int t = threadIdx.x;
  for (int k = blockIdx.x; k < n; k += gridDim.x) {
    tile[t] = in[k * 256 + t];  // want? potentially-missing-syncthreads "for tile"
    __syncthreads();
    out[k * 256 + t] = tile[255 - t];
  }
}

__global__ void aPairByNumber(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < 64) {
    s[t] = in[t];
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = s[63 - t];
  }
}

__global__ void transposed(const int *in, int *out) {
  __shared__ int tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = tile[x][y];
}

__global__ void transposedWithoutABarrier(const int *in, int *out) {
  __shared__ int tile[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x];
  out[y * 16 + x] = tile[x][y];  // want missing-syncthreads "for tile"
}

void launch(const int *in, int *out, int n) {
  reversed<<<1, 256>>>(in, out);
  reversedBehindABarrier<<<1, 256>>>(in, out);
  reversedBehindABarrierOfTheWarp<<<1, 256>>>(in, out);
  broadcast<<<1, 256>>>(in, out);
  broadcastBehindABarrier<<<1, 256>>>(in, out);
  broadcastAgain<<<1, 256>>>(in, out);
  broadcastAgainBehindTwo<<<1, 256>>>(in, out);
  twoBuffers<<<1, 256>>>(in, out);
  sum<<<1, 256>>>(in, out);
  sumWithoutABarrier<<<1, 256>>>(in, out);
  ifAnArgumentSaysSo<<<1, 256>>>(in, out, n);
  slicesOfWarps<<<1, 256>>>(in, out);
  partOfTheNextWarp<<<1, 256>>>(in, out);
  oneValue<<<1, 256>>>(in, out);
  readBesideOneValue<<<1, 256>>>(in, out);
  atomics<<<1, 256>>>(in, out);
  readBesideAtomics<<<1, 256>>>(in, out);
  aSumBehindAnother<<<1, 256>>>(in, out);
  aSumBehindAnotherInTurn<<<1, 256>>>(in, out);
  whoLeavesEarly<<<1, 256>>>(in, out);
  persistent<<<64, 256>>>(in, out, n);
  persistentWithOneBarrier<<<64, 256>>>(in, out, n);
  aPairByNumber<<<1, 256>>>(in, out);
  transposed<<<1, dim3(16, 16)>>>(in, out);
  transposedWithoutABarrier<<<1, dim3(16, 16)>>>(in, out);
}
// without uninitialized-shared
