// A store of the value that the thread has stored before, to the cell of another thread: the cell gets another value. Where
// the two threads have one value, the cell keeps it.

__global__ void neighboursElement(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int v = in[t];
  s[t] = v;
  __syncthreads();
  s[t ^ 1] = v;
  out[t] = s[t];  // want missing-syncwarp "for s"
}

__global__ void otherWarpsElement(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int v = in[t];
  s[t] = v;
  __syncthreads();
  s[t ^ 32] = v;
  out[t] = s[t];  // want missing-syncthreads "for s"
}

__global__ void throughAPointer(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int *own = &s[t], *other = &s[t ^ 32];
  int v = in[t];
  *own = v;
  __syncthreads();
  *other = v;
  out[t] = *own;  // want missing-syncthreads "for s"
}

__global__ void ownCellAgain(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int v = in[t];
  s[t] = v;
  __syncthreads();
  s[t] = v;
  out[t] = s[t ^ 32];
}

__global__ void oneElementForAll(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int v = in[0];
  s[t] = v;
  __syncthreads();
  s[t ^ 32] = v;
  out[t] = s[t];
}

// The cells of a pair hold one value. A run shows that no store changes one.
__global__ void elementOfThePair(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int v = in[t >> 1];
  s[t] = v;
  __syncthreads();
  s[t ^ 1] = v;
  out[t] = s[t];  // want~ potentially-missing-syncwarp "may race"
}

__global__ void twoTimes(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = clock();
  __syncthreads();
  s[t] = clock();
  out[t] = s[t ^ 32];  // want missing-syncthreads "for s"
}

// Each warp stores the elements that it reads. Another warp stores the same.
__global__ void eachWarpItsCopy(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t & 31] = in[t & 31];  // want~ potentially-missing-syncthreads "may race"
  __syncwarp();
  out[t] = s[31 - (t & 31)];  // want~ potentially-missing-syncthreads "may race"
}

__global__ void eachWarpItsElements(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t & 31] = in[t];  // want? potentially-missing-syncthreads "for s"
  __syncwarp();
  out[t] = s[31 - (t & 31)];  // want missing-syncthreads "for s"
}

void launch(const int *in, int *out) {
  neighboursElement<<<1, 64>>>(in, out);
  otherWarpsElement<<<1, 64>>>(in, out);
  throughAPointer<<<1, 64>>>(in, out);
  ownCellAgain<<<1, 64>>>(in, out);
  oneElementForAll<<<1, 64>>>(in, out);
  elementOfThePair<<<1, 64>>>(in, out);
  twoTimes<<<1, 64>>>(out);
  eachWarpItsCopy<<<1, 64>>>(in, out);
  eachWarpItsElements<<<1, 64>>>(in, out);
}
