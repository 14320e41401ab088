// A callee stores to a variable through a reference or a pointer. What the variable was given before by its name is then
// not what it holds.

__device__ void take(int &x, int from) { x = from; }
__device__ void takeAt(int *x, int from) { *x = from; }
__device__ int sum(const int &x, int y) { return x + y; }

__global__ void elementInOtherWarp(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int v = 0;
  s[t] = 0;
  __syncthreads();
  take(v, in[t]);
  s[t ^ 32] = v;
  out[t] = s[t];  // want? potentially-missing-syncthreads "for s.32. "
}

__global__ void elementInOtherLane(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int v = 0;
  s[t] = 0;
  __syncthreads();
  takeAt(&v, in[t]);
  s[t ^ 1] = v;
  out[t] = s[t];  // want missing-syncwarp "for s"
}

// The cell holds 0 and keeps it.
__global__ void zeroAgain(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int v = in[t];
  s[t] = 0;
  __syncthreads();
  take(v, 0);
  s[t ^ 32] = v;
  out[t] = s[t];
}

// A callee that only reads the variable changes nothing: the cell keeps its number, and no run shows a race.
__global__ void readByCallee(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int v = t & 31;
  s[t] = v;
  __syncthreads();
  s[t ^ 32] = v;
  out[t] = s[t] + sum(v, t);  // want~ potentially-missing-syncthreads "readByCallee"
}
