// Reduced from https://github.com/zjin-lcf/HeCBench/tree/master/src/marchingCubes-cuda
// One thread stores the total of a scan, and all read it without a barrier.

template <bool waits>
__global__ void totals(const unsigned *counts, unsigned *out) {
  __shared__ unsigned sums[128], total;
  int t = threadIdx.x;
  sums[t] = counts[t];
  for (int o = 1; o < 128; o *= 2) {
    __syncthreads();
    unsigned below = t >= o ? sums[t - o] : 0;
    __syncthreads();
    sums[t] += below;
  }
  __syncthreads();
  if (t == 127) total = sums[127];
  if (waits) __syncthreads();
  out[t] = total - sums[t];  // want missing-syncthreads "for total"
}

void launch(const unsigned *counts, unsigned *out) {
  totals<false><<<1, 128>>>(counts, out);
  totals<true><<<1, 128>>>(counts, out);
}
