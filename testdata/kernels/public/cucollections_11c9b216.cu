// Reduced from https://github.com/NVIDIA/cuCollections/commit/11c9b216
// A thread that has nothing to look for skips the barrier of the block in the loop.

__global__ void looksFor(const int *keys, const int *slots, int *out, int n) {
  __shared__ int found[128];
  for (int i = threadIdx.x; i < n; i += 128) {
    found[threadIdx.x] = slots[keys[i]];
    __syncthreads();  // want? potentially-divergent-syncthreads ""
    out[i] = found[threadIdx.x];
  }
}

__global__ void looksForInRounds(const int *keys, const int *slots, int *out, int n) {
  __shared__ int found[128];
  for (int begin = 0; begin < n; begin += 128) {
    int i = begin + threadIdx.x;
    if (i < n) found[threadIdx.x] = slots[keys[i]];
    __syncthreads();
    if (i < n) out[i] = found[threadIdx.x];
  }
}

void launch(const int *keys, const int *slots, int *out, int n) {
  looksFor<<<1, 128>>>(keys, slots, out, n);
  looksForInRounds<<<1, 128>>>(keys, slots, out, n);
}
