// Row 25. No warp collective: the warp rules are silent.

__global__ void row25() {
  if (threadIdx.x < 16)
    __syncthreads();
}

void launch() { row25<<<1, 64>>>(); }
