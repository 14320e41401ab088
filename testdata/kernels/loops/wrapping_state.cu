// What wraps around after a few turns is no counter: the loop goes on, and comparisons with
// it hold in some turns only.
__global__ void goldenRatio(int n) {
  unsigned state = 0;
  for (int i = 0; i < n; i++) {
    if (i > 4 && threadIdx.x == 0) __syncwarp(); // want not_participating_lane_in_mask "1-31"
    if (state < 1u << 31) __syncwarp();
    if ((int)state < 64) __syncwarp(__ballot_sync(~0u, (int)state < 64));
    state += 0x9E3779B9u;
  }
}

__global__ void longState(int n) {
  unsigned long long state = 1;
  for (int i = 0; i < n; i++) {
    if (i == 100 && threadIdx.x == 0) __syncwarp(); // want not_participating_lane_in_mask "1-31"
    state += 0x9E3779B97F4A7C15ull;
    if (state & 4) __syncwarp();
  }
}

__global__ void farApart(char *p, int n) {
  for (int i = 0; i < n; i++) {
    if (i == 100 && threadIdx.x == 0) __syncwarp(); // want not_participating_lane_in_mask "1-31"
    p += 1ull << 32;
  }
  if (*p) __syncwarp();
}

__global__ void ownState(int n) {
  unsigned state = threadIdx.x;
  for (int i = 0; i < n; i++) {
    state += 0x9E3779B9u;
    if ((int)state < (int)threadIdx.x + n) __syncwarp(); // want~ potentially_not_participating_lane_in_mask "named"
  }
}
