// Loops: what the next iteration writes is not ordered after what this one reads.

__global__ void nextWrites(const int *d, int *out, int n) {
  __shared__ int s[32];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < n; k++) {
    s[t] = d[32 * k + t];  // want? potentially-missing-syncwarp "of s"
    __syncwarp();
    sum += s[t ^ 1];
  }
  out[t] = sum;
}

__global__ void twoBarriers(const int *d, int *out, int n) {
  __shared__ int s[32];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < n; k++) {
    s[t] = d[32 * k + t];
    __syncwarp();
    sum += s[t ^ 1];
    __syncwarp();
  }
  out[t] = sum;
}

__global__ void twoBuffers(const int *d, int *out) {
  __shared__ int s[2][32];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 8; k++) {
    s[k % 2][t] = d[32 * k + t];
    __syncwarp();
    sum += s[k % 2][t ^ 1];
  }
  out[t] = sum;
}

void launch(const int *d, int *out, int n) {
  nextWrites<<<1, 32>>>(d, out, n);
  twoBarriers<<<1, 32>>>(d, out, n);
  twoBuffers<<<1, 32>>>(d, out);
}
