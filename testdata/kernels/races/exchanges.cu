// Lanes that read what a neighbour wrote.
#define FULL 0xffffffffu

__global__ void transpose(int *out) {
  __shared__ int m[8][9];
  int t = threadIdx.x;
  m[t / 8][t % 8] = out[t];
  out[t] = m[t % 4][t / 4];  // want missing-syncwarp "for m"
}

__global__ void transposed(int *out) {
  __shared__ int m[8][9];
  int t = threadIdx.x;
  m[t / 8][t % 8] = out[t];
  __syncwarp();
  out[t] = m[t % 4][t / 4];
}

__global__ void aShuffleOrdersNothing(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = out[t];
  int v = __shfl_xor_sync(FULL, t, 1) + __any_sync(FULL, t);
  out[t] = v + s[t ^ 1];  // want missing-syncwarp "for s"
}

__global__ void ofOtherLanes(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = out[t];
  if (t < 16) __syncwarp(0xffff);
  out[t] = s[t ^ 16];  // want missing-syncwarp "for s"
}

__global__ void ofTheHalf(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncwarp(t < 16 ? 0xffff : 0xffff0000);
  out[t] = s[t ^ 8];
}

__global__ void inAChain(int *out) {
  __shared__ int s;
  int t = threadIdx.x;
  if (t == 0) s = out[0];
  if (t < 2) __syncwarp(3);
  if (t == 1 || t == 2) __syncwarp(6);
  if (t == 2) out[1] = s;
}

__global__ void inTheWrongOrder(int *out) {
  __shared__ int s;
  int t = threadIdx.x;
  if (t == 0) s = out[0];
  if (t == 1 || t == 2) __syncwarp(6);
  if (t < 2) __syncwarp(3);
  if (t == 2) out[1] = s;  // want missing-syncwarp "Lane 2 races with lane 0 .* for s in"
}

__global__ void onTwoSides(int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 16)
    s[t] = out[t];
  else
    out[t] = s[t - 16];  // want missing-syncwarp "for s"
}

__global__ void oneWrites(int *out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = out[0];
  out[threadIdx.x] = s;  // want missing-syncwarp "with lane 0 "
}

__global__ void whoeverComes(const int *d, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  if (d[t] > 0) s[t ^ 1] = t;
  out[t] = s[t];  // want? potentially-missing-syncwarp "for s"
}

void launch(const int *d, int *out) {
  transpose<<<1, 32>>>(out);
  transposed<<<1, 32>>>(out);
  aShuffleOrdersNothing<<<1, 32>>>(out);
  ofOtherLanes<<<1, 32>>>(out);
  ofTheHalf<<<1, 32>>>(out);
  inAChain<<<1, 32>>>(out);
  inTheWrongOrder<<<1, 32>>>(out);
  onTwoSides<<<1, 32>>>(out);
  oneWrites<<<1, 32>>>(out);
  whoeverComes<<<1, 32>>>(d, out);
}

// without missing-syncthreads
