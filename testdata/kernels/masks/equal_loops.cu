// Loops on two sides of a branch that make the same collectives as often.
#define FULL 0xffffffffu

__global__ void equal(int *d, int n) {
  int v = d[threadIdx.x];
  if (v > 0)
    for (int i = 0; i < n; i++) v += __shfl_xor_sync(FULL, v, 1); // want?[lockstep,strict] potentially_not_participating_lane_in_mask "potentially do not"
  else
    for (int i = 0; i < n; i++) v -= __shfl_xor_sync(FULL, v, 1); // want?[lockstep,strict] potentially_not_participating_lane_in_mask "potentially do not"
  d[threadIdx.x] = v;
}

__global__ void twoInEach(int *d, int n) {
  int v = d[threadIdx.x];
  if (v > 0)
    // want?[lockstep,strict] potentially_not_participating_lane_in_mask "potentially do not"
    for (int i = 0; i < n; i += 2) { v += __shfl_up_sync(FULL, v, 1); __syncwarp(); } // want?[lockstep,strict] potentially_not_participating_lane_in_mask "potentially do not"
  else
    // want?[lockstep,strict] potentially_not_participating_lane_in_mask "potentially do not"
    for (int i = 0; i < n; i += 2) { v -= __shfl_up_sync(FULL, v, 2); d[i] = v; __syncwarp(); } // want?[lockstep,strict] potentially_not_participating_lane_in_mask "potentially do not"
  d[threadIdx.x] = v;
}

__global__ void inOneLoop(int *d, int n) {
  int v = d[threadIdx.x];
  for (int k = 0; k < n; k++) {
    __syncwarp();
    if (v > 0)
      for (int i = 0; i < k; i++) v += __shfl_xor_sync(FULL, v, 1); // want?[lockstep,strict] potentially_not_participating_lane_in_mask "potentially do not"
    else
      for (int i = 0; i < k; i++) v -= __shfl_xor_sync(FULL, v, 1); // want?[lockstep,strict] potentially_not_participating_lane_in_mask "potentially do not"
  }
  d[threadIdx.x] = v;
}

__global__ void atLeastOnce(int *d, int n) {
  int v = d[threadIdx.x], i = 0;
  if (v > 0)
    do { v += __shfl_xor_sync(FULL, v, 1); } while (++i < n); // want?[lockstep,strict] potentially_not_participating_lane_in_mask "potentially do not"
  else
    do { v -= __shfl_xor_sync(FULL, v, 1); } while (++i < n); // want?[lockstep,strict] potentially_not_participating_lane_in_mask "potentially do not"
  d[threadIdx.x] = v;
}

__global__ void onceMore(int *d, int n) {
  int v = d[threadIdx.x];
  if (v > 0)
    // want?[lockstep,strict] potentially_not_participating_lane_in_mask "potentially do not"
    // want~[independent] potentially_not_participating_lane_in_mask "potentially do not"
    for (int i = 0; i < n; i++) v += __shfl_xor_sync(FULL, v, 1);
  else
    for (int i = 0; i <= n; i++) v -= __shfl_xor_sync(FULL, v, 1); // want? potentially_not_participating_lane_in_mask "potentially do not"
  d[threadIdx.x] = v;
}

__global__ void otherOrder(int *d, int n) {
  int v = d[threadIdx.x];
  if (v > 0)
    // want? potentially_not_participating_lane_in_mask "potentially do not"
    for (int i = 0; i < n; i++) { v += __shfl_up_sync(FULL, v, 1); v += __shfl_down_sync(FULL, v, 1); } // want? potentially_not_participating_lane_in_mask "potentially do not"
  else
    // want? potentially_not_participating_lane_in_mask "potentially do not"
    for (int i = 0; i < n; i++) { v += __shfl_down_sync(FULL, v, 1); v += __shfl_up_sync(FULL, v, 1); } // want? potentially_not_participating_lane_in_mask "potentially do not"
  d[threadIdx.x] = v;
}

__global__ void oneBefore(int *d, int n) {
  int v = d[threadIdx.x];
  if (v > 0) {
    __syncwarp(); // want? potentially_not_participating_lane_in_mask "potentially do not"
    for (int i = 0; i < n; i++) v += __shfl_xor_sync(FULL, v, 1); // want? potentially_not_participating_lane_in_mask "potentially do not"
  } else {
    for (int i = 0; i < n; i++) v -= __shfl_xor_sync(FULL, v, 1); // want? potentially_not_participating_lane_in_mask "potentially do not"
  }
  d[threadIdx.x] = v;
}

__global__ void ofEachOwn(int *d, int n) {
  int v = d[threadIdx.x], m = d[threadIdx.x + 64];
  if (v > 0)
    for (int i = 0; i < m; i++) v += __shfl_xor_sync(FULL, v, 1); // want? potentially_not_participating_lane_in_mask "potentially do not"
  else
    for (int i = 0; i < m; i++) v -= __shfl_xor_sync(FULL, v, 1); // want? potentially_not_participating_lane_in_mask "potentially do not"
  d[threadIdx.x] = v;
}

__global__ void inSome(int *d, int n) {
  int v = d[threadIdx.x];
  if (v > 0)
    for (int i = 0; i < n; i++) { if (i % 3) v += __shfl_xor_sync(FULL, v, 1); } // want? potentially_not_participating_lane_in_mask "potentially do not"
  else
    // want?[lockstep,strict] potentially_not_participating_lane_in_mask "potentially do not"
    // want~[independent] potentially_not_participating_lane_in_mask "potentially do not"
    for (int i = 0; i < n; i++) { if (i % 2) v -= __shfl_xor_sync(FULL, v, 1); }
  d[threadIdx.x] = v;
}
