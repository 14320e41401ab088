// A mask that each row of a block shifts to its own lanes is right in a block of one warp. Where no launch is known
// it is no proof of a fault that it is wrong in blocks of whole warps along x.

__global__ void rows_of_eight(float *out) {
  __shared__ float s[32];
  unsigned mask = 0xffu << (threadIdx.y * 8);
  s[threadIdx.y * 8 + threadIdx.x] = out[threadIdx.x];
  __syncwarp(mask);  // want? participating_lane_potentially_not_in_mask "Lane.s. 8-31"
  out[threadIdx.x] = s[threadIdx.y * 8 + (threadIdx.x ^ 1)];  // want~ potentially-missing-syncwarp "lane 9 .line 7."
}

__global__ void rows_of_four(unsigned *out) {
  unsigned mask = 0xfu << (threadIdx.y * 4);
  out[threadIdx.x] = __ballot_sync(mask, threadIdx.x & 1);  // want? participating_lane_potentially_not_in_mask "Lane.s. 4-31"
}

// In no block is a mask right that lacks the lanes of the first row.
__global__ void without_the_first_row(unsigned *out) {
  unsigned mask = 0xff00u << (threadIdx.y * 8);
  out[threadIdx.x] = __ballot_sync(mask, 1);  // want participating_lane_not_in_mask "Lane.s. 0-7"
}
