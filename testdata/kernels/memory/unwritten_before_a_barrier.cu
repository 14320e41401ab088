// Shared memory that a kernel writes only behind a barrier of the block, and reads before the first one: in each block, of
// whatever size. No launch is known here.

__global__ void writtenBehindTheBarrier(int *out, const int *in) {
  __shared__ int s[32];
  int t = threadIdx.x & 31;
  int before = s[t];  // want uninitialized-shared "Reads s.* in writtenBehindTheBarrier, which no thread of the block has written before"
  __syncthreads();
  if (threadIdx.x < 32) s[t] = in[t];
  __syncthreads();
  out[threadIdx.x] = s[31 - t] + before;
}

// The counter is cleared behind its use.
__global__ void clearedTooLate(int *out, const int *in) {
  __shared__ int count;
  if (in[threadIdx.x] > 0) atomicAdd(&count, 1);  // want uninitialized-shared "Reads count in clearedTooLate"
  __syncthreads();
  if (threadIdx.x == 0) {
    out[blockIdx.x] = count;
    count = 0;
  }
}

// In the first iteration nothing has been written.
__global__ void carriedAround(int *out, const int *in, int n) {
  __shared__ int last;
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum += last;  // want uninitialized-shared "Reads last in carriedAround"
    __syncthreads();
    if (threadIdx.x == 0) last = in[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__device__ void await() { __syncthreads(); }

__device__ void put(int *to, int value) { *to = value; }

// Barriers and writes of functions that are called count.
__global__ void byCalls(int *out, const int *in) {
  __shared__ int s;
  int before = s;  // want uninitialized-shared "Reads s in byCalls"
  await();
  if (threadIdx.x == 0) put(&s, in[0]);
  await();
  out[threadIdx.x] = s + before;
}

// On one path no barrier comes before the write, which may come in time.
__global__ void onOnePath(int *out, const int *in, int n) {
  __shared__ int s;
  int before = s;
  if (n > 3) __syncthreads();
  if (threadIdx.x == 32) s = in[0];  // want? potentially-missing-syncthreads "for s"
  __syncthreads();
  out[threadIdx.x] = s + before;
}

// A barrier of the warp is none of the block.
__global__ void behindTheWarp(int *out, const int *in) {
  __shared__ int s;
  int before = s;
  __syncwarp();
  if (threadIdx.x == 32) s = in[0];  // want? potentially-missing-syncthreads "for s"
  __syncthreads();
  out[threadIdx.x] = s + before;
}

// The read may stand behind a barrier, where another thread has written.
__global__ void afterOneOfTwo(int *out, const int *in, int n) {
  __shared__ int s;
  if (n > 3) {
    __syncthreads();
    if (threadIdx.x == 0) s = in[0];
    __syncthreads();
  }
  out[threadIdx.x] = s;
}

// Who writes before the barrier is not the thread that reads.
__global__ void writtenBefore(int *out, const int *in) {
  __shared__ int s;
  if (threadIdx.x == 0) s = in[0];
  __syncthreads();
  int first = s;
  __syncthreads();
  if (threadIdx.x == 0) s = in[1];
  __syncthreads();
  out[threadIdx.x] = s + first;
}

// Nobody sees what the read finds.
__global__ void withoutEffect(int *out, const int *in) {
  __shared__ int s;
  int before = s;  // want~ potentially-uninitialized-shared "Reads s in withoutEffect"
  __syncthreads();
  if (threadIdx.x == 0) s = in[0];
  __syncthreads();
  out[threadIdx.x] = s + (before & 0);
}
