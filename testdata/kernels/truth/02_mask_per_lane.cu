// Row 2. Runs on an H200, and synccheck is silent (guideline 2.4, bad 2).

__global__ void row2() {
  unsigned m;
  if (threadIdx.x == 0)
    m = ~0u;
  else if (threadIdx.x == 1)
    return;
  else
    m = ~1u;
  // want divergent_mask "Lane\(s\) 2-31 have mask 0b1{31}0 but union of all masks is 0b1{32} in"
  __syncwarp(m);
}

void launch() { row2<<<1, 32>>>(); }
