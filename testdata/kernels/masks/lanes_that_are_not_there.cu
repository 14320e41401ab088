// What lanes that are not there would have says nothing of those that are. Both kernels
// were found by random programs.

// Lanes 20 to 31 do not exist, and lane 0 does not name itself. In the first turn it comes.
__global__ void partOfAWarp(int n, unsigned *out) {
  unsigned lane = threadIdx.x & 31, v = lane + lane;
  for (int i = 0; i < n; i++) {
    if (v % 4 == 0) {
      // want not_participating_lane_in_mask "do not participate"
      v = __shfl_up_sync(0xfffffffe, v, 16, 8);
    }
  }
  out[threadIdx.x] = v;
}

// Lane 0 is here in the second warp only, where all lanes are.
__global__ void oneLaneOfTheFirstWarp(unsigned *out) {
  unsigned v = threadIdx.x & 31, mask = __ballot_sync(~0u, threadIdx.x >= 31);
  if (threadIdx.x >= 31) {
    int same;
    v = __match_all_sync(mask, v, &same);
    if (v <= 3) {
      __syncwarp();
    }
  }
  out[threadIdx.x] = v;
}

void run(unsigned *out) {
  partOfAWarp<<<1, 20>>>(3, out);
  oneLaneOfTheFirstWarp<<<1, 64>>>(out);
}
