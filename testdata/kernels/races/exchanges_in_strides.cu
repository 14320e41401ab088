// Threads that exchange cells in pairs go on to the cells that are a block further.
// without uninitialized-shared

__global__ void sorted(int *out, const int *in, int n) {
  __shared__ int s[1024];
  for (int i = threadIdx.x; i < n; i += blockDim.x) s[i] = in[i];
  __syncthreads();
  for (int k = 2; k <= n; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int o = i ^ j;
        if (o > i && ((i & k) == 0 ? s[i] > s[o] : s[i] < s[o])) {
          int h = s[i];
          s[i] = s[o];
          s[o] = h;
        }
      }
      __syncthreads();
    }
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = s[i];
}

// Both of a pair exchange.
__global__ void both_of_a_pair(int *out) {
  __shared__ int s[1024];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) s[i] = out[i];
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
    int h = s[i ^ 1];
    s[i] = h; // want missing-syncwarp "s"
  }
}

int main() {
  sorted<<<1, 256>>>(nullptr, nullptr, 1024);
  both_of_a_pair<<<1, 256>>>(nullptr);
}

// without missing-syncthreads
