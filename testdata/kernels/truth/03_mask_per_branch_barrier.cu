// Row 3. As row 1, but the block barrier after it hangs an H200.

__global__ void row3() {
  if (threadIdx.x == 0) {
    // want not_participating_lane_in_mask "Lane\(s\) 1-31 named in sync mask 0b1{32} but"
    __syncwarp(~0u);
  } else {
    // want divergent_mask "Lane\(s\) 1-31 have mask 0b1{31}0 but union of all masks is 0b1{32} in"
    __syncwarp(~1u);
  }
  __syncthreads();
}

void launch() { row3<<<1, 32>>>(); }
