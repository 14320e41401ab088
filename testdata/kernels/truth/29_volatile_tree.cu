// Row 29. The mask of the one __syncwarp is right; in the tree lanes read what others write in the
// same statement, and volatile orders nothing.

__global__ void row29(int *out) {
  volatile __shared__ int s[64];
  s[threadIdx.x] = 1;
  s[threadIdx.x + 32] = 1;
  __syncwarp();
  for (int o = 16; o > 0; o >>= 1)
    if (threadIdx.x < o)
      s[threadIdx.x] += s[threadIdx.x + o];  // want missing-syncwarp "lane 8 .line 11. for s.8."
  out[threadIdx.x] = s[threadIdx.x];
}

void launch(int *out) { row29<<<1, 32>>>(out); }
