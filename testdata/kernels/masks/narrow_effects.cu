// What lanes read of others that have exited has an effect for few values alone, or for none.

__global__ void segments(const int *keys, int *sums) {
  int key = keys[threadIdx.x], sum = sums[threadIdx.x];
  if (threadIdx.x >= 16)
    return;
  int other = __shfl_down_sync(0xffff, key, 4); // want source_lane_not_in_mask "Lane\(s\) 12-15 read"
  int more = __shfl_down_sync(0xffff, sum, 4);  // want source_lane_not_in_mask "Lane\(s\) 12-15 read"
  if (other == key)
    sum += more;
  sums[threadIdx.x] = sum;
}

__global__ void range(int *p, int n) {
  int v = p[threadIdx.x];
  if (threadIdx.x >= 16)
    return;
  v = __shfl_sync(0xffff, v, 20); // want source_lane_not_in_mask "Lane\(s\) 0-15 read"
  if (v >= n && v < n + 3)
    p[threadIdx.x] = 1;
}

__global__ void cases(int *p) {
  int v = p[threadIdx.x];
  if (threadIdx.x >= 16)
    return;
  v = __shfl_sync(0xffff, v, 20); // want source_lane_not_in_mask "Lane\(s\) 0-15 read"
  switch (v) {
  case 77:
    p[threadIdx.x] = 1;
    break;
  case 99:
    p[threadIdx.x] = 2;
  }
}

// No value changes what the lanes store that do.
__global__ void tail(const int *keys, int *best) {
  int key = keys[threadIdx.x];
  if (threadIdx.x >= 16)
    return;
  for (int d = 8; d > 0; d /= 2) {
    int other = __shfl_down_sync(0xffff, key, d);
    if (other > key || other == keys[threadIdx.x] && other > 3)
      key = other;
  }
  if (threadIdx.x == 0)
    *best = key;
}

// A comparison that nothing follows.
__global__ void idle(const int *keys, int *same) {
  int key = keys[threadIdx.x];
  if (threadIdx.x >= 16)
    return;
  int other = __shfl_down_sync(0xffff, key, 4);
  bool equal = other == key;
  same[threadIdx.x] = threadIdx.x < 12 && equal;
}
