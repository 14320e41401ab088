// Rule 2.4, second bad example: one __syncwarp, to which the lanes bring
// different masks. Lane 1 has left; lanes 2-31 do not expect lane 0, which
// expects them.
__global__ void mask_per_lane() {
  unsigned mask;
  if (threadIdx.x == 0)
    mask = ~0u;
  else if (threadIdx.x == 1)
    return;
  else
    mask = ~1u;
  __syncwarp(mask);
}

void launch_mask_per_lane() { mask_per_lane<<<1, 32>>>(); }
