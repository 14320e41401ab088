// A mask that is made at the end of a turn for the next one.

__global__ void counted(const int *key, int *out) {
  int v = key[threadIdx.x];
  unsigned active = __ballot_sync(~0u, v > 0);
  while (v > 0) {
    out[threadIdx.x] += __shfl_sync(active, v, __ffs(active) - 1);
    v--;
    active = __ballot_sync(active, v > 0);
  }
}

__global__ void strided(const int *key, int *out, int n) {
  int i = threadIdx.x, step = blockDim.x;
  unsigned mask = __ballot_sync(~0u, i < n);
  for (; i < n; i += step) {
    out[i] = __shfl_sync(mask, key[i], __ffs(mask) - 1);
    mask = __ballot_sync(mask, i + step < n);
  }
}

__global__ void loaded(const int *key, int *out) {
  int at = threadIdx.x;
  unsigned mask = __ballot_sync(~0u, key[at] > 0);
  while (key[at] > 0) {
    __syncwarp(mask);
    at = key[at] + 1;
    mask = __ballot_sync(mask, key[at] > 0);
  }
  out[threadIdx.x] = at;
}

// The test is another than the ballot's.
__global__ void other(const int *key, int *out) {
  int v = key[threadIdx.x];
  unsigned active = __ballot_sync(~0u, v > 0);
  while (v > 0) {
    // want? potentially_not_participating_lane_in_mask "potentially do not participate"
    __syncwarp(active);
    v--;
    // want? potentially_not_participating_lane_in_mask "potentially do not participate"
    active = __ballot_sync(active, v >= 0);
  }
}

// The test is the ballot's in other words: a half is positive where the whole is more than one.
__global__ void halves(int *out) {
  int v = out[threadIdx.x];
  unsigned mask = ~0u;
  do {
    mask = __ballot_sync(mask, v > 1);
    v /= 2;
  } while (v > 0);
  out[threadIdx.x] = mask;
}

__global__ void thirds(int *out) {
  int v = out[threadIdx.x];
  unsigned mask = ~0u;
  do {
    // want? potentially_not_participating_lane_in_mask "potentially do not participate"
    mask = __ballot_sync(mask, v > 1);
    v /= 3;
  } while (v > 0);
  out[threadIdx.x] = mask;
}
