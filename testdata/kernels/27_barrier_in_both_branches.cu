// Row 27. No warp collective: the warp rules are silent.

__global__ void row27() {
  if (threadIdx.x < 16)
    __syncthreads();
  else
    __syncthreads();
}

void launch() { row27<<<1, 64>>>(); }
