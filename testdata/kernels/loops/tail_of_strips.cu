// What held when a loop of whole strips was left holds for the rest: it is less than a
// strip.

__global__ void shiftedMask(const int *data, int *out, int n) {
  int lane = threadIdx.x & 31;
  int i = 0, sum = 0;
  for (; i + 32 <= n; i += 32) {
    sum += __shfl_down_sync(~0u, data[i + lane], 1);
  }
  if (i < n) {
    unsigned rest = (1u << (n - i)) - 1;
    if (i + lane < n) {
      sum += __shfl_sync(rest, data[i + lane], 0);
    }
  }
  out[lane] = sum;
}

__global__ void votedMask(const int *data, int *out, int n) {
  int lane = threadIdx.x & 31;
  int i = 0, sum = 0;
  for (; i + 32 <= n; i += 32) {
    sum += __shfl_down_sync(~0u, data[i + lane], 1);
  }
  unsigned rest = __ballot_sync(~0u, i + lane < n);
  if (i + lane < n) {
    sum += __shfl_sync(rest, data[i + lane], 0);
  }
  out[lane] = sum;
}

__global__ void ownIndex(const int *data, int *out, int n) {
  int i, sum = 0;
  for (i = threadIdx.x; i < (n & ~31); i += blockDim.x) {
    sum += __shfl_down_sync(~0u, data[i], 1);
  }
  unsigned rest = __ballot_sync(~0u, i < n);
  if (i < n) {
    sum += __shfl_sync(rest, data[i], 0);
  }
  out[threadIdx.x] = sum;
}

// All lanes are named, and there are fewer.
__global__ void tooManyNamed(const int *data, int *out, int n) {
  int lane = threadIdx.x & 31;
  int i = 0, sum = 0;
  for (; i + 32 <= n; i += 32) {
    sum += __shfl_down_sync(~0u, data[i + lane], 1);
  }
  if (i + lane < n) {
    // want[lockstep,independent,strict] not_participating_lane_in_mask "named in sync mask"
    sum += __shfl_sync(~0u, data[i + lane], 0);
  }
  out[lane] = sum;
}

// The lanes' indices may wrap around here, so that lane 0 need not be among the first.
__global__ void wraps(const unsigned *data, int *out) {
  int lane = threadIdx.x & 31;
  int i = (int)(data[0] + lane);
  unsigned some = __ballot_sync(~0u, i < 5);
  if (i < 5) {
    // want? potentially_source_lane_not_in_mask "may read from"
    out[lane] = __shfl_sync(some, lane, 0);
  }
}
