// Row 27. Two barriers are two barriers: synccheck names both.

__global__ void row27() {
  if (threadIdx.x < 16)
    __syncthreads(); // want divergent-syncthreads "lanes 16-31 of a warp skip this"
  else
    __syncthreads(); // want divergent-syncthreads "lanes 0-15 of warp 0 skip this"
}

void launch() { row27<<<1, 64>>>(); }
