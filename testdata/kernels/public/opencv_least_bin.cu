// Reduced from https://github.com/opencv/opencv_contrib/blob/4.x/modules/cudaimgproc/src/cuda/hist.cu
// One thread looks for the first bin that is not empty, while others still write what it reads.

template <bool waits>
__global__ void tables(const int *bins, int *table, int total) {
  __shared__ int seen[256], first;
  int t = threadIdx.x;
  seen[t] = bins[t];
  if (waits) __syncthreads();
  if (t == 0) {
    int i = 0;
    // want~ potentially-missing-syncthreads "for seen"
    while (i < 255 && seen[i] == 0) i++;  // want? potentially-missing-syncwarp "for seen"
    first = i;
  }
  __syncthreads();
  table[t] = t < first ? 0 : seen[t] * 255 / total;
}

void launch(const int *bins, int *table, int total) {
  if (total < 1) return;
  tables<false><<<1, 256>>>(bins, table, total);
  tables<true><<<1, 256>>>(bins, table, total);
}
