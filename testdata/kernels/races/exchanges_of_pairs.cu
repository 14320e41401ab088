// Sorting networks: the lane with the lower number of two exchanges both cells.

__global__ void bitonic(float *data) {
  extern __shared__ float s[];
  unsigned t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  for (unsigned k = 2; k <= blockDim.x; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      unsigned o = t ^ j;
      if (o > t) {
        float a = s[t], b = s[o];
        if ((t & k) == 0 ? a > b : a < b) {
          s[t] = b;
          s[o] = a;
        }
      }
      __syncthreads();
    }
  data[t] = s[t];
}

__global__ void in_a_block(float *data) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  for (int k = 2; k <= 256; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int o = t ^ j;
      if (o > t) {
        float a = s[t], b = s[o];
        if ((t & k) == 0 ? a > b : a < b) {
          s[t] = b;
          s[o] = a;
        }
      }
      __syncthreads();
    }
  data[t] = s[t];
}

__global__ void both_of_a_pair(float *data, int j) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = data[t];
  __syncthreads();
  int o = t ^ j;
  float a = s[t], b = s[o];
  if (a > b) {
    s[t] = b;  // want? potentially-missing-syncwarp "may race"
    s[o] = a;  // want? potentially-missing-syncwarp "may race"
  }
}

void sort(float *d) {
  in_a_block<<<1, 256>>>(d);
  both_of_a_pair<<<1, 256>>>(d, 3);
}

// without missing-syncthreads
