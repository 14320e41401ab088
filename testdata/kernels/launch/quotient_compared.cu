// A block whose size is a part of an argument, and a kernel that compares with the same quotient: it is the size of the
// block.

__global__ void thirds(int *out, int n) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  if (t < n / 3) {
    s[t] = out[t];
    __syncthreads();
    out[t] = s[n / 3 - 1 - t];
  }
}

__global__ void unsignedThirds(int *out, unsigned n) {
  if (threadIdx.x < n / 3)
    __syncthreads();
  out[threadIdx.x] = 1;
}

// The last thread stays away.
__global__ void allButOne(int *out, int n) {
  if (threadIdx.x + 1 < n / 3)
    __syncthreads();  // want divergent-syncthreads "thread"
  out[threadIdx.x] = 1;
}

// Another quotient says nothing about the block.
__global__ void fifths(int *out, int n) {
  if (threadIdx.x < n / 5)
    __syncthreads();  // want? potentially-divergent-syncthreads "thread"
  out[threadIdx.x] = 1;
}

void launch(int *out, int n, unsigned m) {
  thirds<<<1, n / 3>>>(out, n);
  unsignedThirds<<<1, m / 3>>>(out, m);
  allButOne<<<1, n / 3>>>(out, n);
  fifths<<<1, n / 3>>>(out, n);
}
