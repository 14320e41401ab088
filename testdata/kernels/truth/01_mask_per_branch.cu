// Row 1. Runs on an H200, and synccheck is silent (guideline 2.4, bad 1).

__global__ void row1() {
  if (threadIdx.x == 0) {
    // want not_participating_lane_in_mask "Lane\(s\) 1-31 named in sync mask 0b1{32} but"
    __syncwarp(~0u);
  } else {
    // want divergent_mask "Lane\(s\) 1-31 have mask 0b1{31}0 but union of all masks is 0b1{32} in"
    __syncwarp(~1u);
  }
}

void launch() { row1<<<1, 32>>>(); }
