// Row 4. As row 2, but the block barrier after it hangs an H200.

__global__ void row4() {
  unsigned m;
  if (threadIdx.x == 0)
    m = ~0u;
  else if (threadIdx.x == 1)
    return;
  else
    m = ~1u;
  // want divergent_mask "Lane\(s\) 2-31 have mask 0b1{31}0 but union of all masks is 0b1{32} in"
  __syncwarp(m);
  __syncthreads();
}

void launch() { row4<<<1, 32>>>(); }
