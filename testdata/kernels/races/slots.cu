// What an atomic returns that adds to a counter is one lane's own, in all iterations of a loop.

__global__ void queue(const int *in, int *out, int t, int m) {
  __shared__ int q[256], n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < m; i += blockDim.x)
    if (in[i] > t) {
      int at = atomicAdd(&n, 1);
      if (at < 256) q[at] = in[i];
    }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = q[i];
}

__global__ void pairs(const int *in, int m) {
  __shared__ int q[256];
  __shared__ unsigned n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < m; i += blockDim.x) {
    unsigned at = atomicAdd_block(&n, 2);
    q[at] = in[i];
    q[at + 1] = -in[i];
  }
}

// Each reserves as many cells as it needs.
__global__ void runs(const int *in, int m) {
  __shared__ int q[256], n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < m; i += blockDim.x) {
    int count = in[i];
    int at = atomicAdd(&n, count);
    for (int j = 0; j < count; ++j) q[at + j] = i;
  }
}

// From the end.
__global__ void stack(const int *in, int m) {
  __shared__ int q[256], n;
  if (threadIdx.x == 0) n = 256;
  __syncthreads();
  for (int i = threadIdx.x; i < m; i += blockDim.x) q[atomicSub(&n, 1) - 1] = in[i];
}

// Counters of one array count through parts that do not overlap.
__global__ void sorted(const int *in, int m) {
  __shared__ int q[256], start[16];
  if (threadIdx.x < 16) start[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int i = threadIdx.x; i < m; i += blockDim.x) q[atomicAdd(&start[in[32 + i] & 15], 1)] = i;
}

struct Point {
  float x, y, z;
};

__global__ void points(const Point *in, int m) {
  __shared__ Point q[64];
  __shared__ unsigned n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < m; i += blockDim.x) q[atomicInc(&n, 64)] = in[i];
}

__global__ void twoCellsOfOne(const int *in, int m) {
  __shared__ int q[256], n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < m; i += blockDim.x) {
    int at = atomicAdd(&n, 1);
    q[at] = i;       // want? potentially-missing-syncwarp "for q"
    q[at + 1] = -i;  // want? potentially-missing-syncwarp "for q"
  }
}

__global__ void twoCellsFromTheEnd(const int *in, int m) {
  __shared__ int q[256], n;
  if (threadIdx.x == 0) n = 256;
  __syncthreads();
  for (int i = threadIdx.x; i < m; i += blockDim.x) {
    int at = atomicSub(&n, 1);
    q[at] = i;       // want? potentially-missing-syncwarp "for q"
    q[at - 1] = -i;  // want? potentially-missing-syncwarp "for q"
  }
}

__global__ void theOneBefore(int *out, int m) {
  __shared__ int q[256], n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < m; i += blockDim.x) {
    int at = atomicAdd(&n, 1);
    q[at] = i;                        // want~ potentially-missing-syncwarp "for q"
    if (at > 0) out[i] = q[at - 1];  // want? potentially-missing-syncwarp "for q"
  }
}

__global__ void aroundTheEnd(int m) {
  __shared__ int q[64], n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < m; i += blockDim.x) q[atomicAdd(&n, 1) % 64] = i;  // want~ potentially-missing-syncwarp "for q"
}

__global__ void addsNothing(int m) {
  __shared__ int q[64], n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < m; i += blockDim.x) q[atomicAdd(&n, 0)] = i;  // want? potentially-missing-syncwarp "for q"
}

// Two counters that count through one array.
__global__ void twoCounters(const int *in, int m) {
  __shared__ int q[64], n[2];
  if (threadIdx.x < 2) n[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < m; i += blockDim.x) {
    if (in[i] > 0)
      q[atomicAdd(&n[0], 1)] = i;  // want? potentially-missing-syncwarp "for q"
    else
      q[atomicAdd(&n[1], 1)] = i;  // want? potentially-missing-syncwarp "for q"
  }
}

// An index stays in its array, though the variable goes on behind it.
struct Queue {
  int items[128];
  int size;
  int last[32];
  __device__ void push(int v) { items[atomicAdd(&size, 1)] = v; }
};

__global__ void queue_in_a_record(const int *in, int *out) {
  __shared__ Queue q;
  if (threadIdx.x == 0) q.size = 0;
  __syncthreads();
  if (in[threadIdx.x] > 0) q.push(threadIdx.x);
  q.last[threadIdx.x & 31] = 1;
  __syncthreads();
  for (int i = threadIdx.x; i < q.size; i += blockDim.x) out[i] = q.items[i];
}

__global__ void any_index_of_a_field(const int *in, int *out) {
  __shared__ Queue q;
  q.items[in[threadIdx.x]] = threadIdx.x;
  out[threadIdx.x] = q.last[in[threadIdx.x + 32]];
  out[threadIdx.x] += q.items[in[threadIdx.x + 64]]; // want? potentially-missing-syncwarp "for q.items"
}

// without missing-syncthreads
