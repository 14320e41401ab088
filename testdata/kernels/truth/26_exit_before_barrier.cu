// Row 26. Exited threads do not count at a block barrier.

__global__ void row26() {
  if (threadIdx.x >= 48)
    return;
  __syncthreads();
}

void launch() { row26<<<1, 64>>>(); }
