// Row 25. Runs on an H200; synccheck names it.

__global__ void row25() {
  if (threadIdx.x < 16)
    __syncthreads(); // want divergent-syncthreads "lanes 16-31 of a warp skip this"
}

void launch() { row25<<<1, 64>>>(); }
