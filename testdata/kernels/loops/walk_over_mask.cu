// What is left of a mask in a walk over its lanes is a part of it.

__global__ void voters(int *data, const unsigned char *act) {
  bool a = act[threadIdx.x];
  unsigned m = __ballot_sync(~0u, a);
  if (!a) return;
  for (unsigned r = m; r; r &= r - 1) {
    data[threadIdx.x] += __shfl_sync(m, data[threadIdx.x], __ffs(r) - 1);
  }
}

__global__ void takenOut(int *data, const unsigned char *act) {
  bool a = act[threadIdx.x];
  unsigned m = __ballot_sync(~0u, a);
  if (!a) return;
  unsigned r = m;
  while (r) {
    int leader = __ffs(r) - 1;
    data[threadIdx.x] += __shfl_sync(m, data[threadIdx.x], leader);
    r ^= r & (1u << leader);
  }
}

// The rest grows again.
__global__ void around(int *data, const unsigned char *act) {
  bool a = act[threadIdx.x];
  unsigned m = __ballot_sync(~0u, a);
  if (!a) return;
  for (unsigned r = m; r; r = r << 1) {
    // want? potentially_source_lane_not_in_mask "may read from"
    data[threadIdx.x] += __shfl_sync(m, data[threadIdx.x], __ffs(r) - 1);
  }
}
