// Reduced from https://github.com/rapidsai/cudf/commit/67cf9a4c
// Lanes leave a loop one after the other, and those that stay vote with a mask of all.

__global__ void setsValid(const bool *is, unsigned *valid, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned word = __ballot_sync(0xffffffff, is[i]);  // want? potentially_not_participating_lane_in_mask ""
    if (threadIdx.x % 32 == 0) valid[i / 32] = word;
  }
}

__global__ void setsValidOfThose(const bool *is, unsigned *valid, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned those = __ballot_sync(0xffffffff, i < n);
  while (i < n) {
    unsigned word = __ballot_sync(those, is[i]);
    if (threadIdx.x % 32 == 0) valid[i / 32] = word;
    i += gridDim.x * blockDim.x;
    those = __ballot_sync(those, i < n);
  }
}

void launch(const bool *is, unsigned *valid, int n) {
  setsValid<<<4, 128>>>(is, valid, n);
  setsValidOfThose<<<4, 128>>>(is, valid, n);
}
