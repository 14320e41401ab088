// A function that some lanes or executions leave without a barrier orders nothing.

__device__ void leaveBefore(int n) {
  if (n > 3) return;
  __syncthreads();
}

__device__ void leaveBehind(int n) {
  if (n > 3) {
    __syncthreads();
    return;
  }
}

__device__ int leaveTwice(int n) {
  if (n > 3) {
    __syncthreads();
    return n;
  }
  if (n > 1) return 1;
  __syncthreads();
  return 2;
}

__device__ void onAllWays(int n) {
  if (n > 3) {
    __syncthreads();
    return;
  }
  __syncthreads();
}

__global__ void before(int *out, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  leaveBefore(n);
  out[threadIdx.x] = s[threadIdx.x ^ 1]; // want? potentially-missing-syncwarp "for s"
}

__global__ void behind(int *out, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  leaveBehind(n);
  out[threadIdx.x] = s[threadIdx.x ^ 1]; // want? potentially-missing-syncwarp "for s"
}

__global__ void twice(int *out, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  out[40] = leaveTwice(n);
  out[threadIdx.x] = s[threadIdx.x ^ 1]; // want? potentially-missing-syncwarp "for s"
}

__global__ void always(int *out, int n) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  onAllWays(n);
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}

void launch(int *out, int n) {
  before<<<1, 32>>>(out, n);
  behind<<<1, 32>>>(out, n);
  twice<<<1, 32>>>(out, n);
  always<<<1, 32>>>(out, n);
}

// without missing-syncthreads
