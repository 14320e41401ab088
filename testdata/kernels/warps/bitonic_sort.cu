// Loops that are unrolled have many accesses of each other iteration, which the barrier at the end of each orders.

__global__ void sorts(int *d) {
  __shared__ int s[512];
  int t = threadIdx.x;
  s[t] = d[t];
  __syncthreads();
  for (int k = 2; k <= 512; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      int p = t ^ j;
      if (p > t) {
        int a = s[t], b = s[p];
        if ((a > b) == ((t & k) == 0)) {
          s[t] = b;
          s[p] = a;
        }
      }
      __syncthreads();
    }
  d[t] = s[t];
}

// Steps within a warp may leave the block's barrier out, but for the last one before others read what they leave.
__global__ void sortsByWarps(int *d) {
  __shared__ int s[256];
  int t = threadIdx.x;
  s[t] = d[t];
  __syncthreads();
  for (int k = 2; k <= 256; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      int p = t ^ j;
      if (p > t) {
        int a = s[t], b = s[p];
        if ((a > b) == ((t & k) == 0)) {
          s[t] = b;
          s[p] = a;
        }
      }
      if (j >= 32 || (j == 1 && k >= 32)) __syncthreads();
      else __syncwarp();
    }
  d[t] = s[t];
}

__global__ void sortsWithoutTheLast(int *d) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = d[t];
  __syncthreads();
  for (int k = 2; k <= 64; k <<= 1)
    for (int j = k >> 1; j > 0; j >>= 1) {
      int p = t ^ j;
      if (p > t) {
        int a = s[t], b = s[p];  // want? potentially-missing-syncthreads "for s"
        if ((a > b) == ((t & k) == 0)) {
          s[t] = b;
          s[p] = a;  // want? potentially-missing-syncthreads "for s"
        }
      }
      if (j >= 32) __syncthreads();
      else __syncwarp();
    }
  d[t] = s[t];
}

void launch(int *d) {
  sorts<<<1, 512>>>(d);
  sortsByWarps<<<1, 256>>>(d);
  sortsWithoutTheLast<<<1, 64>>>(d);
}
