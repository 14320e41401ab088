// A barrier that waits for as many threads as the block has orders its accesses as __syncthreads() does.

__device__ void waitFor(int number, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory"); // want divergent-syncthreads "waits for 256 threads for ever"
}

__global__ void storesBehindTheLoop(const float *in, float *out, int rounds) {
  __shared__ float cells[128];
  const int t = threadIdx.x;
  float sum = in[t];
  cells[t] = sum;
  waitFor(1, 128);
  for (int i = 0; i < rounds; ++i) {
    sum += cells[(t + 1) & 127];
    waitFor(1, 128);
  }
  cells[t] = sum;
  out[t] = sum;
}

__global__ void fillsTwoInTurn(const float *in, float *out, int rounds) {
  __shared__ float cells[2][256];
  const int t = threadIdx.x;
  for (int i = 0; i < rounds; ++i) {
    cells[i & 1][t] = in[i * 256 + t];
    waitFor(2, blockDim.x);
    out[i * 256 + t] = cells[i & 1][255 - t];
  }
}

__global__ void readsBehindNone(const float *in, float *out, int rounds) {
  __shared__ float cells[256];
  const int t = threadIdx.x;
  for (int i = 0; i < rounds; ++i) {
    cells[t] = in[i * 256 + t]; // want? potentially-missing-syncthreads "for cells"
    waitFor(2, blockDim.x);
    out[i * 256 + t] = cells[255 - t];
  }
}

__global__ void numberByHalf(const float *in, float *out) {
  __shared__ float cells[256];
  const int t = threadIdx.x;
  cells[t] = in[t];
  waitFor(1 + t / 128, 256);
  out[t] = cells[255 - t]; // want missing-syncthreads "for cells"
}

// Threads meet at two places. The first ones read when the barrier is over, as the others store.
__global__ void meetAtTwoPlaces(int *out) {
  __shared__ int cells[64];
  const int t = threadIdx.x;
  cells[t] = t;
  __syncthreads();
  if (t < 32)
    waitFor(1, 64);
  out[t] = cells[31 - t % 32];
  if (t >= 32) {
    waitFor(1, 64);
    cells[t - 32] = t; // want? potentially-missing-syncthreads "for cells"
  }
}

__device__ void waitForAll(int number) {
  asm volatile("bar.sync %0;" ::"r"(number) : "memory");
}

__global__ void meetWithoutACount(int *out) {
  __shared__ int cells[64];
  const int t = threadIdx.x;
  cells[t] = t;
  __syncthreads();
  if (t < 32)
    waitForAll(1);
  out[t] = cells[31 - t % 32];
  if (t >= 32) {
    waitForAll(1);
    cells[t - 32] = t; // want? potentially-missing-syncthreads "for cells"
  }
}

__device__ void arriveAt(int number, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

__global__ void arrivesBeforeItReads(int *out) {
  __shared__ int cells[64];
  const int t = threadIdx.x;
  cells[t] = t;
  __syncthreads();
  if (t < 32)
    arriveAt(1, 64);
  out[t] = cells[31 - t % 32];
  if (t >= 32) {
    waitFor(1, 64);
    cells[t - 32] = t; // want? potentially-missing-syncthreads "for cells"
  }
}

void run(const float *in, float *out, int *counts, int rounds) {
  storesBehindTheLoop<<<1, 128>>>(in, out, rounds);
  fillsTwoInTurn<<<1, 256>>>(in, out, rounds);
  readsBehindNone<<<1, 256>>>(in, out, rounds);
  numberByHalf<<<1, 256>>>(in, out);
  meetAtTwoPlaces<<<1, 64>>>(counts);
  meetWithoutACount<<<1, 64>>>(counts);
  arrivesBeforeItReads<<<1, 64>>>(counts);
}
