// Rule 2.4, first bad example: both branches reach a __syncwarp, and each mask
// is right for the other lanes only.
__global__ void mask_per_branch() {
  if (threadIdx.x == 0) {
    __syncwarp(~0u);
  } else {
    __syncwarp(~1u);
  }
}

void launch_mask_per_branch() { mask_per_branch<<<1, 32>>>(); }
