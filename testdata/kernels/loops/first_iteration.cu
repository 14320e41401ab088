// What the first turn of a loop always breaks is broken in every execution, though lanes that
// leave later may keep the rule in later turns.
#define FULL 0xffffffffu
#define L (threadIdx.x & 31)

__global__ void returns(int *d, int n) {
  for (int i = 0; i < n; ++i) {
    if (L < 16)
      // want divergent-syncthreads "threads 16-31 skip this"
      __syncthreads();
    if (d[threadIdx.x + i] == 7) return;
  }
}

__global__ void breaks(int *d, int n) {
  for (int i = 0; i < n; ++i) {
    unsigned m = L < 16 ? 0xffffu : FULL;
    // want divergent_mask "0-15 have mask 0b0{16}1{16} "
    __syncwarp(m);
    if (d[threadIdx.x + i] == 7) break;
  }
}

__global__ void carries(int *d, int n) {
  int x = 0;
  do {
    if (L == 0)
      // want not_participating_lane_in_mask "1-31 named"
      __syncwarp();
    if (d[threadIdx.x + x] == 7) return;
    x += d[threadIdx.x];
  } while (x < n);
}

__global__ void in_two_loops(int *d, int n, int m) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      if (L == 0)
        // want not_participating_lane_in_mask "1-31 named"
        __syncwarp();
      if (d[threadIdx.x + i * m + j] == 7) return;
    }
}

// Those that have returned may be named in the turns that come here.
__global__ void not_in_the_first(int *d, int n) {
  for (int i = 0; i < n; ++i) {
    if (i > 0 && L < 16)
      // want?[independent,strict] potentially_not_participating_lane_in_mask ""
      // want[lockstep] not_participating_lane_in_mask ""
      __syncwarp();
    if (d[threadIdx.x + i] == 7) return;
  }
}

// What is drawn in a turn says nothing of the first.
__global__ void drawn(int *d, int *count, int n) {
  for (int i = 0; i < n; ++i) {
    int x = atomicAdd(count, 1);
    if (x > 5 && L < 16)
      // want?[independent,strict] potentially_not_participating_lane_in_mask ""
      // want[lockstep] not_participating_lane_in_mask ""
      __syncwarp();
    if (d[threadIdx.x + i] == 7) return;
  }
}

__global__ void loaded(const volatile int *d, int n) {
  for (int i = 0; i < n; ++i) {
    if (d[i] > 5 && L < 16)
      // want?[independent,strict] potentially_not_participating_lane_in_mask ""
      // want[lockstep] not_participating_lane_in_mask ""
      __syncwarp();
    if (d[threadIdx.x + i] == 7) return;
  }
}
