// Row 17. Disjoint masks in two branches are correct.
#define L (threadIdx.x & 31)

__global__ void row17() {
  if (L < 16)
    __syncwarp(0xffffu);
  else
    __syncwarp(0xffff0000u);
}

void launch() { row17<<<1, 32>>>(); }
