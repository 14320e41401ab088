// What is wrong in one warp with an argument is no proof where that decides whether the warp comes, and others
// come that do nothing wrong.
__global__ void scan(int *d, const int width) {
  int v = d[threadIdx.x];
  // want? potentially_not_participating_lane_in_mask "Lane\(s\) .* potentially do not participate"
  if (threadIdx.x / width == 0) d[threadIdx.x] = __shfl_up_sync(~0u, v, 1, width);
}

// Here no warp that comes does it right.
__global__ void laterWarps(int *d, int first) {
  // want not_participating_lane_in_mask "Lane\(s\) 8-31 named"
  if (threadIdx.x / 32 > first && threadIdx.x < 40) d[0] = __shfl_sync(~0u, 1, 0);
}

// Here the second warp comes whenever the first one does.
__global__ void bothWarps(int n) {
  // want not_participating_lane_in_mask "Lane\(s\) 8-31 named"
  if (n > 3 && threadIdx.x < 40) __syncwarp();
}

void run(int *d, int n) {
  scan<<<1, 256>>>(d, 32);
  laterWarps<<<1, 256>>>(d, n > 0 ? n : 0);
  bothWarps<<<1, 256>>>(n);
}
