// A definite finding names the lanes that break the rule in every execution, where there
// are such: lane 0 reads itself and never comes, the others come or not.
__global__ void leader_stays_away(const int *keys, unsigned *out) {
  int key = keys[threadIdx.x];
  int leading = __shfl_sync(0xffffffff, key, 0);
  if (key != leading)
    // want not_participating_lane_in_mask "^Lane\(s\) 0 named in sync mask"
    out[threadIdx.x] = __ballot_sync(0xffffffff, 1);
}

// In every execution some lane stays away, but none in all.
__global__ void one_of_two(int n) {
  if (threadIdx.x % 2 == (n & 1))
    // want not_participating_lane_in_mask "^Lane\(s\) (0, 2, 4|1, 3, 5)"
    __syncwarp();
}

__global__ void the_same_lanes(int n) {
  if (threadIdx.x % 32 < 16)
    // want not_participating_lane_in_mask "^Lane\(s\) 16-31 named"
    __syncwarp();
}
