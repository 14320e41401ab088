// Reductions that halve a number of elements which need not be even: what separates the cells is that the number is
// neither negative nor larger than at first.

__global__ void rounded_up(float *p) {
  extern __shared__ float s[];
  s[threadIdx.x] = p[threadIdx.x];
  int left = blockDim.x;
  while (left != 1) {
    __syncthreads();
    int skip = (left + 1) >> 1;
    if (threadIdx.x < (left >> 1)) s[threadIdx.x] += s[threadIdx.x + skip];
    left = (left + 1) >> 1;
  }
}

__global__ void of_an_argument(float *p, int n) {
  __shared__ float s[1024];
  int left = n & 1023;
  s[threadIdx.x] = p[threadIdx.x];
  for (; left > 1; left = (left + 1) / 2) {
    __syncthreads();
    int i = threadIdx.x;
    if (i < left / 2) s[i] += s[i + (left + 1) / 2];
  }
}

__global__ void rounded_down(float *p) {
  extern __shared__ float s[];
  s[threadIdx.x] = p[threadIdx.x];
  int left = blockDim.x;
  while (left > 1) {
    __syncthreads();
    int half = (left + 1) / 2;
    // With an odd number the middle is read by one lane while another adds to it.
    if (threadIdx.x < half)
      s[threadIdx.x] += s[threadIdx.x + left / 2];  // want~ potentially-missing-syncwarp "may race with lane"
    left = half;
  }
}

// without missing-syncthreads
